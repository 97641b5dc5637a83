import { ALL_SEATS } from '@moviebooking/contract/seats';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { book } from './harness/catalogue.ts';
import {
  addShowWithSeats,
  joinAsAnotherUser,
  openSeatMap,
  seat,
  waitForSeats,
  withoutBroadcasts,
} from './harness/seat-map.ts';
import { accessibilityFindings, DESKTOP, newPage, PHONE, scrollsSideways, signUp, site } from './harness/user.ts';

const TOUCH = { hasTouch: true, isMobile: true };
const historyOf = async (token: string) => {
  const response = await fetch(`${site()}/api/bookings/history`, { headers: { authorization: `Bearer ${token}` } });
  return (await response.json()).data as { seats: string[] }[];
};

const SCREEN = '.cinema-screen';
const LEGEND = '.seat-legend';
const CORNERS = ['A1', 'A10', 'J1', 'J10'].map((id) => `[data-seat="${id}"]`);

/** The parts that are outside the window, or whose middle something else covers. */
const hiddenParts = (page: Page, parts: string[]) =>
  page.evaluate(
    (selectors) =>
      selectors.filter((selector) => {
        const part = document.querySelector(selector);
        const { left, right, top, bottom } = part?.getBoundingClientRect() ?? new DOMRect(-1);
        const isInside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
        const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return !isInside || !hit || !part?.contains(hit);
      }),
    parts,
  );

describe('the seat map', () => {
  it('shows the facts, the legend, the screen and every seat', async () => {
    const { page } = await openSeatMap(await addShowWithSeats({ price: 249.5 }));
    await page.getByRole('heading', { name: 'Monsoon Matinee', level: 1 }).waitFor();
    await page.getByRole('heading', { name: 'Select Your Seats' }).waitFor();
    for (const text of ['Marigold Talkies', 'Gold', '₹249.50 per seat', 'SCREEN'])
      await page.getByText(text, { exact: true }).waitFor();
    const legend = page.getByRole('list', { name: 'Legend' }).getByRole('listitem');
    expect(await legend.allTextContents()).toEqual(['Available', 'Selected', 'Blocked by others', 'Booked']);
    expect(await page.getByRole('rowheader').allTextContents()).toEqual([...'ABCDEFGHIJ']);
    expect(await page.locator('[data-seat]').allTextContents()).toEqual(ALL_SEATS.map((id) => id.at(-1)));
    await page.getByRole('button', { name: 'Row C, seat 10, available, ₹249.50', exact: true }).waitFor();
    const gap = async (left: string, right: string) => {
      const boxes = await Promise.all([seat(page, left).boundingBox(), seat(page, right).boundingBox()]);
      return (boxes[1]?.x ?? 0) - (boxes[0]?.x ?? 0) - (boxes[0]?.width ?? 0);
    };
    expect(await gap('C5', 'C6')).toBeGreaterThan((await gap('C4', 'C5')) + 8);
    expect(await page.getByText('Admin View').count()).toBe(0);
  });

  it.each([
    ['Asia/Kolkata', '24 Dec 2030, 9:30 pm'],
    ['UTC', '24 Dec 2030, 9:30 pm IST'],
    ['America/Los_Angeles', '24 Dec 2030, 9:30 pm IST'],
  ])('in %s the show starts at %s', async (timezoneId, text) => {
    const { page } = await openSeatMap(await addShowWithSeats({ startsAt: Date.UTC(2030, 11, 24, 16) }), {
      timezoneId,
    });
    await page.getByText(`Tue, ${text}`, { exact: true }).waitFor();
  });

  it('says that it failed to load, and tries again', async () => {
    const show = await addShowWithSeats();
    const page = await newPage({ session: await signUp(), expectedErrors: /status of 500/ });
    await page.route('**/api/bookings/seats/*', (route) => route.fulfill({ status: 500, body: '{}' }));
    await page.goto(`/shows/${show.id}/seats`);
    await page.getByText('Failed to load seat layout. Please try again.').waitFor();
    await page.getByRole('heading', { level: 1, name: 'Seats' }).waitFor();
    expect(await page.title()).toBe('Seats · MovieBooking');
    await page.unroute('**/api/bookings/seats/*');
    await page.getByRole('button', { name: 'Try Again' }).click();
    await waitForSeats(page, 'available', 'A1', 'J10');
  });
});

