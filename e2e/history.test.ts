import type { Session } from '@moviebooking/contract/accounts';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { addMovie, addScreen, addShow, book, HOUR_MS } from './harness/catalogue.ts';
import {
  accessibilityFindings,
  answerConfirm,
  DESKTOP,
  newPage,
  openPage,
  PHONE,
  post,
  scrollsSideways,
  signUp,
} from './harness/user.ts';

const REFUSED = /Failed to load resource/;
const HISTORY = '/bookings/history';
const PROMPT = 'Are you sure you want to cancel this booking?';

interface BookOneOptions {
  customer?: Session;
  city?: string;
}

const rowOf = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title });

/** As if a phone were unlocked. */
const comeBack = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));

async function bookOne(title: string, seats: string[], { customer: known, city = 'Kochi' }: BookOneOptions = {}) {
  const customer = known ?? (await signUp());
  const show = await addShow({
    movie: await addMovie({ title }),
    screen: await addScreen({ name: 'Regal', city }),
    startsAt: Date.now() + 26 * HOUR_MS,
    price: 199.5,
  });
  return { customer, booking: await book(show, seats, customer) };
}

async function cancelIn(page: Page, title: string, answer: 'accept' | 'dismiss') {
  const press = () => rowOf(page, title).getByRole('button', { name: 'Cancel', exact: true }).click();
  expect(await answerConfirm(page, answer, press)).toBe(PROMPT);
}

