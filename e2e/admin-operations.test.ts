import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { get } from './harness/api.ts';
import { addMovie, addScreen, addShow, book, closeSeats, HOUR_MS } from './harness/catalogue.ts';
import {
  accessibilityFindings,
  findingsInEveryLook,
  logInAsAdmin,
  newPage,
  openPage,
  PHONE,
  post,
  scrollsSideways,
  signUp,
} from './harness/user.ts';

const admin = await logInAsAdmin();
const unique = (name: string) => `${name} ${randomUUID().slice(0, 8)}`;
const newShow = async () =>
  addShow({ movie: await addMovie({ title: unique('Raag') }), startsAt: Date.now() + HOUR_MS });
const hasFocus = (page: Page, id: string) =>
  expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe(id);

describe('the bell', () => {
  it('lists the latest activity live, links to it, and resets its count when opened', async () => {
    const show = await newShow();
    const page = await openPage('/admin', { session: admin });
    const bell = page.getByRole('button', { name: /^Notifications/ });
    await bell.click();
    const list = page.getByRole('list', { name: 'Recent activity' });
    await list.waitFor();
    await page.keyboard.press('Escape');
    await list.waitFor({ state: 'detached' });
    await bell.click();
    await page.getByRole('dialog', { name: 'Notifications' }).getByRole('button', { name: 'Close' }).click();
    await list.waitFor({ state: 'detached' });
    await expect.poll(() => bell.evaluate((button) => button === document.activeElement)).toBe(true);
    await expect.poll(() => bell.getAttribute('aria-label')).toBe('Notifications');

    const customer = await signUp(unique('Lata'));
    const booking = await book(show, ['C4', 'C5'], customer);
    await page.getByRole('button', { name: /^Notifications, \d+ new/ }).waitFor();
    await bell.focus();
    await page.keyboard.press('Enter');
    const booked = list.getByRole('listitem').filter({ hasText: `${customer.user.name} booked 2 seats for ₹500` });
    await booked.getByText(show.movie.title).waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await post(`/bookings/cancel/${booking.id}`, undefined, customer.token);
    await list.getByText(`${customer.user.name}'s booking was cancelled, freeing 2 seats`).waitFor();
    await booked.getByRole('link').click();
    await page.waitForURL(`**/admin/bookings?booking=${booking.id}`);
    await list.waitFor({ state: 'detached' });
    await page.getByRole('dialog', { name: `Booking #${booking.id}` }).waitFor();
  });

  it('reports shows that are filling up', async () => {
    const show = await newShow();
    const parties = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'].flatMap((row) => [
      [1, 2, 3, 4, 5].map((number) => `${row}${number}`),
      [6, 7, 8, 9, 10].map((number) => `${row}${number}`),
    ]);
    const customer = await signUp();
    for (const seats of parties) await book(show, seats, customer);
    const page = await openPage('/admin', { session: admin });
    await page.getByRole('button', { name: /^Notifications/ }).click();
    await page
      .getByRole('link')
      .filter({ hasText: `${show.movie.title} is filling up: 80 of 100 seats sold` })
      .click();
    await page.waitForURL(`**/admin/shows/${show.id}/seats`);
  });

  it('has an empty state, and retries when it cannot load', async () => {
    const page = await newPage({ session: admin, expectedErrors: /status of 400/, neverRefreshing: true });
    await page.route('**/api/admin/activity', (route) => route.fulfill({ status: 400, json: {} }));
    await page.goto('/admin');
    const bell = page.getByRole('button', { name: 'Notifications' });
    await bell.click();
    await page.getByText('Failed to load recent activity').waitFor();
    await page.route('**/api/admin/activity', (route) => route.fulfill({ json: { success: true, data: [] } }));
    await page.getByRole('button', { name: 'Try Again' }).click();
    await page.getByText(/^Nothing yet\./).waitFor();
  });
});

