import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { get } from './harness/api.ts';
import {
  accessibilityFindings,
  findingsInTwoLooks,
  logInAsAdmin,
  openPage,
  PASSWORD,
  post,
  signUp,
} from './harness/user.ts';

const NEW_PASSWORD = 'evening show, row C';
const REFUSED = /status of (400|401|503)/;

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

async function linkFor(userId: number): Promise<string> {
  const { data } = await post(`/admin/users/${userId}/reset-link`, undefined, (await logInAsAdmin()).token);
  return data.url;
}

/** As if mail were configured. */
const withMail = (page: Page) =>
  page.route('**/api/auth/forgot-password', (route) => route.fulfill({ json: { success: true, data: null } }));

async function askForLink(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await press(page, 'Send the link');
}

describe('asking for a link', () => {
  it('is offered at the login, and gives the same reply for every address', async () => {
    const page = await openPage('/login');
    await withMail(page);
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await page.waitForURL('**/forgot-password');
    await press(page, 'Send the link');
    await page.getByText('Email is required').waitFor();
    await askForLink(page, ' asha@example.com ');
    await page.getByRole('heading', { name: 'Check your email' }).waitFor();
    await page.getByText(/If asha@example\.com has an account,/).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('has an account');
    expect(await accessibilityFindings(page)).toEqual([]);
  });

  it('says how to get help if the server sends no mail', async () => {
    const page = await openPage('/forgot-password', { expectedErrors: REFUSED });
    await askForLink(page, 'asha@example.com');
    await page.getByRole('heading', { name: 'Please ask at your cinema' }).waitFor();
    await page.getByText(/An administrator at your cinema can create one for you/).waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
  });

  it('reports a failure and keeps what was typed', async () => {
    const page = await openPage('/forgot-password', { expectedErrors: /status of 418/ });
    await page.route('**/api/auth/forgot-password', (route) => route.fulfill({ status: 418, json: {} }));
    await askForLink(page, 'asha@example.com');
    await page.getByRole('alert').getByText("The link couldn't be sent. Please try again.").waitFor();
    expect(await page.getByLabel('Email').inputValue()).toBe('asha@example.com');
  });
});

describe('the page that a link opens', () => {
  it('sets a new password once, and ends all sessions', async () => {
    const { user, token } = await signUp();
    const link = await linkFor(user.id);
    const page = await openPage(link, { expectedErrors: REFUSED });
    await page.getByLabel('New password', { exact: true }).fill('short');
    await press(page, 'Set the new password');
    await page.getByText('Password must be at least 6 characters').waitFor();
    await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Your new password is set' }).waitFor();
    expect((await get('/profile', token)).code).toBe('UNAUTHENTICATED');
    await page.getByRole('main').getByRole('link', { name: 'Login' }).click();
    await page.getByLabel('Email').fill(user.email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByText('Invalid email or password').waitFor();
    await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/movies');

    const again = await openPage(link, { expectedErrors: REFUSED });
    await again.getByLabel('New password', { exact: true }).fill('yet another one');
    await again.keyboard.press('Enter');
    await again.getByRole('heading', { name: 'This link no longer works' }).waitFor();
    expect(await accessibilityFindings(again)).toEqual([]);
    await again.getByRole('link', { name: 'Get a new link' }).click();
    await again.waitForURL('**/forgot-password');
  });

  it('says that part of the link is missing', async () => {
    const page = await openPage('/reset-password');
    await page.getByText(/^Part of the link is missing\./).waitFor();
  });

  it('opens for a logged-in user, and logs them out here too', async () => {
    const session = await signUp();
    const page = await openPage(await linkFor(session.user.id), { session, expectedErrors: REFUSED });
    await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Your new password is set' }).waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Login' }).click();
    await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
  });

  it('shows the stricter rule for an administrator’s password at its field', async () => {
    const { user } = await logInAsAdmin();
    const page = await openPage(await linkFor(user.id), { expectedErrors: REFUSED });
    await page.getByLabel('New password', { exact: true }).fill('tuktuk');
    await page.keyboard.press('Enter');
    await page.getByText('Password must be at least 10 characters').waitFor();
    expect(await page.getByLabel('New password', { exact: true }).getAttribute('aria-invalid')).toBe('true');
  });
});

describe('everybody can use it', () => {
  it.each(['/forgot-password', '/reset-password#token=x', '/reset-password'])('%s', async (url) => {
    const page = await openPage(url);
    await page.getByRole('heading', { level: 1 }).waitFor();
    const password = page.getByLabel('New password', { exact: true });
    if (await password.count()) await password.fill('asha1234');
    expect(await findingsInTwoLooks(page)).toEqual([]);
  });
});