describe('Booking History', () => {
  it('says that there are no bookings yet, and links to the movies', async () => {
    const page = await openPage(HISTORY, { session: await signUp() });
    await page.getByRole('heading', { level: 1, name: 'Booking History' }).waitFor();
    await page.getByText('View all your past movie bookings').waitFor();
    await page.getByText('No bookings yet').waitFor();
    await page.getByText("You haven't booked anything yet.").waitFor();
    await page.getByRole('link', { name: 'Browse Movies' }).click();
    await page.waitForURL('**/movies');
  });

  it('shows all columns of a booking; cancelling asks, updates the row and frees the seats', async () => {
    const { customer, booking } = await bookOne('Row By Row', ['A10', 'A2']);
    const page = await openPage(HISTORY, { session: customer });
    const headers = page.getByRole('columnheader');
    await headers.first().waitFor();
    expect(await headers.allTextContents()).toEqual([
      ...['Movie', 'Cinema', 'Show Time', 'Seats', 'Date Booked', 'Status', 'Action'],
    ]);
    const row = rowOf(page, 'Row By Row');
    const next = page.getByRole('region', { name: 'Next up' });
    for (const text of ['Row By Row', /Regal, Kochi, .*A2, A10/]) await next.getByText(text).waitFor();
    for (const text of ['Regal', 'Kochi', 'A2', 'A10', 'CONFIRMED', `Booking #${booking.id}`, '₹399']) {
      await row.getByText(text, { exact: true }).waitFor();
    }
    await cancelIn(page, 'Row By Row', 'dismiss');
    await row.getByText('CONFIRMED').waitFor();

    let fetched = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/api/bookings/history')) fetched += 1;
    });
    await cancelIn(page, 'Row By Row', 'accept');
    await row.getByText('CANCELLED', { exact: true }).waitFor();
    await row.getByText('Cancelled', { exact: true }).waitFor();
    expect(await row.getByRole('button').count()).toBe(0);
    expect(await next.count()).toBe(0);
    expect(fetched).toBe(0);
    expect((await book(booking.show as never, ['A2'], await signUp())).seats).toEqual(['A2']);
  });

  it('shows the server’s message, or ours, for five seconds after a refused cancellation', async () => {
    const { customer, booking } = await bookOne('Refused', ['C4']);
    const page = await newPage({ session: customer, expectedErrors: REFUSED });
    await page.clock.install();
    await page.goto(HISTORY);
    await rowOf(page, 'Refused').waitFor();
    await post(`/bookings/cancel/${booking.id}`, undefined, customer.token);
    await cancelIn(page, 'Refused', 'accept');
    const message = page.getByRole('alert').getByText('This booking is already cancelled.');
    await message.waitFor();
    await page.clock.fastForward(4_000);
    expect(await message.count()).toBe(1);
    await page.clock.fastForward(1_100);
    await message.waitFor({ state: 'detached' });
    await page.route('**/api/bookings/cancel/*', (route) => route.fulfill({ status: 502, body: 'Bad gateway' }));
    await cancelIn(page, 'Refused', 'accept');
    await page.getByRole('alert').getByText('Failed to cancel booking. Please try again.').waitFor();
  });

  it('shows the result of a cancellation in view, and disables other cancellations until then', async () => {
    const { customer } = await bookOne('Other', ['C4']);
    const { booking } = await bookOne('Chosen', ['C5'], { customer });
    const viewport = { ...PHONE, height: 500 };
    const page = await openPage(HISTORY, { session: customer, viewport, expectedErrors: REFUSED });
    await page.route('**/api/bookings/cancel/*', (route) => route.fulfill({ status: 502, body: 'Bad gateway' }));
    await cancelIn(page, 'Chosen', 'accept');
    const isSeen = async () => {
      const { y = -1, height = 0 } = (await page.getByRole('alert').boundingBox()) ?? {};
      return y >= 0 && y + height <= viewport.height;
    };
    await expect.poll(isSeen).toBe(true);

    const answer = Promise.withResolvers<void>();
    await page.route('**/api/bookings/cancel/*', async (route) => {
      await answer.promise;
      await route.continue();
    });
    const other = rowOf(page, 'Other').getByRole('button', { name: 'Cancel', exact: true });
    await cancelIn(page, 'Chosen', 'accept');
    await rowOf(page, 'Chosen').getByRole('button', { name: 'Cancelling...' }).waitFor();
    expect(await other.isDisabled()).toBe(true);
    answer.resolve();
    await page.getByText(`Booking #${booking.id} was cancelled.`).waitFor();
    await rowOf(page, 'Chosen').getByText('CANCELLED', { exact: true }).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Cancelled');
    await expect.poll(() => other.isEnabled()).toBe(true);
  });

  it('ignores a history answer that is older than a cancellation', async () => {
    const { customer } = await bookOne('Undone', ['C4']);
    const page = await openPage(HISTORY, { session: customer });
    await rowOf(page, 'Undone').waitFor();
    const [asked, late] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await page.route(`**/api${HISTORY}`, async (route) => {
      const response = await route.fetch();
      asked.resolve();
      await late.promise;
      await route.fulfill({ response });
    });
    await comeBack(page);
    await asked.promise;
    await cancelIn(page, 'Undone', 'accept');
    await rowOf(page, 'Undone').getByText('CANCELLED', { exact: true }).waitFor();
    late.resolve();
    await page.unrouteAll({ behavior: 'wait' });
    await page.evaluate(() => fetch('/logo.svg'));
    expect(await rowOf(page, 'Undone').getByText('CANCELLED', { exact: true }).count()).toBe(1);
  });

  it('cancels a booking in the saved list too', async () => {
    const { customer } = await bookOne('Kept', ['C4']);
    const page = await openPage(HISTORY, { session: customer, expectedErrors: REFUSED });
    await rowOf(page, 'Kept').waitFor();
    await page.route(`**/api${HISTORY}`, (route) => route.fulfill({ status: 418, body: 'no' }));
    await page.reload();
    await page.getByText(/^We couldn't load your latest bookings\./).waitFor();
    await page.unroute(`**/api${HISTORY}`);
    await cancelIn(page, 'Kept', 'accept');
    await rowOf(page, 'Kept').getByText('CANCELLED', { exact: true }).waitFor();
  });

  it('keeps saved bookings and an open ticket while the history loads again', async () => {
    const { customer } = await bookOne('Kept', ['C4']);
    const page = await openPage(HISTORY, { session: customer, expectedErrors: REFUSED });
    await rowOf(page, 'Kept').waitFor();
    let answer = Promise.resolve();
    let isFailing = true;
    await page.route(`**/api${HISTORY}`, async (route) => {
      await answer;
      await (isFailing ? route.fulfill({ status: 418, body: 'no' }) : route.continue());
    });
    await page.reload();
    const notice = page.getByText(/^We couldn't load your latest bookings\./);
    await notice.waitFor();
    await rowOf(page, 'Kept').getByRole('button', { name: 'View ticket' }).click();
    const ticket = page.getByRole('dialog', { name: 'Your ticket' });
    await ticket.waitFor();

    const later = Promise.withResolvers<void>();
    answer = later.promise;
    isFailing = false;
    await Promise.all([page.waitForRequest(`**/api${HISTORY}`), comeBack(page)]);
    await page.getByText('Trying again...').waitFor();
    expect(await ticket.isVisible()).toBe(true);
    later.resolve();
    await notice.waitFor({ state: 'detached' });
    expect(await ticket.isVisible()).toBe(true);
  });

  it('lists upcoming bookings first and past ones below a line, and accepts unusual answers', async () => {
    const { customer, booking } = await bookOne('Tomorrow', ['B1']);
    const past = (id: number, status: string, title: string) => ({
      ...{ ...booking, id, status },
      ...{ movie: { ...booking.movie, title, posterUrl: '/posters/no-such.svg' }, seats: '["J9","J10"]' },
      show: { ...booking.show, startTime: `2026-01-0${id}T13:30:00.000Z` },
    });
    const page = await newPage({ session: customer, expectedErrors: REFUSED });
    await page.route(`**/api${HISTORY}`, (route) =>
      route.fulfill({
        json: { success: true, data: [past(1, 'CONFIRMED', 'Seen'), past(2, 'ON_HOLD', 'Odd'), booking] },
      }),
    );
    await page.goto(HISTORY);
    const rows = page.getByRole('row');
    await rowOf(page, 'Odd').waitFor();
    expect(
      await rows.evaluateAll((all) =>
        all.slice(1).map((row) => row.textContent?.match(/^\D+?(?=Booking #|$)/)?.[0].trim()),
      ),
    ).toEqual([...['Tomorrow', 'Past shows', 'Odd', 'Seen']]);
    for (const text of ['J9', 'J10', 'ON HOLD', 'Cannot cancel', '2 Jan 2026,', '7:00 pm']) {
      await rowOf(page, 'Odd').getByText(text, { exact: true }).waitFor();
    }
    await rowOf(page, 'Seen').getByText('Cannot cancel').waitFor();
    await expect.poll(() => rowOf(page, 'Seen').locator('img').count()).toBe(0);
    await page.unroute(`**/api${HISTORY}`);
    await page.route(`**/api${HISTORY}`, (route) => route.fulfill({ json: { success: true } }));
    await page.goto(HISTORY);
    await page.getByText('No bookings yet').waitFor();
  });

  it('shows a spinner while loading, and a panel with Try Again after a failure', async () => {
    const page = await newPage({ session: await signUp(), expectedErrors: REFUSED });
    let fails = true;
    let letGo = () => {};
    await page.route(`**/api${HISTORY}`, async (route) => {
      if (!fails) return route.continue();
      await new Promise<void>((resolve) => {
        letGo = resolve;
      });
      await route.fulfill({ status: 418, body: 'no' });
    });
    await page.goto(HISTORY);
    await page.getByRole('status').getByText('Loading your bookings').waitFor();
    letGo();
    await page.getByRole('alert').getByText('Error Loading History').waitFor();
    await page.getByText('Failed to load booking history').waitFor();
    fails = false;
    await page.getByRole('button', { name: 'Try Again' }).click();
    await page.getByText('No bookings yet').waitFor();
  });

  it.each([
    [DESKTOP, 'light', 'UTC'],
    [{ width: 360, height: 740 }, 'dark', 'America/Los_Angeles'],
  ] as const)(
    'at %o in %s in %s is accessible, has the times of the cinemas and never scrolls sideways',
    async (viewport, colorScheme, timezoneId) => {
      const { customer, booking } = await bookOne('Longwordtitle'.repeat(12), ['F1', 'F2', 'F3', 'F4', 'F5', 'F6'], {
        city: 'Longcity'.repeat(12),
      });
      const page = await openPage(HISTORY, { session: customer, viewport, colorScheme, timezoneId });
      await rowOf(page, 'Longwordtitle').waitFor();
      const clock = new Intl.DateTimeFormat('en-IN', { hour: 'numeric', minute: '2-digit', timeZone: 'Asia/Kolkata' });
      await rowOf(page, 'Longwordtitle')
        .getByText(`${clock.format(new Date(booking.show.startTime))} IST`)
        .first()
        .waitFor();
      expect(await accessibilityFindings(page)).toEqual([]);
      expect(await scrollsSideways(page)).toBe(false);
      const card = page.getByRole('table').locator('..');
      expect(await card.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    },
  );
});