describe('lists', () => {
  it('still shows the page when the date in the address is invalid', async () => {
    const page = await openPage('/admin/audit?date=sometime', { session: admin, expectedErrors: /status of 400/ });
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByText('On sometime').waitFor();
  });

  it('start within 220 px of the top, with the search in line with the heading and rows of 48 px', async () => {
    const page = await openPage('/admin', { session: admin, shortLists: false });
    const top = async (locator: ReturnType<Page['locator']>) => (await locator.boundingBox())?.y ?? Number.NaN;
    for (const name of ['cinemas', 'screens', 'shows', 'bookings', 'users', 'audit']) {
      await page.locator(`nav a[href="/admin/${name}"]`).click();
      await page.waitForURL(`**/admin/${name}`);
      const title = new RegExp(`^${name}`, 'i');
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      const row = page.getByRole('table', { name: title }).getByRole('row').nth(1);
      await row.waitFor();
      expect(await top(row), name).toBeLessThanOrEqual(220);
      const [search, heading] = [page.getByRole('searchbox'), page.getByRole('heading', { level: 1 })];
      expect(Math.abs((await top(search)) - (await top(heading))), name).toBeLessThan(12);
      // Changes may take two lines.
      if (name === 'audit') continue;
      const heights = await page
        .locator('tbody tr')
        .evaluateAll((rows) => rows.map((element) => element.getBoundingClientRect().height));
      expect(Math.max(...heights), name).toBeLessThanOrEqual(49);
    }
  });

  it('hide their filters behind a button on a phone', async () => {
    const page = await newPage({ session: admin, viewport: PHONE });
    for (const name of ['shows', 'bookings', 'audit']) {
      await page.goto(`/admin/${name}`);
      const filters = page.getByRole('button', { name: /^Filters/ });
      const choice = page.getByRole('combobox').first();
      await filters.waitFor();
      expect(await choice.isVisible(), name).toBe(false);
      await filters.click();
      await choice.waitFor();
      expect(await filters.getAttribute('aria-expanded'), name).toBe('true');
      expect(await accessibilityFindings(page), name).toEqual([]);
    }
  });

  it('say what to do when they are empty', async () => {
    const page = await newPage({ session: admin });
    const meta = { page: 1, limit: 50, total: 0, totalPages: 0, hasNextPage: false, hasPrevPage: false };
    for (const [name, text] of [
      ['cinemas', /Start by adding a cinema/],
      ['movies', /Add a movie to schedule shows of it/],
      ['screens', /A screen is an auditorium of a cinema/],
      ['shows', /Schedule the first one, or/],
      ['bookings', /They appear here as soon as customers book/],
      ['users', /Users appear here when they sign up/],
      ['audit', /Everything that administrators and staff do appears here/],
    ] as const) {
      const path = `**/api/${['bookings', 'users', 'audit'].includes(name) ? `admin/${name}` : name}?*`;
      await page.route(path, (route) => route.fulfill({ json: { success: true, data: [], meta } }));
      await page.goto(`/admin/${name}`);
      await page.getByRole('heading', { name: `No ${name === 'audit' ? 'entries' : name} found` }).waitFor();
      await page.getByText(text).waitFor();
      await page.unroute(path);
    }
  });
});

