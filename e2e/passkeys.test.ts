import type { Session } from '@moviebooking/contract/accounts';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { DESKTOP, findingsInTwoLooks, openPage, PASSWORD, signUp } from './harness/user.ts';

const REFUSED = /status of (401|403)/;

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const section = (page: Page) => page.getByRole('region', { name: 'Passkeys' });

async function expectAccessible(page: Page): Promise<void> {
  expect(await findingsInTwoLooks(page)).toEqual([]);
  await page.setViewportSize(DESKTOP);
}

/** Gives the browser a device that keeps passkeys and verifies its user. It answers at once while `isPresent`. */
async function addDevice(page: Page) {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true },
      ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
  return {
    setPresent: (enabled: boolean) =>
      client.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
    credentials: async () => (await client.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
  };
}

async function addPasskey(page: Page): Promise<void> {
  await press(page, 'Add a passkey');
  await page.getByRole('dialog').getByLabel('Your password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByText('The passkey was added.').waitFor();
}

async function openProfile(session: Session) {
  const page = await openPage('/profile', { session, expectedErrors: REFUSED });
  await section(page).getByText('No passkeys yet.').waitFor();
  return { page, device: await addDevice(page) };
}

it('adds, names and uses a passkey, from the autofill and with the button, and removes it', async () => {
  const session = await signUp('Asha Rao');
  const { page, device } = await openProfile(session);
  await press(page, 'Add a passkey');
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  const password = dialog.getByLabel('Your password', { exact: true });
  await expect.poll(() => password.evaluate((field) => field === document.activeElement)).toBe(true);
  await password.fill('not this one');
  await page.keyboard.press('Enter');
  await dialog.getByText("That password isn't right").waitFor();
  await expectAccessible(page);
  await password.fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByText('The passkey was added.').waitFor();
  expect(await device.credentials()).toMatchObject([{ rpId: 'localhost', userName: session.user.email }]);
  await press(page, 'Rename: Chrome on Linux');
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Work laptop');
  await page.keyboard.press('Enter');
  await section(page).getByText('Work laptop', { exact: true }).waitFor();
  await expectAccessible(page);

  // With a user present, the device answers as soon as the autofill offers its passkey.
  await press(page, 'Logout');
  await page.waitForURL('**/movies');
  await page.getByText('Asha Rao', { exact: true }).first().waitFor();

  await device.setPresent(false);
  await press(page, 'Logout');
  const button = page.getByRole('button', { name: 'Use a passkey' });
  await button.waitFor();
  await expectAccessible(page);
  // The device would answer the autofill before the second click, so the autofill asks nothing from here on.
  await page.evaluate(() => {
    const { get } = navigator.credentials;
    let isClosed = false;
    navigator.credentials.get = async (options) => {
      if (options?.mediation === 'conditional') return new Promise(() => undefined);
      if (isClosed) return get.call(navigator.credentials, options);
      isClosed = true;
      throw new DOMException('The user closed the dialog.', 'NotAllowedError');
    };
  });
  await button.click();
  await page.getByText('No passkey was used. Please try again.').waitFor();
  await device.setPresent(true);
  await button.click();
  await page.waitForURL('**/movies');

  await page.goto('/profile');
  await section(page)
    .getByText(/^Last used/)
    .waitFor();
  await press(page, 'Remove: Work laptop');
  await expectAccessible(page);
  await press(page, 'Use a passkey instead');
  await page.getByText('The passkey was removed.').waitFor();
  await section(page).getByText('No passkeys yet.').waitFor();

  // The device does not know that its passkey was removed.
  await press(page, 'Logout');
  await page.getByText("That passkey wasn't accepted. Please try again.").waitFor();
});

it('says that a device already has a passkey of the account', async () => {
  const { page } = await openProfile(await signUp());
  await addPasskey(page);
  await press(page, 'Add a passkey');
  await page.getByRole('dialog').getByLabel('Your password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByText('No passkey was added. This device may already have one for your account.').waitFor();
});
