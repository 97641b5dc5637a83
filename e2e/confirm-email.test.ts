import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { get } from './harness/api.ts';
import { useServerWithMail } from './harness/confirming.ts';
import { accessibilityFindings, findingsInTwoLooks, openPage, signUp } from './harness/user.ts';

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const emailSection = (page: Page) => page.getByRole('region', { name: 'Email address' });
const isConfirmed = async (token: string) => (await get('/profile', token)).data.user.emailConfirmed as boolean;

async function confirmFromProfile(linksTo: (email: string) => string[]): Promise<void> {
  const session = await signUp();
  const { email } = session.user;
  const page = await openPage('/profile', { session, expectedErrors: /status of 429/ });
  await emailSection(page)
    .getByText(/^Your email address isn't confirmed yet\./)
    .waitFor();
  await press(page, 'Send the link again');
  await emailSection(page).getByRole('status').getByText('The link is on its way.').waitFor();
  expect(await findingsInTwoLooks(page)).toEqual([]);
  await expect.poll(() => linksTo(email).length).toBe(2);
  for (let round = 0; round < 3; round += 1) {
    await press(page, 'Send the link again');
    await page.getByRole('button', { name: 'Send the link again' }).waitFor();
  }
  await emailSection(page)
    .getByRole('alert')
    .getByText(/try again in \d+ min\.$/)
    .waitFor();
  expect(await accessibilityFindings(page)).toEqual([]);
  const [link = ''] = linksTo(email);
  await page.goto(link);
  await page.getByRole('heading', { name: 'Confirm your email address' }).waitFor();
  expect(await isConfirmed(session.token)).toBe(false);
  expect(await findingsInTwoLooks(page)).toEqual([]);
  await press(page, 'Confirm my email address');
  await page.getByRole('heading', { name: 'Your email address is confirmed' }).waitFor();
  expect(await isConfirmed(session.token)).toBe(true);
  expect(await findingsInTwoLooks(page)).toEqual([]);
  await page.getByRole('main').getByRole('link', { name: 'View All Bookings' }).waitFor();
  await page.goto('/profile');
  await emailSection(page).getByText('Confirmed', { exact: true }).waitFor();
  expect(await page.getByRole('button', { name: 'Send the link again' }).count()).toBe(0);
}

async function confirmWithoutLogin(linksTo: (email: string) => string[]): Promise<void> {
  const { user, token } = await signUp();
  await expect.poll(() => linksTo(user.email).length).toBe(1);
  const [link = ''] = linksTo(user.email);
  const page = await openPage(link, { expectedErrors: /status of 400/ });
  await press(page, 'Confirm my email address');
  await page.getByRole('heading', { name: 'Your email address is confirmed' }).waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Login' }).waitFor();
  expect(await isConfirmed(token)).toBe(true);
  await page.reload();
  await press(page, 'Confirm my email address');
  await page.getByRole('heading', { name: 'This link has expired' }).waitFor();
  await page.getByText('Log in and send a new one from your profile.').waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Login' }).waitFor();
  expect(await findingsInTwoLooks(page)).toEqual([]);
}

// One test, because each server that sends mail takes seconds to start.
it("an unconfirmed address is confirmed on the link's page, from the profile or once without a login", async () => {
  const { linksTo } = await useServerWithMail();
  await confirmFromProfile(linksTo);
  await confirmWithoutLogin(linksTo);
});

it('the profile does not mention confirming if the server sends no mail', async () => {
  const session = await signUp();
  const page = await openPage('/profile', { session });
  await page.getByText('This device', { exact: true }).waitFor();
  expect(await emailSection(page).count()).toBe(0);
});

it('says that a link is incomplete', async () => {
  const page = await openPage('/confirm-email');
  await page.getByText(/^Part of the link is missing\./).waitFor();
});

it('lets the user retry a failed confirmation', async () => {
  const page = await openPage('/confirm-email#token=x', { expectedErrors: /status of 418/ });
  await page.route('**/api/auth/confirm-email', (route) => route.fulfill({ status: 418, json: {} }));
  await press(page, 'Confirm my email address');
  await page.getByRole('alert').getByText("Your address couldn't be confirmed. Please try again.").waitFor();
  await page.getByRole('button', { name: 'Confirm my email address' }).waitFor();
});
