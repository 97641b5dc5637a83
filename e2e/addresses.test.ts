/** Where a link leads: after logging in, and in the admin area when there is nothing at its address. */
import { randomUUID } from 'node:crypto';
import type { Session } from '@moviebooking/contract/accounts';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { addMovie, addShow } from './harness/catalogue.ts';
import { codeOf } from './harness/second-factor.ts';
import { accessibilityFindings, logInAsAdmin, newPage, openPage, PASSWORD, post, signUp } from './harness/user.ts';

const REFUSED = /status of 401|Authentication required/;

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const follow = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click();
const inMain = (page: Page) => page.getByRole('main');

async function logIn(page: Page, { user }: Session): Promise<void> {
  await page.getByLabel('Email').fill(user.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
}

/** Ends the session on the server, so that the page's next call is refused. */
async function expire(page: Page): Promise<void> {
  const token = await page.evaluate(() => localStorage.getItem('authToken') ?? '');
  await post('/auth/logout', undefined, token);
}

it('logging in opens the page that a link asked for, also after a reload; a logout or /login itself leads to the movies', async () => {
  const [asha, ravi] = [await signUp('Asha Rao'), await signUp('Ravi Iyer')];
  const page = await openPage('/bookings/history?from=mail', { expectedErrors: REFUSED });
  await page.waitForURL('**/login');
  await page.reload();
  await logIn(page, asha);
  await page.waitForURL('**/bookings/history?from=mail');
  await page.getByRole('heading', { name: 'Booking History' }).waitFor();

  await press(page, 'Logout');
  await page.waitForURL('**/login');
  await logIn(page, ravi);
  await page.getByRole('navigation').getByText('Ravi Iyer').waitFor();
  await page.waitForURL('**/movies');

  // Back leads to the first user's page, which the next user hasn't asked for.
  await follow(page, 'Booking History');
  await page.waitForURL('**/bookings/history');
  await follow(page, 'Movies');
  await page.waitForURL('**/movies');
  await press(page, 'Logout');
  await page.waitForURL('**/login');
  const place = await page.evaluate(() => window.history.state.idx);
  await page.goBack();
  await page.waitForFunction((idx) => window.history.state.idx < idx, place);
  await page.waitForURL('**/login');
  await logIn(page, asha);
  await page.waitForURL('**/movies');

  await press(page, 'Logout');
  await page.goto('/profile');
  await page.waitForURL('**/login');
  await page.goto('/forgot-password');
  await page.goto('/login');
  await logIn(page, asha);
  await page.waitForURL('**/movies');
});

it('signing up opens the show that a link shared', async () => {
  const show = await addShow({ movie: await addMovie() });
  const page = await openPage(`/shows/${show.id}/seats`);
  await page.waitForURL('**/login');
  await follow(page, 'Forgot password?');
  await follow(page, 'Back to Login');
  await inMain(page).getByRole('link', { name: 'Sign Up' }).click();
  await page.getByRole('navigation').getByRole('link', { name: 'Login' }).click();
  await page.getByRole('navigation').getByRole('link', { name: 'Sign Up' }).click();
  await page.getByLabel('Full name').fill('Asha Rao');
  await page.getByLabel('Email').fill(`${randomUUID()}@example.com`);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await press(page, 'Sign Up');
  await page.waitForURL(`**/shows/${show.id}/seats`);
  await page.getByRole('heading', { name: show.movie.title }).waitFor();
});

it('after an expired session, only the same user returns to the page, also with two-step verification', async () => {
  const [asha, ravi] = [await signUp('Asha Rao'), await signUp('Ravi Iyer')];
  const { data } = await post('/profile/totp', { password: PASSWORD }, asha.token);
  await post('/profile/totp/confirm', { code: codeOf(data.secret) }, asha.token);
  const page = await openPage('/movies', { session: asha, expectedErrors: REFUSED });
  await follow(page, 'Asha Rao');
  await page.getByText('This device', { exact: true }).waitFor();
  await expire(page);
  await follow(page, 'Booking History');
  await page.getByText('Your session has ended. Please log in again.').waitFor();
  await logIn(page, asha);
  await page.getByLabel('Code from your authenticator app').fill(codeOf(data.secret, 'next'));
  await page.keyboard.press('Enter');
  await page.waitForURL('**/bookings/history');

  // A page that is still open could end the session first.
  await page.goto('/api/health/live');
  await expire(page);
  await page.goto('/bookings/history');
  await page.getByText('Your session has ended. Please log in again.').waitFor();
  await logIn(page, ravi);
  await page.getByRole('navigation').getByText('Ravi Iyer').waitFor();
  await page.waitForURL('**/movies');
});

it('a customer who logs in for an admin link gets the movies; an address outside of the app is never opened', async () => {
  const page = await newPage();
  const visited: string[] = [];
  page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname));
  await page.goto('/admin/bookings?booking=1');
  await page.waitForURL('**/login');
  await logIn(page, await signUp());
  await page.getByText(/^Showing 1 to/).waitFor();
  expect(new URL(page.url()).pathname).toBe('/movies');
  expect(visited.length, visited.join(' ')).toBeLessThan(8);

  await press(page, 'Logout');
  await page.waitForURL('**/login');
  await page.evaluate(() => {
    const destination = { path: '//evil.example/movies', userId: null };
    window.history.replaceState({ ...window.history.state, usr: { destination } }, '');
  });
  await page.reload();
  await logIn(page, await signUp());
  await page.waitForURL('**/movies');
});

