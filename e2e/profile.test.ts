import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { get } from './harness/api.ts';
import { addMovie, addShow, book, HOUR_MS } from './harness/catalogue.ts';
import { accessibilityFindings, openPage, PASSWORD, PHONE, post, signUp } from './harness/user.ts';

const NEW_PASSWORD = 'evening show, row C';
const REFUSED = /status of (401|409|500)/;
const UNREACHABLE = /Failed to load resource|WebSocket connection|Failed to fetch/;

const section = (page: Page, name: string) => page.getByRole('region', { name });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const isFocused = (page: Page, id: string) => page.evaluate((wanted) => document.activeElement?.id === wanted, id);

async function openProfile(options: Parameters<typeof openPage>[1] = {}) {
  const session = options.session ?? (await signUp());
  const page = await openPage('/profile', { ...options, session });
  await page.getByRole('heading', { name: 'Your profile' }).waitFor();
  return { page, session };
}

async function canLogIn(email: string, password: string): Promise<boolean> {
  return (await post('/auth/login', { email, password })).success;
}

describe('the profile', () => {
  it('opens from the user’s name, on a phone too, and changes the name everywhere immediately', async () => {
    const session = await signUp();
    const page = await openPage('/movies', { session });
    await page.getByRole('navigation').getByRole('link', { name: 'Asha Rao' }).click();
    await page.getByRole('heading', { name: 'Your profile' }).waitFor();
    await expect.poll(() => page.title()).toBe('Profile · MovieBooking');
    const name = page.getByLabel('Full name');
    expect(await name.inputValue()).toBe(session.user.name);
    await name.fill(' ');
    await press(page, 'Save name');
    await page.getByText('Name is required').waitFor();
    await name.fill('Asha Rao-Iyer');
    await page.keyboard.press('Enter');
    await page.getByText('Your name was changed.').waitFor();
    await page.getByRole('navigation').getByText('Asha Rao-Iyer').waitFor();
    await page.reload();
    await page.getByRole('navigation').getByText('Asha Rao-Iyer').waitFor();

    await page.setViewportSize(PHONE);
    await page.goto('/movies');
    await press(page, 'Open menu');
    await page.getByRole('dialog').getByRole('link', { name: 'Asha Rao-Iyer' }).click();
    await page.waitForURL('**/profile');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  });

  it('changes the password and ends all other sessions', async () => {
    const session = await signUp();
    const elsewhere = await post('/auth/login', { email: session.user.email, password: PASSWORD });
    const { page } = await openProfile({ session, expectedErrors: REFUSED });
    const otherTab = await page.context().newPage();
    await otherTab.goto('/movies');
    await page.getByLabel('Current password', { exact: true }).fill('not this one');
    await page.getByLabel('New password', { exact: true }).fill('short');
    await press(page, 'Change password');
    await page.getByText('Password must be at least 6 characters').waitFor();
    await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
    await press(page, 'Change password');
    await page.getByText("That password isn't right").waitFor();
    expect(await page.getByLabel('Current password', { exact: true }).getAttribute('aria-invalid')).toBe('true');

    await page.getByLabel('Current password', { exact: true }).fill(PASSWORD);
    await press(page, 'Change password');
    await page.getByText(/^Your password was changed\./).waitFor();
    await expect.poll(() => isFocused(page, 'main')).toBe(true);
    await page.getByText('This device', { exact: true }).waitFor();
    await otherTab.reload();
    await otherTab.getByText(/^Showing 1 to 10 of/).waitFor();
    expect((await get('/profile', elsewhere.data.token)).code).toBe('UNAUTHENTICATED');
    expect(await canLogIn(session.user.email, NEW_PASSWORD)).toBe(true);
    expect(await canLogIn(session.user.email, PASSWORD)).toBe(false);
  });

  it('rates a new password while typing, and refuses none for its rating', async () => {
    const page = await openPage('/signup');
    const password = page.getByLabel('Password', { exact: true });
    await page.getByText('At least 6 characters').waitFor();
    await password.fill('asha1234');
    await page.getByText(/^Easy to guess\./).waitFor();
    await password.fill('tuktuklemon');
    await page.getByText(/^Good\./).waitFor();
    await password.fill('three green parrots');
    await page.getByText('Strong.').waitFor();
    await page.getByLabel('Full name').fill('Asha Rao');
    await page.getByLabel('Email').fill(`${crypto.randomUUID()}@example.com`);
    await password.fill('123456');
    await press(page, 'Sign Up');
    await page.waitForURL('**/movies');
  });

  it('lists the latest logins, all of them on request, and ends them', async () => {
    const session = await signUp();
    const elsewhere = await post('/auth/login', { email: session.user.email, password: PASSWORD });
    for (let count = 0; count < 5; count++)
      await post('/auth/login', { email: session.user.email, password: PASSWORD });
    const { page } = await openProfile({ session });
    const logins = section(page, 'Logins').getByRole('listitem');
    await page.getByRole('button', { name: 'Show all 7' }).click();
    expect(await logins.count()).toBe(7);
    await section(page, 'Logins').getByText('This device', { exact: true }).waitFor();
    await section(page, 'Logins').getByText('Logged in', { exact: true }).first().waitFor();
    await press(page, 'Show fewer');
    expect(await logins.count()).toBe(5);
    await press(page, 'Log out everywhere');
    await page.waitForURL('**/login');
    await page.getByText("You're logged out everywhere.").waitFor();
    expect((await get('/profile', elsewhere.data.token)).code).toBe('UNAUTHENTICATED');
  });

  it('downloads a file with all data about the user', async () => {
    const session = await signUp('Asha Rao');
    await book(await addShow({ movie: await addMovie({ title: 'Kept for Asha' }) }), ['E5'], session);
    const { page } = await openProfile({ session });
    const [download] = await Promise.all([page.waitForEvent('download'), press(page, 'Download my data')]);
    expect(download.suggestedFilename()).toMatch(/^moviebooking-my-data-\d{4}-\d\d-\d\d\.json$/);
    const file = await readFile(await download.path(), 'utf8');
    expect(JSON.parse(file).data.user).toMatchObject({ name: 'Asha Rao', email: session.user.email });
    expect(file).toContain('Kept for Asha');
    await page.getByText('Your data was saved as a file.').waitFor();
  });

  it('deletes the account only with the password and without upcoming bookings', async () => {
    const session = await signUp();
    const show = await addShow({ movie: await addMovie(), startsAt: Date.now() + 30 * HOUR_MS });
    const booking = await book(show, ['E5'], session);
    const { page } = await openProfile({ session, expectedErrors: REFUSED });
    await press(page, 'Delete my account');
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
    await dialog.getByText(/removed for good/).waitFor();
    const password = dialog.getByLabel('Your password', { exact: true });
    await expect.poll(() => password.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await dialog.getByText('Password is required').waitFor();
    await password.fill('not this one');
    await page.keyboard.press('Enter');
    await dialog.getByText("That password isn't right").waitFor();
    await password.fill(PASSWORD);
    await page.keyboard.press('Enter');
    await dialog.getByText(/you still have upcoming bookings\./).waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await dialog.getByRole('link', { name: 'Cancel them' }).click();
    await page.getByRole('heading', { name: 'Booking History' }).waitFor();

    await post(`/bookings/cancel/${booking.id}`, undefined, session.token);
    await page.goBack();
    await press(page, 'Delete my account');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    const opener = page.getByRole('button', { name: 'Delete my account' });
    await expect.poll(() => opener.evaluate((button) => button === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await dialog.getByLabel('Your password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/login');
    await page.getByText('Your account has been deleted.').waitFor();
    expect(await canLogIn(session.user.email, PASSWORD)).toBe(false);
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(session.user.email);
  });
});

describe('a page', () => {
  it('takes the focus when it appears, and not later from a pressed control', async () => {
    const page = await openPage('/movies', { session: await signUp() });
    await page.evaluate(() => {
      new MutationObserver((_, observer) => {
        const button = [...document.querySelectorAll('button')].find((one) => one.textContent === 'Delete my account');
        if (!button) return;
        observer.disconnect();
        button.focus();
      }).observe(document.body, { childList: true, subtree: true });
    });
    await page.locator('a[href="/profile"]').first().click();
    await page.getByText('This device', { exact: true }).waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Delete my account');
  });
});

describe('when something fails', () => {
  it('each section shows its own failure and Try Again', async () => {
    const page = await openPage('/movies', { session: await signUp(), expectedErrors: /status of 418/ });
    let isBroken = true;
    await page.route('**/api/profile/*', (route) =>
      isBroken ? route.fulfill({ status: 418, json: {} }) : route.fallback(),
    );
    await page.getByRole('navigation').getByRole('link', { name: 'Asha Rao' }).click();
    await page.getByText('Failed to load your logins.').waitFor();
    await page.getByText('Failed to load your two-step verification status.').waitFor();
    await press(page, 'Download my data');
    await page.getByText("Your data couldn't be downloaded. Please try again.").waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    isBroken = false;
    await section(page, 'Logins').getByRole('button', { name: 'Try Again' }).click();
    await page.getByText('This device', { exact: true }).waitFor();
    await section(page, 'Two-step verification').getByRole('button', { name: 'Try Again' }).click();
    await page.getByRole('button', { name: 'Set up' }).waitFor();
  });

  it('each section shows a placeholder while loading, and says when it is empty', async () => {
    const page = await openPage('/movies', { session: await signUp() });
    const answered = Promise.withResolvers<void>();
    await page.route('**/api/profile/logins', async (route) => {
      await answered.promise;
      await route.fulfill({ json: { success: true, data: [] } });
    });
    await page.getByRole('navigation').getByRole('link', { name: 'Asha Rao' }).click();
    await section(page, 'Logins').getByRole('status', { name: 'Loading' }).waitFor();
    answered.resolve();
    await page.getByText('No logins recorded yet.').waitFor();
  });

  it('every button reports a failure offline and keeps what was typed; logging out works', async () => {
    const { page, session } = await openProfile({ expectedErrors: UNREACHABLE });
    await page.getByText('This device', { exact: true }).waitFor();
    await page.context().setOffline(true);
    await page.getByText(/^You're offline\./).waitFor();
    await page.getByLabel('Full name').fill('Somebody Else');
    await press(page, 'Save name');
    await page.getByText("Your name couldn't be changed. Please try again.").waitFor();
    expect(await page.getByLabel('Full name').inputValue()).toBe('Somebody Else');
    await press(page, 'Log out everywhere');
    await page.getByText("You couldn't be logged out. Please try again.").waitFor();

    await page.getByRole('button', { name: 'Logout' }).click();
    await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
    expect((await get('/profile', session.token)).success).toBe(true);
    await page.context().setOffline(false);
    await expect.poll(async () => (await get('/profile', session.token)).code).toBe('UNAUTHENTICATED');
  });

  it('logging out ends the session on the server', async () => {
    const { page, session } = await openProfile();
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.waitForURL('**/login');
    await expect.poll(async () => (await get('/profile', session.token)).code).toBe('UNAUTHENTICATED');
  });

  it('a session that was ended elsewhere ends here with the next call, and the login says so', async () => {
    const { page, session } = await openProfile({ expectedErrors: /status of 401|Authentication required/ });
    await page.getByText('This device', { exact: true }).waitFor();
    await post('/auth/logout', undefined, session.token);
    await page.waitForURL('**/login');
    await page.getByText('Your session has ended. Please log in again.').waitFor();
  });
});
