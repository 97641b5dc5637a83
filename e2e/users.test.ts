import { randomUUID } from 'node:crypto';
import type { Role, Session } from '@moviebooking/contract/accounts';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { get, put, signUpWithRole } from './harness/api.ts';
import { addMovie, addShow, book, HOUR_MS } from './harness/catalogue.ts';
import { confirmAddress, useServerWithMail } from './harness/confirming.ts';
import {
  accessibilityFindings,
  chooseAction,
  findingsInEveryLook,
  logInAsAdmin,
  openPage,
  PASSWORD,
  PHONE,
  post,
  signUp,
} from './harness/user.ts';

const admin = await logInAsAdmin();
const path = (url: string) => new URL(url).pathname;
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

const signUpAs = (role: Role): Promise<Session> => signUpWithRole(role, `Meera ${randomUUID()}`);

async function openUsers(search = '', options: Parameters<typeof openPage>[1] = {}): Promise<Page> {
  const page = await openPage(`/admin/users?search=${encodeURIComponent(search)}`, { session: admin, ...options });
  await page.getByRole('heading', { name: 'Users' }).waitFor();
  return page;
}

describe('the users page', () => {
  it('is linked under Operations in the sidebar, finds users by name, email and role, and has an empty state', async () => {
    const { user } = await signUpAs('STAFF');
    const page = await openPage('/admin/bookings', { session: admin });
    await page.getByRole('navigation', { name: 'Operations' }).getByRole('link', { name: 'Users' }).click();
    await page.waitForURL('**/admin/users');
    await page.getByLabel('Search users').fill(user.name.toUpperCase());
    const row = page.getByRole('row').filter({ hasText: user.email });
    await row.waitFor();
    await row.getByText('Staff', { exact: true }).waitFor();
    await row.getByText(/\d{4}, /).waitFor();
    await page.getByRole('combobox', { name: 'Role' }).click();
    await page.getByRole('option', { name: 'Admin' }).click();
    await page.getByText('No users found').waitFor();
    await press(page, 'Show all users');
    await page.getByText(/^Showing 1 to/).waitFor();
    await page.getByLabel('Search users').fill(user.email);
    await row.waitFor();
    // Until the response arrives, the previous list may include this user too.
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
  });

  it('invites staff with a link, with which they choose a password and log in', async () => {
    const taken = await signUp();
    const email = `${randomUUID()}@example.com`;
    const page = await openUsers('', { expectedErrors: /status of 409/ });
    await press(page, 'Invite staff');
    const dialog = page.getByRole('dialog', { name: 'Invite staff' });
    await dialog.getByRole('button', { name: 'Create link' }).click();
    await dialog.getByText('Name is required').waitFor();
    await dialog.getByLabel('Full name').fill('नूर <b>Noor</b>');
    await dialog.getByLabel('Email').fill(taken.user.email);
    await page.keyboard.press('Enter');
    await dialog.getByText(/^This address already has an account\./).waitFor();
    await dialog.getByLabel('Email').fill(email);
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.keyboard.press('Enter');
    const url = await dialog.getByText(/\/reset-password#token=.*&invited$/).innerText();
    expect(await accessibilityFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await page.getByLabel('Search users').fill(email);
    await page.getByRole('row').filter({ hasText: email }).getByText('Must use a reset link first').waitFor();

    const guest = await openPage(path(url) + new URL(url).hash, { viewport: PHONE });
    await guest.getByRole('heading', { name: "You're invited" }).waitFor();
    expect(await findingsInEveryLook(guest)).toEqual([]);
    await guest.getByLabel('Password', { exact: true }).fill('a quiet balcony row');
    await press(guest, 'Set the password');
    await guest.getByText('Log in with the password you just chose.').waitFor();
    await guest.getByRole('link', { name: 'Login' }).click();
    await guest.getByLabel('Email').fill(email);
    await guest.getByLabel('Password', { exact: true }).fill('a quiet balcony row');
    await guest.keyboard.press('Enter');
    await guest.waitForURL('**/movies');
  });

  it('changes a role immediately, after showing the consequences', async () => {
    const { user, token } = await signUp(`Meera ${randomUUID()}`);
    const page = await openUsers(user.name);
    await press(page, `Change the role of ${user.name}`);
    const dialog = page.getByRole('dialog', { name: `Role of ${user.name}` });
    expect(await dialog.getByRole('button', { name: 'Change role' }).isDisabled()).toBe(true);
    await dialog.getByRole('radio', { name: /^Staff/ }).check();
    await dialog.getByText(/needs a password of at least ten characters/).waitFor();
    await press(page, 'Cancel');
    await dialog.waitFor({ state: 'hidden' });
    expect((await get('/profile', token)).data.user.role).toBe('USER');

    await press(page, `Change the role of ${user.name}`);
    expect(await dialog.getByRole('radio', { name: /^Customer/ }).isChecked()).toBe(true);
    await dialog.getByRole('radio', { name: /^Staff/ }).check();
    await press(page, 'Change role');
    await dialog.getByText(/they can't log in until they've set a new password/).waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    const url = await dialog.getByText(/\/reset-password#token=/).innerText();
    await page.keyboard.press('Escape');
    await page.getByText('Must use a reset link first').waitFor();
    await page.getByRole('row').filter({ hasText: user.email }).getByText('Staff', { exact: true }).waitFor();
    const opener = page.getByRole('button', { name: `Change the role of ${user.name}` });
    await expect.poll(() => opener.evaluate((button) => button === document.activeElement)).toBe(true);
    expect((await get('/profile', token)).code).toBe('UNAUTHENTICATED');

    const login = await openPage('/login', { expectedErrors: /status of 401/ });
    await login.getByLabel('Email').fill(user.email);
    await login.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await login.keyboard.press('Enter');
    await login.getByText(/^Your new role needs a new password\. Open the link from your administrator/).waitFor();
    await login.goto(url);
    await login.getByLabel('New password', { exact: true }).fill('evening show, row C');
    await login.keyboard.press('Enter');
    await login.getByRole('heading', { name: 'Your new password is set' }).waitFor();
    const { data: session } = await post('/auth/login', { email: user.email, password: 'evening show, row C' });
    expect(session.user.role).toBe('STAFF');
  });

  it('leads an administrator who gives up the role out of the admin area', async () => {
    const session = await signUpAs('ADMIN');
    const page = await openUsers(session.user.email, { session, expectedErrors: /status of 403/ });
    await press(page, `Change the role of ${session.user.name}`);
    await page.getByRole('radio', { name: /^Customer/ }).check();
    await press(page, 'Change role');
    await page.waitForURL('**/movies');
  });

  it('shows errors of the list and of the reset link, and creates a link to copy', async () => {
    const { user } = await signUp(`Meera ${randomUUID()}`);
    const page = await openUsers(user.name, {
      permissions: ['clipboard-read', 'clipboard-write'],
      expectedErrors: /status of 418/,
    });
    await page.route('**/api/admin/users/**', (route) => route.fulfill({ status: 418, json: {} }));
    await chooseAction(page, user.name, 'Reset link');
    await press(page, 'Create link');
    await page.getByRole('alert').getByText('Failed to create the link. Please try again.').waitFor();
    await page.keyboard.press('Escape');
    await page.route('**/api/admin/users?*', (route) => route.fulfill({ status: 418, json: {} }));
    await page.reload();
    await page.getByText('Failed to load users').waitFor();
    await page.unrouteAll();
    await press(page, 'Try Again');
    await page.getByRole('row').filter({ hasText: user.email }).waitFor();

    await chooseAction(page, user.name, 'Reset link');
    await page.getByText(/Make sure the request really comes from them\./).waitFor();
    await press(page, 'Create link');
    await press(page, 'Copy link');
    const link = await page.evaluate(() => navigator.clipboard.readText());
    await page.getByRole('dialog').getByText(link).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Copied' }).waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    const reset = await openPage(link);
    await reset.getByLabel('New password', { exact: true }).fill('evening show, row C');
    await reset.keyboard.press('Enter');
    await reset.getByRole('heading', { name: 'Your new password is set' }).waitFor();
    expect((await post('/auth/login', { email: user.email, password: PASSWORD })).success).toBe(false);
  });

  it('is accessible', async () => {
    const page = await openUsers();
    await page.getByText(/^Showing 1 to/).waitFor();
    expect(await findingsInEveryLook(page)).toEqual([]);
    await page
      .getByRole('button', { name: /^Change the role of/ })
      .first()
      .click();
    await page.getByRole('dialog').waitFor();
    expect(await findingsInEveryLook(page)).toEqual([]);
  });
});

async function refuseToDemoteTheLast(session: Session): Promise<void> {
  const { user } = session;
  const page = await openUsers(user.email, { session, expectedErrors: /status of 409/ });
  await press(page, `Change the role of ${user.name}`);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: /^Customer/ }).check();
  await dialog.getByText(/^This is your own account/).waitFor();
  await press(page, 'Change role');
  await dialog
    .getByRole('alert')
    .getByText('This is the last administrator. Make someone else an administrator first.')
    .waitFor();
  expect(await accessibilityFindings(page)).toEqual([]);
}

// One test, because each server takes seconds to start.
it('refuses to demote the last administrator, asks one with a weak password for a stronger one first, and shows whose email is rejected, each with its reason', async () => {
  const { admin: owner, linksTo, mailServer } = await useServerWithMail();
  await refuseToDemoteTheLast(owner);

  const email = `${randomUUID()}@example.com`;
  const { data: signedUp } = await post('/auth/signup', { name: 'Meera Nair', email, password: 'chai12' });
  await expect.poll(() => linksTo(email).length).toBe(1);
  await confirmAddress(linksTo(email)[0] ?? '');
  await put(`/admin/users/${signedUp.user.id}`, { role: 'ADMIN' }, owner.token);
  const users = await openUsers(email, { session: owner });
  await users.getByText('Needs a stronger password').waitFor();

  const { data: session } = await post('/auth/login', { email, password: 'chai12' });
  const page = await openPage('/movies', { session, expectedErrors: /status of (400|403)/ });
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Admin' }).click();
  await page.waitForURL('**/profile');
  const closed = page.getByText('To open the admin area, set a stronger password below.');
  await closed.waitFor();
  await page.getByLabel('Current password', { exact: true }).fill('chai12');
  await page.getByLabel('New password', { exact: true }).fill(email);
  await press(page, 'Change password');
  await page.getByText('Password must not be the email address').waitFor();
  await page.getByLabel('New password', { exact: true }).fill('evening show, row C');
  await press(page, 'Change password');
  await closed.waitFor({ state: 'detached' });
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Admin' }).click();
  await page.getByText('Total Cinemas').waitFor();

  mailServer.behave({ command: 'RCPT TO', answer: '550 5.1.1 No such mailbox' });
  const { user } = await signUp('Meera Nair');
  const isRefused = async () =>
    (await get(`/admin/users?search=${user.email}`, owner.token)).data[0].mailRefusal !== null;
  await expect.poll(isRefused).toBe(true);
  await users.getByLabel('Search users').fill(user.email);
  const row = users.getByRole('row').filter({ hasText: user.email });
  await row.getByText(/^Email rejected: 550 5\.1\.1 No such mailbox · \d+ \w+ \d{4}$/).waitFor();
  expect(await accessibilityFindings(users)).toEqual([]);
});

describe('staff', () => {
  it('see check-in and the customers’ pages, and nothing else', async () => {
    const session = await signUpAs('STAFF');
    const page = await openPage('/movies', { session });
    const main = page.getByRole('navigation', { name: 'Main' });
    await main.getByRole('link', { name: 'Check-in' }).waitFor();
    expect(await main.getByRole('link', { name: 'Admin' }).count()).toBe(0);
    for (const closed of ['/admin', '/admin/users', '/admin/bookings', '/admin/shows/1/seats']) {
      await page.goto(closed);
      await page.waitForURL('**/movies');
    }
    await main.getByRole('link', { name: 'Check-in' }).click();
    await page.waitForURL('**/admin/check-in');
    await page.getByRole('heading', { name: 'Check-in' }).waitFor();
    expect(await page.getByText('Admin Dashboard').count()).toBe(0);
    expect(await page.getByRole('navigation', { name: 'Admin' }).count()).toBe(0);
    await page.setViewportSize(PHONE);
    expect(await accessibilityFindings(page)).toEqual([]);
    await press(page, 'Open menu');
    await page.getByRole('dialog').getByRole('link', { name: 'Check-in' }).waitFor();
    await page.getByRole('dialog').getByRole('link', { name: 'Movies' }).click();
    await page.waitForURL('**/movies');
  });

  it('check a ticket in, and leave the admin area at the next request after losing the role', async () => {
    const show = await addShow({ movie: await addMovie(), startsAt: Date.now() + HOUR_MS / 2 });
    const { ticketCode } = await book(show, ['C4'], await signUp());
    const session = await signUpAs('STAFF');
    const page = await openPage('/admin/check-in', { session, expectedErrors: /status of 403/ });
    await page.getByLabel('Ticket code').fill(ticketCode as string);
    await page.keyboard.press('Enter');
    await page.getByText('Admitted').first().waitFor();
    expect(path(page.url())).toBe('/admin/check-in');
    await page.getByLabel('Ticket code').fill('MB-1-AAAAAAAA');
    await put(`/admin/users/${session.user.id}`, { role: 'USER' }, admin.token);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/movies');
  });
});
