/** From the login to the ticket with one thumb, by keyboard, with a screen reader, and in another time zone. */
import type { Show } from '@moviebooking/contract/catalogue';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { addShowWithSeats, seat, waitForSeats } from './harness/seat-map.ts';
import { logInAsAdmin, openPage, PASSWORD, scrollsSideways, signUp } from './harness/user.ts';

const SMALL_PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const FINGER_PX = 44;

/** Opens the movie by its address, because other tests add movies at the same time. */
const moviePage = (show: Show) => `/movies/${show.movieId}/cinemas`;

describe('with one hand on a phone of 360 px', () => {
  it('every target is at least 44 px each way and in reach of the thumb', async () => {
    const { user } = await signUp();
    const show = await addShowWithSeats();
    const page = await openPage('/login', SMALL_PHONE);
    const thumb = (target: Locator) => tapWithThumb(page, target);
    const button = (name: string) => page.getByRole('button', { name, exact: true });

    await thumb(page.getByLabel('Email'));
    await page.keyboard.type(user.email);
    await thumb(page.getByLabel('Password', { exact: true }));
    await page.keyboard.type(PASSWORD);
    await thumb(button('Login'));
    await page.waitForURL('**/movies');
    await thumb(
      page
        .getByRole('listitem')
        .filter({ has: page.getByRole('link', { name: /View Cinemas/ }) })
        .first(),
    );
    await page.waitForURL('**/cinemas');

    await page.goto(moviePage(show));
    await thumb(page.locator(`a[href="/shows/${show.id}/seats"]`));
    await page.getByText('Real-time updates active').waitFor();
    await thumb(button('Bigger seats'));
    await thumb(seat(page, 'E5'));
    await thumb(seat(page, 'E6'));
    await waitForSeats(page, 'selected', 'E5', 'E6');
    await thumb(button('Book Seats'));
    await page.waitForURL('**/bookings/confirmation');
    await page.getByText('Booking Confirmed!').waitFor();
    for (const name of ['Add to calendar', 'Print ticket']) await withinReach(page, button(name));
    await thumb(page.getByRole('link', { name: 'View All Bookings' }));
    await thumb(button('Open ticket'));
    await page.getByRole('dialog', { name: 'Your ticket' }).waitFor();
  });
});

/** A thumb reaches the lower two thirds of the screen, so it scrolls to everything above. */
async function withinReach(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  const top = (page.viewportSize()?.height ?? 0) / 3;
  const placeOf = async () => (await target.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const before = await placeOf();
  if (before.y < top) await page.evaluate((by) => window.scrollBy(0, by), before.y - top);
  else await target.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await placeOf();
  const what = `${target} at ${Math.round(y)} px, ${width} x ${height}`;
  expect(Math.min(width, height), what).toBeGreaterThanOrEqual(FINGER_PX);
  expect(y + height, what).toBeGreaterThanOrEqual(top);
  expect(y + height, what).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0);
  expect(x, what).toBeGreaterThanOrEqual(0);
}

async function tapWithThumb(page: Page, target: Locator): Promise<void> {
  await withinReach(page, target);
  await target.tap();
}

describe('by keyboard alone', () => {
  it('books from the login to the ticket, with the focus always visible', async () => {
    const { user } = await signUp();
    const show = await addShowWithSeats();
    const page = await openPage('/login');

    await page.getByLabel('Email').waitFor();
    await tabTo(page, 'Email');
    await page.keyboard.type(user.email);
    await tabTo(page, 'Password');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/movies');
    await page
      .getByRole('link', { name: /View Cinemas/ })
      .first()
      .waitFor();
    await tabTo(page, /View Cinemas/);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/cinemas');

    await page.goto(moviePage(show));
    await page.locator(`a[href="/shows/${show.id}/seats"]`).waitFor();
    await tabTo(page, /₹250/);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/seats');
    await page.getByText('Real-time updates active').waitFor();
    await tabTo(page, /^Row A, seat 1, available/);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Space');
    await waitForSeats(page, 'selected', 'B2');
    await tabTo(page, 'Book Seats');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/bookings/confirmation');
    await page.getByText('Booking Confirmed!').waitFor();
    await tabTo(page, 'Print ticket');
    await tabTo(page, 'View All Bookings');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/bookings/history');
    await page.getByRole('button', { name: 'Open ticket' }).waitFor();
    await tabTo(page, /Open ticket/);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Your ticket' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect((await focused(page)).name).toMatch(/Open ticket/);
  });
});

