import { readFile } from 'node:fs/promises';
import type { Session } from '@moviebooking/contract/accounts';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { get } from './harness/api.ts';
import { useOwnServer } from './harness/own-server.ts';
import { codeOf } from './harness/second-factor.ts';
import { accessibilityFindings, findingsInTwoLooks, openPage, PASSWORD, post, signUp } from './harness/user.ts';

const REFUSED = /status of (401|403)/;

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** Uses the API. */
async function switchOn({ token }: Session) {
  const { data } = await post('/profile/totp', { password: PASSWORD }, token);
  const confirmed = await post('/profile/totp/confirm', { code: codeOf(data.secret) }, token);
  return { secret: data.secret as string, recoveryCodes: confirmed.data.recoveryCodes as string[] };
}

async function fillLogin(page: Page, { user }: Session): Promise<void> {
  await page.getByLabel('Email').fill(user.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'One more step' }).waitFor();
}

async function startSettingUp(page: Page): Promise<void> {
  await press(page, 'Set up');
  await page.getByLabel('Your password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
}

describe('setting up two-step verification', () => {
  it('asks for the password and a code, and shows ten recovery codes, by keyboard alone', async () => {
    const session = await signUp();
    const page = await openPage('/profile', {
      session,
      expectedErrors: REFUSED,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await page.getByRole('button', { name: 'Set up' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Set up two-step verification' });
    const password = dialog.getByLabel('Your password', { exact: true });
    await expect.poll(() => password.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.keyboard.type('not this one');
    await page.keyboard.press('Enter');
    await dialog.getByText("That password isn't right").waitFor();
    await password.fill(PASSWORD);
    await page.keyboard.press('Enter');

    await dialog.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
    const secret = (await dialog.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{4})+$/).textContent()) ?? '';
    await press(page, 'Copy key');
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(secret.replaceAll(' ', ''));
    await dialog.getByLabel('Code from the app').fill('000000');
    await page.keyboard.press('Enter');
    await dialog.getByText("That code isn't right or was already used.").waitFor();
    expect((await get('/profile/totp', session.token)).data.isOn).toBe(false);
    const code = codeOf(secret);
    await dialog.getByLabel('Code from the app').fill(`${code.slice(0, 3)} ${code.slice(3)}`);
    await page.keyboard.press('Enter');

    const codes = page.getByRole('dialog', { name: 'Save your recovery codes' });
    await codes.waitFor();
    await page.keyboard.press('Escape');
    const shown = await codes.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allTextContents();
    expect(shown).toHaveLength(10);
    await press(page, 'Copy');
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(shown.join('\n'));
    const [download] = await Promise.all([page.waitForEvent('download'), press(page, 'Download')]);
    expect(download.suggestedFilename()).toBe('moviebooking-recovery-codes.txt');
    const file = await readFile(await download.path(), 'utf8');
    for (const line of [...shown, session.user.email]) expect(file).toContain(line);
    await press(page, "I've saved them");
    await page.getByText('10 recovery codes left').waitFor();
    expect(await page.content()).not.toContain(shown[0]);
    const switchOff = page.getByRole('button', { name: 'Switch off' });
    await expect.poll(() => switchOff.evaluate((button) => button === document.activeElement)).toBe(true);
  });

  it('prints only the recovery codes', async () => {
    const page = await openPage('/profile', { session: await signUp() });
    await startSettingUp(page);
    const secret = (await page.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{4})+$/).textContent()) ?? '';
    await page.getByLabel('Code from the app').fill(codeOf(secret));
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Save your recovery codes' }).waitFor();
    await page.evaluate(() => {
      window.print = () => window.dispatchEvent(new Event('beforeprint'));
    });
    await press(page, 'Print');
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('.paper').isVisible()).toBe(true);
    expect(await page.locator('.paper li').count()).toBe(10);
    expect(await page.locator('body > :visible').count()).toBe(1);
  });

  it('cannot be closed while the code is checked, because the recovery codes are shown only once', async () => {
    const page = await openPage('/profile', { session: await signUp() });
    await startSettingUp(page);
    const secret = (await page.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{4})+$/).textContent()) ?? '';
    const answer = Promise.withResolvers<void>();
    await page.route('**/api/profile/totp/confirm', async (route) => {
      await answer.promise;
      await route.continue();
    });
    await page.getByLabel('Code from the app').fill(codeOf(secret));
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Checking...' }).waitFor();
    await press(page, 'Cancel');
    await page.keyboard.press('Escape');
    answer.resolve();
    await page.getByRole('dialog', { name: 'Save your recovery codes' }).waitFor();
    await expect.poll(() => page.locator('[role="dialog"][data-open]').count()).toBe(1);
    expect(await page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').count()).toBe(10);
  });

  it('can be cancelled half-way without any effect', async () => {
    const session = await signUp();
    const page = await openPage('/profile', { session });
    await startSettingUp(page);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    const opener = page.getByRole('button', { name: 'Set up' });
    await expect.poll(() => opener.evaluate((button) => button === document.activeElement)).toBe(true);
    expect((await post('/auth/login', { email: session.user.email, password: PASSWORD })).success).toBe(true);
  });
});