describe('choosing', () => {
  it('a seat is selected here and blocked elsewhere immediately, and free again when released', async () => {
    const show = await addShowWithSeats();
    const [{ page }, { page: other }] = await Promise.all([openSeatMap(show), openSeatMap(show)]);
    expect(await page.getByText('Book Seats').count()).toBe(0);
    await seat(page, 'C4').click();
    await seat(page, 'C5').click();
    await waitForSeats(page, 'selected', 'C4', 'C5');
    await page.getByText('2 seat(s) selected (max 6)').waitFor();
    await page.getByText('₹500', { exact: true }).waitFor();
    await page
      .getByRole('timer')
      .getByText(/^[45]:\d\d$/)
      .waitFor();
    await waitForSeats(other, 'blocked', 'C4', 'C5');
    await seat(other, 'C4').click({ force: true });
    await waitForSeats(other, 'blocked', 'C4');

    await page.getByRole('button', { name: 'Deselect seat C5' }).click();
    await waitForSeats(page, 'available', 'C5');
    await waitForSeats(other, 'available', 'C5');
    await seat(page, 'C4').click();
    await waitForSeats(other, 'available', 'C4');
    expect(await page.getByText('Book Seats').count()).toBe(0);
  });

  it('tooltips show the status of a seat, and stay while the pointer is on them', async () => {
    const show = await addShowWithSeats();
    const ravi = await joinAsAnotherUser(show);
    await ravi.hold('B2');
    await book(show, ['D1'], await signUp());
    const { page } = await openSeatMap(show);
    for (const [id, text] of [
      ['B2', 'Seat blocked by another user'],
      ['D1', 'Seat already booked'],
      ['E5', 'Select seat E5'],
    ] as const) {
      await seat(page, id).hover();
      await page.getByRole('tooltip').getByText(text, { exact: true }).waitFor();
    }
    const shown = page.getByRole('tooltip');
    const { x, y, width, height } = (await shown.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await page.mouse.move(x + width / 2, y + height / 2, { steps: 10 });
    await page.evaluate(() => new Promise(requestAnimationFrame));
    expect(await shown.textContent()).toBe('Select seat E5');
    await page.mouse.move(x + width / 2, y - 3 * height, { steps: 10 });
    await shown.getByText('Select seat E5').waitFor({ state: 'detached' });
    await seat(page, 'E5').hover();
    await shown.getByText('Select seat E5').waitFor();
    await page.keyboard.press('Escape');
    await shown.waitFor({ state: 'detached' });
    await seat(page, 'D1').click({ force: true });
    await page.getByText('D1 is booked.').first().waitFor();
    await seat(page, 'E6').click();
    await page.getByText('D1 is booked.').waitFor({ state: 'detached' });
    await page.waitForTimeout(1_000);
    expect(await page.getByRole('tooltip').count()).toBe(0);
  });

  it('the seventh seat is refused with a message for three seconds', async () => {
    const { page } = await openSeatMap(await addShowWithSeats());
    await page.clock.install({ time: Date.now() });
    await page.reload();
    await page.getByText('Real-time updates active').waitFor();
    for (const id of ['E1', 'E2', 'E3', 'E4', 'E5', 'E6']) await seat(page, id).click();
    await page.getByText('6 seat(s) selected (max 6)').waitFor();
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
    await seat(page, 'E7').click();
    const message = page.getByRole('alert').getByText('Maximum 6 seats can be selected');
    await message.waitFor();
    await page.clock.runFor(2_900);
    expect(await message.isVisible()).toBe(true);
    await page.clock.runFor(200);
    await message.waitFor({ state: 'detached' });
    await waitForSeats(page, 'available', 'E7');
    await page.getByText('6 seat(s) selected (max 6)').waitFor();
  });

  it('a seat that another user takes is deselected with a notice, and the others stay selected', async () => {
    const show = await addShowWithSeats();
    const ravi = await joinAsAnotherUser(show);
    const { page } = await openSeatMap(show);
    await withoutBroadcasts(page);
    await page.getByText('Real-time updates active').waitFor();
    await seat(page, 'F4').click();
    await ravi.hold('F5');
    await seat(page, 'F5').click();
    await page.getByText('F5 was just taken by someone else. Your other seats are still yours.').first().waitFor();
    await waitForSeats(page, 'blocked', 'F5');
    await waitForSeats(page, 'selected', 'F4');
  });

  it('finds the best seats for a party, and says when there are none together', async () => {
    const show = await addShowWithSeats();
    const { page } = await openSeatMap(show);
    await page.getByRole('button', { name: 'Best seats for 3' }).click();
    await waitForSeats(page, 'selected', 'G3', 'G4', 'G5');
    await page.getByRole('button', { name: 'Best seats for 2' }).click();
    await waitForSeats(page, 'selected', 'G4', 'G5');
    await waitForSeats(page, 'available', 'G3');

    const everySecond = ALL_SEATS.filter((_, index) => index % 2 === 0 && !['G5'].includes(ALL_SEATS[index] ?? ''));
    for (let from = 0; from < everySecond.length; from += 6)
      await book(show, everySecond.slice(from, from + 6), await signUp());
    await waitForSeats(page, 'booked', 'J9');
    await page.getByRole('button', { name: 'Best seats for 4' }).click();
    await page.getByText("There aren't 4 seats together any more.").first().waitFor();
    await waitForSeats(page, 'selected', 'G4', 'G5');
  });
});

describe('booking', () => {
  it('opens the confirmation, and the seats are booked for everyone', async () => {
    const show = await addShowWithSeats();
    const [{ page, session }, { page: other }] = await Promise.all([openSeatMap(show), openSeatMap(show)]);
    await seat(page, 'G5').click();
    await seat(page, 'G6').click();
    await page.getByRole('button', { name: 'Book Seats' }).dblclick();
    await page.waitForURL('**/bookings/confirmation');
    await page.getByText('Booking Confirmed!').waitFor();
    await waitForSeats(other, 'booked', 'G5', 'G6');
    expect((await historyOf(session.token)).map(({ seats }) => seats)).toEqual([['G5', 'G6']]);
  });

  it('shows Booking..., keeps the selection still and ignores presses until the ticket is there', async () => {
    const show = await addShowWithSeats();
    const [{ page }, { page: other }] = await Promise.all([openSeatMap(show, { viewport: PHONE }), openSeatMap(show)]);
    await seat(page, 'G5').click();
    await page.getByRole('timer').waitFor();
    const held = Promise.withResolvers<void>();
    await page.route('**/api/bookings', async (route) => {
      const response = await route.fetch();
      await held.promise;
      await route.fulfill({ response });
    });
    const layout = () =>
      page.evaluate(() =>
        ['[data-seat="G5"]', '.seat-side', '.selection-count'].map((part) => {
          const { x, y, width, height } = document.querySelector(part)?.getBoundingClientRect() ?? {};
          return [x, y, width, height];
        }),
      );
    const before = await layout();
    await page.getByRole('button', { name: 'Book Seats' }).click();
    await page.getByRole('button', { name: 'Booking...' }).waitFor();
    await waitForSeats(other, 'booked', 'G5');
    await page.waitForTimeout(500);
    await waitForSeats(page, 'selected', 'G5');
    await page.getByText('1 seat(s) selected (max 6)').waitFor();
    expect(await layout()).toEqual(before);
    expect(await page.locator('[data-seat]:not([aria-disabled="true"])').count()).toBe(0);
    await seat(page, 'G7').click({ force: true });
    await waitForSeats(page, 'available', 'G7');
    held.resolve();
    await page.waitForURL('**/bookings/confirmation');
  });

  it('is made once even if its answer is lost', async () => {
    const { page, session } = await openSeatMap(await addShowWithSeats(), {
      expectedErrors: /ERR_FAILED|ERR_CONNECTION/,
    });
    const keys: (string | undefined)[] = [];
    await page.route('**/api/bookings', async (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      const response = await route.fetch();
      if (keys.length === 1) await route.abort();
      else await route.fulfill({ response });
    });
    await seat(page, 'G5').click();
    await page.getByRole('button', { name: 'Book Seats' }).click();
    await page.waitForURL('**/bookings/confirmation');
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBeTruthy();
    expect(keys[1]).toBe(keys[0]);
    expect(await historyOf(session.token)).toHaveLength(1);
  });

  it("shows the server's message after a failure, reloads the map and keeps the other seats", async () => {
    const show = await addShowWithSeats();
    const { page } = await openSeatMap(show, { expectedErrors: /status of 409|Socket not connected/ });
    await page.routeWebSocket(/socket\.io/, (socket) => socket.close());
    await page.reload();
    await page.getByText('Connecting...').waitFor();
    await seat(page, 'H3').click();
    await seat(page, 'H4').click();
    await book(show, ['H4'], await signUp());
    await page.getByRole('button', { name: 'Book Seats' }).click();
    await page.getByRole('alert').getByText(/H4/).waitFor();
    await waitForSeats(page, 'booked', 'H4');
    await waitForSeats(page, 'selected', 'H3');
    await page.getByText('1 seat(s) selected (max 6)').waitFor();
  });

  it('works by keyboard alone', async () => {
    const show = await addShowWithSeats();
    await book(show, ['A2'], await signUp());
    const { page } = await openSeatMap(show);
    const focused = () =>
      page.evaluate(() => {
        const named = document.activeElement?.querySelector('[role="img"]') ?? document.activeElement;
        return named?.ariaLabel || named?.textContent || '';
      });
    await page.getByRole('link', { name: 'Showtimes' }).focus();
    await page.keyboard.press('Tab');
    expect(await focused()).toContain('Row A, seat 1, available, ₹250');
    await page.keyboard.press('ArrowRight');
    expect(await focused()).toContain('Row A, seat 2, booked');
    await page.keyboard.press('Space');
    await page.keyboard.press('Control+End');
    expect(await focused()).toContain('Row J, seat 10');
    await page.keyboard.press('Home');
    for (let i = 0; i < 5; i += 1) await page.keyboard.press('ArrowRight');
    expect(await focused()).toContain('Row J, seat 6');
    await page.keyboard.press('Space');
    await waitForSeats(page, 'selected', 'J6');
    await page.getByRole('status').getByText('J6 selected. 1 seat selected, ₹250.').waitFor();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await waitForSeats(page, 'selected', 'I6');
    expect(await page.getByRole('gridcell', { selected: true }).count()).toBe(2);
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('Best seats for 1');
    await page.keyboard.press('ArrowRight');
    expect(await focused()).toBe('Best seats for 2');
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('Deselect seat I6');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/bookings/confirmation');
  });
});

describe('everybody can use it', () => {
  it.each([
    ['a touch screen', ['390x664', '360x620', '844x390'], TOUCH],
    ['a desktop', ['1280x800', '1366x633', '1920x1080'], {}],
  ] as const)(
    'on %s the screen, all seats, the legend and the way to book are in one view',
    async (_, sizes, touch) => {
      const { page } = await openSeatMap(await addShowWithSeats(), touch);
      const widths: number[] = [];
      for (const size of sizes) {
        const [width = 0, height = 0] = size.split('x').map(Number);
        await page.setViewportSize({ width, height });
        await page.evaluate(() => window.scrollTo(0, 0));
        expect(await hiddenParts(page, [SCREEN, LEGEND, ...CORNERS, '.best-seats']), size).toEqual([]);
        await seat(page, 'J1').click();
        await page.getByRole('button', { name: 'Book Seats' }).waitFor();
        expect(await hiddenParts(page, [SCREEN, LEGEND, ...CORNERS, '.selection-book']), size).toEqual([]);
        await seat(page, 'J1').click();
        await waitForSeats(page, 'available', 'J1');
        const box = await seat(page, 'E5').boundingBox();
        expect(Math.min(box?.width ?? 0, box?.height ?? 0), size).toBeGreaterThanOrEqual(24);
        widths.push(box?.width ?? 0);
      }
      if (!('hasTouch' in touch)) expect(widths[2]).toBeGreaterThan((widths[0] ?? 0) + 10);
      await page.getByRole('link', { name: 'Showtimes' }).click();
      await page.waitForURL('**/movies/*/cinemas');
    },
  );

  it('on a phone the header is one line that opens, and a tap on a taken seat says so above the bar', async () => {
    const show = await addShowWithSeats();
    await book(show, ['J4'], await signUp());
    const { page } = await openSeatMap(show, { viewport: { width: 390, height: 664 }, ...TOUCH });
    const price = page.getByText('₹250 per seat');
    expect(await price.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Show details', expanded: false }).tap();
    await price.waitFor();
    await page.getByRole('button', { name: 'Show details', expanded: true }).tap();
    await page.locator('[data-seat="J4"]').tap({ force: true });
    const notice = page.locator('.seat-side').getByText('J4 is booked.');
    await notice.waitFor();
    await expect.poll(() => hiddenParts(page, ['[data-seat="J4"]', '.seat-notice'])).toEqual([]);
    await page.getByRole('button', { name: 'Best seats for 2' }).tap();
    await waitForSeats(page, 'selected', 'G4', 'G5');
    expect(await page.evaluate(() => (document.activeElement as HTMLElement).dataset.seat)).toBe('G4');
    await notice.waitFor({ state: 'detached' });
  });

  it.each([
    [DESKTOP, {}],
    [PHONE, TOUCH],
  ] as const)('at %o nothing is serious, light or dark, and nothing scrolls sideways', async (viewport, touch) => {
    const show = await addShowWithSeats();
    const ravi = await joinAsAnotherUser(show);
    await ravi.hold('D7', 'D8');
    await book(show, ['B2', 'B3'], await signUp());
    const { page } = await openSeatMap(show, { viewport, ...touch, reducedMotion: 'reduce' });
    await page.getByRole('button', { name: 'Best seats for 2' }).click();
    await page.getByRole('timer').waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await accessibilityFindings(page)).toEqual([]);
    }
    for (const width of [viewport.width, 360]) {
      await page.setViewportSize({ width, height: 740 });
      expect(await scrollsSideways(page)).toBe(false);
    }
  });

  it('zoomed in, every seat is 44 px wide, even in the corners, and the zoom is remembered', async () => {
    const { page } = await openSeatMap(await addShowWithSeats(), { viewport: PHONE, ...TOUCH });
    await page.getByRole('button', { name: 'Bigger seats' }).tap();
    for (const id of ['A1', 'E5', 'J10']) {
      const box = await seat(page, id).boundingBox();
      expect(box?.width).toBeGreaterThanOrEqual(44);
      expect(box?.height).toBeGreaterThanOrEqual(44);
      await seat(page, id).tap();
      await waitForSeats(page, 'selected', id);
    }
    await page.reload();
    await page.getByRole('button', { name: 'All seats' }).waitFor();
    expect((await seat(page, 'E5').boundingBox())?.width).toBeGreaterThanOrEqual(44);
    const viewport = await page.locator('meta[name=viewport]').getAttribute('content');
    expect(viewport).not.toMatch(/user-scalable|maximum-scale/);
  });
});