describe('with a screen reader', () => {
  it('the accessibility tree of every page has everything a sighted user sees, in order', async () => {
    const session = await signUp();
    const show = await addShowWithSeats({
      startsAt: Date.UTC(2030, 11, 24, 16),
      posterUrl: '/posters/locker-no-9.svg',
    });
    const page = await openPage(moviePage(show), { session });
    await page.getByRole('heading', { name: 'Showtimes', exact: true }).waitFor();
    expectInOrder(await readOut(page), [
      'link "Back to Movies"',
      'heading "Monsoon Matinee" [level=1]',
      'heading "Showtimes" [level=2]',
      'Marigold Talkies',
      'link "Tue, 24 Dec, 9:30 pm',
    ]);

    await page.locator(`a[href="/shows/${show.id}/seats"]`).press('Enter');
    await page.getByText('Real-time updates active').waitFor();
    const seats = await readOut(page);
    expectInOrder(seats, [
      'link "Showtimes"',
      'heading "Monsoon Matinee" [level=1]',
      'Real-time updates active',
      'Marigold Talkies',
      '₹250 per seat',
      'heading "Select Your Seats" [level=2]',
      'list "Legend"',
      'SCREEN',
      'grid "Seats of Gold"',
      'rowheader "Row A"',
      'button "Row A, seat 1, available, ₹250"',
      'rowheader "Row J"',
      'button "Row J, seat 10, available, ₹250"',
      'complementary "Booking"',
      'button "Best seats for 1"',
    ]);
    expect(seats.match(/gridcell/g)).toHaveLength(100);

    await seat(page, 'C4').press('Space');
    await page.getByRole('timer').waitFor();
    expectInOrder(await readOut(page), [
      'button "Row C, seat 4, selected, ₹250"',
      'region "Your selection"',
      '1 seat(s) selected (max 6)',
      '₹250',
      'timer',
      'button "Book Seats"',
    ]);

    await page.getByRole('button', { name: 'Book Seats' }).press('Enter');
    await page.getByText('Booking Confirmed!').waitFor();
    expectInOrder(await readOut(page), [
      'heading "Booking Confirmed!" [level=1]',
      'Your seats have been successfully reserved',
      'article "Ticket"',
      'region "Show information"',
      'img "Monsoon Matinee poster"',
      'heading "Monsoon Matinee" [level=2]',
      'Tuesday, 24 December 2030',
      '9:30 pm',
      'Marigold Talkies, Mumbai',
      'list "Selected seats"',
      'listitem: C4',
      'region "Stub"',
      'img "QR code of ticket MB-',
      'Booking ID:',
      'button "Add to calendar"',
      'button "Print ticket"',
      'region "Payment summary"',
      'Total Amount',
      'Please arrive at the cinema 15 minutes before the show time.',
      'link "View All Bookings"',
      'link "Book Another Movie"',
    ]);
  });
});