it('the admin area says when there is nothing at an address, with a link back; elsewhere an unknown address leads to the movies', async () => {
  const page = await openPage('/admin/nowhere/at-all', {
    session: await logInAsAdmin(),
    expectedErrors: /status of 404/,
  });
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  await page.getByText("There's nothing at /admin/nowhere/at-all").waitFor();
  await page.getByRole('navigation', { name: 'Admin' }).waitFor();
  expect(await page.title()).toMatch(/^Page not found/);
  expect(await accessibilityFindings(page)).toEqual([]);
  await follow(page, 'Back to the dashboard');
  await page.waitForURL('**/admin');

  await page.goto('/admin/shows/tonight/seats');
  await page.getByText("There's nothing at /admin/shows/tonight/seats").waitFor();
  await page.goto('/admin/shows/999999/seats');
  await page.getByRole('heading', { name: 'Show not found' }).waitFor();
  await follow(page, 'Back to Shows');
  await page.waitForURL('**/admin/shows');
  await page.goto('/admin/bookings/999999');
  const panel = page.getByRole('dialog', { name: 'Booking #999999' });
  await panel.getByText("We can't find a booking with this number.").waitFor();
  await panel.getByRole('button', { name: 'Back to all bookings' }).click();
  await panel.waitFor({ state: 'hidden' });
  await page.waitForURL('**/admin/bookings');
  await page.getByRole('heading', { name: 'Bookings', level: 1 }).waitFor();

  await page.goto('/nowhere');
  await page.waitForURL('**/movies');
});

it('while the admin area loads, its own outline is painted instead of the customers’', async () => {
  const page = await newPage({ session: await logInAsAdmin() });
  const [firstScript, layout] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holdBack = (pattern: string, { promise }: { promise: Promise<void> }) =>
    page.route(pattern, async (route) => {
      await promise;
      await route.continue();
    });
  await holdBack('**/assets/index-*.js', firstScript);
  await holdBack('**/assets/admin-area-layout-*.js', layout);
  const isOutlineOfAdmins = async () => {
    await page.getByText('MovieBooking Admin', { exact: true }).waitFor();
    expect(await page.getByText('MovieBooking', { exact: true }).isVisible()).toBe(false);
    expect(await page.getByRole('status', { name: 'Loading' }).count()).toBe(1);
  };
  await page.goto('/admin', { waitUntil: 'commit' });
  await isOutlineOfAdmins();
  firstScript.resolve();
  // Then the app's code runs and paints it until the code of the layout is there.
  await page.locator('#root > div > [role="status"]').first().waitFor({ state: 'attached' });
  await isOutlineOfAdmins();
  layout.resolve();
  await page.getByRole('heading', { name: 'Dashboard', level: 1 }).waitFor();
});