describe('logging in with two-step verification', () => {
  it('asks for a code from the app, and again after a wrong one', async () => {
    const session = await signUp('Asha Rao');
    const { secret } = await switchOn(session);
    const page = await openPage('/login', { expectedErrors: REFUSED });
    await fillLogin(page, session);
    const code = page.getByLabel('Code from your authenticator app');
    await expect.poll(() => code.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await page.getByText('Enter the code', { exact: true }).waitFor();
    await code.fill('000000');
    await page.keyboard.press('Enter');
    await page.getByText("That code isn't right or was already used.").waitFor();
    await code.fill(codeOf(secret, 'next'));
    await page.keyboard.press('Enter');
    await page.waitForURL('**/movies');
    await page.getByRole('navigation').getByText('Asha Rao').waitFor();
  });

  it('accepts each recovery code once instead', async () => {
    const session = await signUp();
    const { recoveryCodes } = await switchOn(session);
    const page = await openPage('/login', { expectedErrors: REFUSED });
    await fillLogin(page, session);
    await press(page, 'Use a recovery code');
    const field = page.getByLabel('Recovery code', { exact: true });
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
    await field.fill((recoveryCodes[0] ?? '').toLowerCase());
    await page.keyboard.press('Enter');
    await page.waitForURL('**/movies');
    await page.goto('/profile');
    await page.getByText('9 recovery codes left').waitFor();

    await page.getByRole('button', { name: 'Logout' }).click();
    await fillLogin(page, session);
    await press(page, 'Use a recovery code');
    await page.getByLabel('Recovery code', { exact: true }).fill(recoveryCodes[0] ?? '');
    await page.keyboard.press('Enter');
    await page.getByText("That code isn't right or was already used.").waitFor();
    await press(page, 'Back');
    await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
    expect(await page.getByLabel('Email').inputValue()).toBe(session.user.email);
    await expect.poll(() => page.getByRole('main').evaluate((main) => main === document.activeElement)).toBe(true);
  });

  it('stops asking once the user switches it off with the password and a code', async () => {
    const session = await signUp();
    const { recoveryCodes } = await switchOn(session);
    const page = await openPage('/profile', { session, expectedErrors: REFUSED });
    await press(page, 'Switch off');
    const dialog = page.getByRole('dialog', { name: 'Switch two-step verification off' });
    await dialog.getByText(/^Anyone with your password/).waitFor();
    const password = dialog.getByLabel('Your password', { exact: true });
    await expect.poll(() => password.evaluate((field) => field === document.activeElement)).toBe(true);
    await password.fill(PASSWORD);
    await page.keyboard.press('Enter');
    await dialog.getByText('Enter the code', { exact: true }).waitFor();
    const code = dialog.getByLabel('Code from your authenticator app');
    await expect.poll(() => code.evaluate((field) => field === document.activeElement)).toBe(true);
    await code.fill('000000');
    await page.keyboard.press('Enter');
    await dialog.getByText("That code isn't right or was already used.").waitFor();
    expect(await findingsInTwoLooks(page)).toEqual([]);
    await code.fill((recoveryCodes[0] ?? '').toLowerCase());
    await page.keyboard.press('Enter');
    await page.getByText('Two-step verification is off.').waitFor();
    await page.getByRole('button', { name: 'Set up' }).waitFor();
    expect((await post('/auth/login', { email: session.user.email, password: PASSWORD })).success).toBe(true);
  });
});

it('the admin area redirects to the profile until a required two-step verification is set up', async () => {
  const admin = await useOwnServer({ REQUIRE_TOTP: 'admin' });
  const page = await openPage('/admin', { session: admin, expectedErrors: REFUSED });
  await page.waitForURL('**/profile');
  await page
    .getByText('To open the admin area, log in with a passkey, or set up two-step verification or a passkey below.')
    .waitFor();
  await page.getByText(/^Administrators need two-step verification or a passkey here\./).waitFor();
  expect(await accessibilityFindings(page)).toEqual([]);
  await switchOn(admin);
  await page.getByRole('navigation').getByRole('link', { name: 'Admin', exact: true }).click();
  await page.getByText('Total Cinemas').waitFor();
});

describe('everybody can use it', () => {
  it('every step is accessible', async () => {
    const session = await signUp();
    const page = await openPage('/profile', { session, expectedErrors: REFUSED });
    await startSettingUp(page);
    expect(await findingsInTwoLooks(page)).toEqual([]);
    const secret = (await page.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{4})+$/).textContent()) ?? '';
    await page.getByLabel('Code from the app').fill(codeOf(secret));
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Save your recovery codes' }).waitFor();
    expect(await findingsInTwoLooks(page)).toEqual([]);

    const login = await openPage('/login', { expectedErrors: REFUSED });
    await fillLogin(login, session);
    await login.getByLabel('Code from your authenticator app').waitFor();
    expect(await findingsInTwoLooks(login)).toEqual([]);
  });
});