describe("in the cinemas' time zone", () => {
  it.each([
    ['America/New_York', ' IST'],
    ['Asia/Kolkata', ''],
  ])('in %s a show is at "12:30 am%s" from its movie to its ticket and in the admin area', async (timezoneId, zone) => {
    // In New York it is still the previous day.
    const show = await addShowWithSeats({ startsAt: Date.parse('2030-12-25T00:30:00+05:30') });
    const time = `12:30 am${zone}`;
    const page = await openPage(moviePage(show), { ...SMALL_PHONE, session: await signUp(), timezoneId });
    await page.getByRole('button', { name: 'Wed 25 Dec' }).tap();
    await page.getByText(`Wed, 25 Dec, ${time}`, { exact: true }).waitFor();
    await page.getByText(`to 2:38 am${zone}`, { exact: true }).waitFor();
    await expectZones(page, zone);

    await page.locator(`a[href="/shows/${show.id}/seats"]`).tap();
    await page.locator('.seat-header-time').getByText(time, { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Show details' }).tap();
    await page.getByText(`Wed, 25 Dec 2030, ${time}`, { exact: true }).waitFor();
    await page.getByText('Real-time updates active').waitFor();
    await expectZones(page, zone);
    await seat(page, 'E5').tap();
    await page.getByRole('button', { name: 'Book Seats' }).tap();

    await page.getByText('Booking Confirmed!').waitFor();
    await page.evaluate(() => {
      window.print = () => window.dispatchEvent(new Event('beforeprint'));
      Object.assign(navigator, { share: async ({ text }: ShareData) => void Object.assign(window, { shared: text }) });
    });
    const inTicket = async (ticket: Locator) => {
      await ticket.getByText('Wednesday, 25 December 2030', { exact: true }).waitFor();
      await ticket.getByText(time, { exact: true }).waitFor();
    };
    await inTicket(page.getByRole('main'));
    await expectZones(page, zone);
    await page.getByRole('link', { name: 'View All Bookings' }).tap();
    await page.getByText(`Wednesday, 25 December 2030, ${time}`, { exact: true }).waitFor();
    await expectZones(page, zone);
    await page.getByRole('button', { name: 'View ticket' }).tap();
    await inTicket(page.getByRole('dialog', { name: 'Your ticket' }));
    await page.getByRole('button', { name: 'Share', exact: true }).tap();
    expect(await page.evaluate(() => (window as unknown as { shared: string }).shared)).toContain(
      `Monsoon Matinee, Wed, 25 Dec, ${time}, Marigold Talkies`,
    );
    await page.getByRole('button', { name: 'Print ticket' }).tap();
    await page.emulateMedia({ media: 'print' });
    await inTicket(page.locator('.paper'));

    const admin = await openPage(`/admin/shows?movieId=${show.movieId}`, { session: await logInAsAdmin(), timezoneId });
    const row = admin.getByRole('row').filter({ hasText: `25 Dec 2030, ${time}` });
    await row.getByRole('button', { name: /^Actions for/ }).click();
    await admin.getByRole('menuitem', { name: 'Edit' }).click();
    const start = admin.getByLabel('Start Date & Time');
    expect(await start.inputValue()).toBe('2030-12-25T00:30');
    expect(await admin.getByText("In the cinema's time zone: IST").count()).toBe(zone ? 1 : 0);
    await start.fill('2030-12-26T18:15');
    await admin.getByRole('button', { name: 'Update' }).click();
    await admin
      .getByRole('row')
      .filter({ hasText: `26 Dec 2030, 6:15 pm${zone}` })
      .waitFor();
    if (!zone) return;
    for (const path of ['/admin', '/admin/bookings', '/admin/audit', '/admin/analytics', '/admin/shows', '/movies']) {
      await admin.goto(path);
      await admin
        .getByText(/\d:\d\d [ap]m/)
        .first()
        .waitFor();
      await expectZones(admin, zone);
    }
  });
});

/** Checks that all times name the zone, or none does, and that the page fits its screen. */
async function expectZones(page: Page, zone: string): Promise<void> {
  const text = (await page.locator('body').textContent()) ?? '';
  expect(text.match(zone ? /\d:\d\d [ap]m(?! IST).*/g : /\d:\d\d [ap]m (?:IST|UTC|GMT).*/g)).toBeNull();
  expect(await scrollsSideways(page), page.url()).toBe(false);
}

/** The page's accessibility tree, one line per element with its role and name. */
const readOut = (page: Page): Promise<string> => page.getByRole('main').ariaSnapshot();

function expectInOrder(text: string, parts: string[]): void {
  let from = 0;
  for (const part of parts) {
    const at = text.indexOf(part, from);
    expect(at, `“${part}” is missing, or before what comes before it, in:\n${text}`).toBeGreaterThanOrEqual(0);
    from = at + part.length;
  }
}

const MAX_TABS = 60;

async function focused(page: Page): Promise<{ name: string; isSeen: boolean }> {
  return page.evaluate(() => {
    const element = document.activeElement as HTMLElement;
    if (element === document.body) return { name: '', isSeen: false };
    const label = (element as HTMLInputElement).labels?.[0]?.textContent;
    const named = element.querySelector('[role="img"]')?.ariaLabel ?? element.ariaLabel ?? label ?? element.textContent;
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    return { name: named?.trim() ?? '', isSeen: outlineStyle !== 'none' && outlineWidth !== '0px' };
  });
}

async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const passed: string[] = [];
  for (let tabs = 0; tabs < MAX_TABS; tabs += 1) {
    await page.keyboard.press('Tab');
    const here = await focused(page);
    passed.push(here.name);
    if (here.name !== '') expect(here.isSeen, `the focus on ${here.name}`).toBe(true);
    if (typeof name === 'string' ? here.name === name : name.test(here.name)) return;
  }
  throw new Error(`No Tab led to ${name}: ${passed.join(' | ')}`);
}