describe('a booking', () => {
  it('opens its timeline from its row, by mouse and keyboard, and returns the focus', async () => {
    const customer = await signUp(unique('Zubin'));
    const show = await newShow();
    const booking = await book(show, ['C4', 'C5'], customer);
    const code = (await get('/bookings/history', customer.token)).data[0].ticketCode;
    await post('/admin/check-in', { code }, admin.token);
    const scans = [{ scanId: randomUUID(), code, scannedAt: new Date().toISOString() }];
    await post('/admin/check-in/settle', { scans }, admin.token);
    const page = await openPage('/admin/bookings', { session: admin });
    await page.getByLabel('Search bookings').fill(code.toLowerCase());
    await page.getByText('Showing 1 to 1 of 1 bookings').waitFor();
    await page.getByRole('row').filter({ hasText: customer.user.name }).getByText('₹500').click();
    const timeline = page.getByRole('dialog', { name: `Booking #${booking.id}` });
    const events = timeline.getByRole('listitem');
    await events.filter({ hasText: `Checked in by ${admin.user.name}` }).waitFor();
    expect((await events.allTextContents()).map((text) => text.split(/ by |The ticket/)[0])).toEqual([
      'Booked',
      'Paid ₹500',
      'Checked in',
      'Admitted offline',
    ]);
    await events.getByText('The ticket had already been used.').waitFor();
    await timeline.getByText('CHECKED IN', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await timeline.waitFor({ state: 'detached' });
    expect(new URL(page.url()).searchParams.get('booking')).toBeNull();
    const link = page.getByRole('link', { name: `#${booking.id}, timeline` });
    // The row may truncate the cinema and screen.
    expect(await link.getAttribute('title')).toContain(`${show.screen.cinema.name}, ${show.screen.name}`);
    await link.focus();
    await page.keyboard.press('Enter');
    await timeline.waitFor();
    await page.reload();
    await events.first().waitFor();
    await timeline.getByRole('button', { name: 'Close' }).click();
    await timeline.waitFor({ state: 'detached' });
    await page.getByText('Showing 1 to 1 of 1 bookings').waitFor();
  });

  it('shows who cancelled it, and links to the customer’s bookings', async () => {
    const customer = await signUp(unique('Meera'));
    const booking = await book(await newShow(), ['A1'], customer);
    await book(await newShow(), ['A1'], customer);
    await post(`/bookings/cancel/${booking.id}`, undefined, customer.token);
    const page = await openPage(`/admin/bookings?booking=${booking.id}`, { session: admin });
    const timeline = page.getByRole('dialog', { name: `Booking #${booking.id}` });
    await timeline.getByText(`Cancelled by ${customer.user.name}`).waitFor();
    await timeline.getByRole('link', { name: "Customer's bookings" }).click();
    await timeline.waitFor({ state: 'detached' });
    await page.getByText('Showing 1 to 2 of 2 bookings').waitFor();
  });

  it('can be cancelled from its timeline, with a reason', async () => {
    const booking = await book(await newShow(), ['A1', 'A2'], await signUp(unique('Farah')));
    const page = await openPage(`/admin/bookings?booking=${booking.id}`, { session: admin });
    const timeline = page.getByRole('dialog', { name: `Booking #${booking.id}` });
    await timeline.getByRole('button', { name: 'Cancel booking' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cancel booking' });
    await timeline.waitFor({ state: 'detached' });
    await dialog.getByLabel('Reason, as customers will read it').fill('The customer called.');
    await dialog.getByRole('button', { name: 'Cancel booking' }).click();
    await page.getByText(`Booking #${booking.id} cancelled.`).waitFor();
    await page.getByRole('link', { name: `#${booking.id}, timeline` }).click();
    await timeline.getByText('“The customer called.”').waitFor();
    expect(await timeline.getByRole('button', { name: 'Cancel booking' }).count()).toBe(0);
  });

  it('that does not exist shows an error', async () => {
    const page = await openPage('/admin/bookings?booking=2147483647', {
      session: admin,
      expectedErrors: /status of 404/,
    });
    await page.getByText("We can't find a booking with this number.").waitFor();
  });

  it('is found by the name or email of the customer, whose address stays on one line', async () => {
    const customer = await signUp(
      unique('Kavya'),
      `${randomUUID()}@the-friends-of-the-regal-and-other-old-cinemas.example.com`,
    );
    await book(await newShow(), ['A1'], customer);
    const page = await newPage({ session: admin });
    for (const text of [customer.user.name, customer.user.email]) {
      await page.goto(`/admin/bookings?search=${encodeURIComponent(text)}`);
      await page.getByText('Showing 1 to 1 of 1 bookings').waitFor();
      const email = page.getByText(customer.user.email, { exact: true });
      await email.waitFor();
      const lines = await email.evaluate((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        return new Set([...range.getClientRects()].map(({ top }) => top)).size;
      });
      expect(lines).toBe(1);
      expect(await scrollsSideways(page)).toBe(false);
    }
  });

  it('has an accessible timeline', async () => {
    const booking = await book(await newShow(), ['A1'], await signUp());
    const page = await openPage(`/admin/bookings?booking=${booking.id}`, { session: admin });
    await page.getByRole('heading', { name: 'Timeline' }).waitFor();
    expect(await findingsInEveryLook(page)).toEqual([]);
  });
});

describe('shows', () => {
  it('filters by screen, cinema, days and upcoming, and clears the filters', async () => {
    const movie = await addMovie({ title: unique('Barsaat') });
    const screen = await addScreen({ name: unique('Liberty') }, 'Blue');
    const at = (time: string) => addShow({ movie, screen, startsAt: Date.parse(time) });
    await at('2031-03-02T10:00:00Z');
    await at('2031-03-05T10:00:00Z');
    await at('2024-02-05T10:00:00Z');
    const page = await openPage(`/admin/shows?movieId=${movie.id}`, { session: admin });
    const shown = (count: number) => page.getByText(`Showing 1 to ${count} of ${count} shows`).waitFor();
    await shown(3);
    await page.getByRole('cell', { name: 'Ended' }).waitFor();
    await page.getByRole('checkbox', { name: 'Only upcoming' }).click();
    await shown(2);
    // Must not search while the year is being typed: the server would reject 0002.
    await page.getByLabel('From').pressSequentially('03032031');
    await shown(1);
    await page.getByLabel('From').blur();
    await page.getByText('From 3 Mar 2031').waitFor();
    await page.getByRole('button', { name: 'Clear the search and filters' }).click();
    await page.getByText(/^Showing 1 to 8 of/).waitFor();
    await page.getByRole('combobox', { name: 'Cinema' }).click();
    await page.getByRole('option', { name: screen.cinema.name }).click();
    await shown(3);
    await page.getByRole('combobox', { name: 'On screen' }).click();
    await page.getByRole('option', { name: 'Blue', exact: true }).click();
    await shown(3);
    expect(new URL(page.url()).searchParams.get('screenId')).toBe(String(screen.id));
  });

  it('shows occupancy without seats out of service', async () => {
    const show = await newShow();
    await closeSeats(show, 'J8', 'J9', 'J10');
    const customer = await signUp();
    await book(show, ['A1', 'A2', 'A3', 'A4', 'A5'], customer);
    const page = await openPage(`/admin/shows?movieId=${show.movieId}`, { session: admin });
    const row = page.getByRole('row').filter({ hasText: show.movie.title });
    await row.getByText('5%').waitFor();
    await row.getByText('On sale').waitFor();
    await row.getByText('5 of 97 seats').waitFor({ state: 'attached' });
  });
});

describe('the audit log', () => {
  it('filters by person, item and day', async () => {
    const name = unique('Audited');
    const made = await post('/cinemas', { name, city: 'Pune' }, admin.token);
    await post('/cinemas', { name: unique('Other'), city: 'Pune' }, admin.token);
    const page = await openPage('/admin/audit', { session: admin });
    await page.getByRole('link', { name, exact: true }).click();
    await page.getByText('Showing 1 to 1 of 1 entries').waitFor();
    await page.getByRole('button', { name: `Only ${name}: show all` }).click();
    await page.getByText(/^Showing 1 to (?!1 )/).waitFor();
    await page.getByRole('combobox', { name: 'Person' }).click();
    await page.getByRole('option', { name: admin.user.name }).click();
    await page.waitForURL(`**userId=${admin.user.id}`);
    await page.getByRole('row').filter({ hasText: made.data.name }).waitFor();
    await page.getByLabel('On', { exact: true }).fill('2001-01-01');
    await page.getByText('No entries found').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByText(/^Showing 1 to/).waitFor();
  });

  it('names what was exported', async () => {
    const movie = await addMovie({ title: unique('Exported') });
    const page = await openPage(`/admin/bookings?movieId=${movie.id}`, { session: admin });
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    await download;
    await page.getByRole('link', { name: 'Audit log' }).click();
    const exported = page.getByRole('row').filter({ has: page.getByText('Exported', { exact: true }) });
    await exported.getByText(movie.title).waitFor();
    await hasFocus(page, 'main');
  });
});
