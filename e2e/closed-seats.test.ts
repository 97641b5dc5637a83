import type { Booking } from '@moviebooking/contract/bookings';
import { describe, expect, it } from 'vitest';
import { addMovie, addScreen, addShow, book, closeSeats, HOUR_MS } from './harness/catalogue.ts';
import { addShowWithSeats, openSeatMap, seat, waitForSeats } from './harness/seat-map.ts';
import {
  accessibilityFindings,
  chooseAction,
  DESKTOP,
  findingsInTwoLooks,
  logInAsAdmin,
  openPage,
  PHONE,
  signUp,
} from './harness/user.ts';

const admin = await logInAsAdmin();
const closable = (id: string) => `Row ${id[0]}, seat ${id.slice(1)}, out of service`;

describe('a seat out of service on the customer’s map', () => {
  it('is marked and announced, and cannot be selected', async () => {
    const show = await addShowWithSeats();
    await closeSeats(show, 'C4', 'G5');
    const { page } = await openSeatMap(show);
    await waitForSeats(page, 'closed', 'C4', 'G5');
    const closed = page.getByRole('button', { name: 'Row C, seat 4, out of service', exact: true });
    expect(await closed.getAttribute('aria-disabled')).toBe('true');
    await page.getByRole('list', { name: 'Legend' }).getByText('Out of service', { exact: true }).waitFor();
    await seat(page, 'C4').click({ force: true });
    await seat(page, 'C5').click();
    await waitForSeats(page, 'selected', 'C5');
    await waitForSeats(page, 'closed', 'C4');
    expect(await findingsInTwoLooks(page)).toEqual([]);
  });

  it('appears live: its hold ends, other holds stay, and the legend includes it', async () => {
    const show = await addShowWithSeats();
    const { page } = await openSeatMap(show);
    const legend = page.getByRole('list', { name: 'Legend' });
    expect(await legend.getByText('Out of service').count()).toBe(0);
    await seat(page, 'D4').click();
    await seat(page, 'D5').click();
    await waitForSeats(page, 'selected', 'D4', 'D5');
    await closeSeats(show, 'D4', 'J10');
    await waitForSeats(page, 'closed', 'D4', 'J10');
    await waitForSeats(page, 'selected', 'D5');
    await page.getByText('D4 is out of service. Your other seats are still yours.').first().waitFor();
    await legend.getByText('Out of service').waitFor();
    await page.getByRole('button', { name: 'Book Seats' }).click();
    await page.waitForURL('**/bookings/confirmation');
  });

  it('has a tooltip by keyboard, and stays closed on Enter', async () => {
    const show = await addShowWithSeats();
    await closeSeats(show, 'A2');
    const { page } = await openSeatMap(show);
    await waitForSeats(page, 'closed', 'A2');
    await seat(page, 'A1').focus();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('tooltip').getByText('Seat out of service', { exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await waitForSeats(page, 'closed', 'A2');
  });
});

describe('a seat out of service on the administrator’s map', () => {
  it('is counted and named, and a sold seat stays sold', async () => {
    const show = await addShowWithSeats();
    await book(show, ['E1'], await signUp());
    await closeSeats(show, 'E1', 'E2', 'E3');
    const page = await openPage(`/admin/shows/${show.id}/seats`, { session: admin });
    await waitForSeats(page, 'closed', 'E2', 'E3');
    await waitForSeats(page, 'booked', 'E1');
    await page.getByRole('button', { name: 'Row E, seat 2, out of service', exact: true }).hover();
    await page.getByRole('tooltip').getByText('Seat E2 is out of service', { exact: true }).waitFor();
    const counts = await page.locator('dl').first().locator('div').allTextContents();
    expect(counts).toEqual(['booked1', 'on hold0', 'out of service2', 'free97']);
    expect(await accessibilityFindings(page)).toEqual([]);
  });
});

describe('the closed seats dialog', () => {
  it('closes seats by mouse and keyboard, saves them together, and logs the change', async () => {
    const screen = await addScreen({ name: 'Hall of Mirrors' }, 'Left');
    const page = await openPage(`/admin/screens?cinemaId=${screen.cinemaId}`, { session: admin });
    await page.getByText('Every screen sells seats A1 to J10 (100 seats), whatever its capacity.').waitFor();
    const open = () => chooseAction(page, 'Left, Hall of Mirrors', 'Special seats');
    await open();
    const dialog = page.getByRole('dialog', { name: 'Seats of Hall of Mirrors, Left' });
    const seatButton = (id: string) => dialog.getByRole('button', { name: closable(id), exact: true });
    await dialog.getByText('All 100 seats are in service.').waitFor();
    await seatButton('C4').click();
    await dialog.getByText('1 of 100 seats out of service.').waitFor();
    for (const key of ['ArrowRight', 'Enter', 'ArrowDown', 'Space', 'Home', 'Enter', 'Enter'])
      await page.keyboard.press(key);
    const pressed = dialog.locator('[aria-pressed=true]');
    const seatsOf = () => pressed.evaluateAll((all) => all.map((button) => (button as HTMLElement).dataset.seat));
    expect(await seatsOf()).toEqual(['C4', 'C5', 'D5']);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText('3 seats are out of service').first().waitFor();
    await open();
    await seatButton('C4').waitFor();
    expect(await seatsOf()).toEqual(['C4', 'C5', 'D5']);
    await seatButton('D5').click();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await open();
    await seatButton('C4').waitFor();
    expect(await seatsOf()).toEqual(['C4', 'C5', 'D5']);
    await page.goto('/admin/audit?entity=screen');
    await page.getByText('seats out of service:').first().waitFor();
    await page.getByText('C4, C5, D5').first().waitFor();
  });

  it('keeps seats that someone else has closed since', async () => {
    const screen = await addScreen({ name: 'Hall of Doubles' }, 'Left');
    const address = `/admin/screens?cinemaId=${screen.cinemaId}`;
    const page = await openPage(address, { session: admin, expectedErrors: /status of 409/ });
    await chooseAction(page, 'Left, Hall of Doubles', 'Special seats');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: closable('J10'), exact: true }).click();
    await closeSeats({ screenId: screen.id }, 'C4');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Someone else changed these seats while you were editing.').waitFor();
    await dialog.getByText('2 of 100 seats out of service.').waitFor();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('2 seats are out of service').first().waitFor();
  });

  it('closes seats for one show only, and keeps those of its screen closed', async () => {
    const movie = await addMovie();
    const { title } = movie;
    const screen = await addScreen();
    const show = await addShow({ movie, screen });
    await closeSeats(show, 'C4');
    await book(show, ['D1', 'D2'], await signUp('Lata Mangal'));
    const page = await openPage(`/admin/shows?search=${encodeURIComponent(title)}`, { session: admin });
    const open = () => chooseAction(page, new RegExp(`^Actions for ${title}`), 'Seats out of service');
    await open();
    const dialog = page.getByRole('dialog', { name: `Seats of ${title}` });
    const ofScreen = dialog.getByRole('button', {
      name: `${closable('C4')} for all shows on this screen`,
      exact: true,
    });
    expect(await ofScreen.getAttribute('aria-disabled')).toBe('true');
    await ofScreen.click({ force: true });
    await dialog.getByRole('button', { name: closable('D2'), exact: true }).click();
    await dialog.getByText('2 of 100 seats out of service. 1 upcoming booking includes them.').waitFor();
    expect(await dialog.getByRole('listitem').textContent()).toMatch(/^D2Lata Mangal/);
    expect(await findingsInTwoLooks(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await open();
    const isPressed = (id: string) =>
      dialog.getByRole('button', { name: closable(id), exact: true }).getAttribute('aria-pressed');
    expect([await isPressed('D2'), await isPressed('D3')]).toEqual(['true', 'false']);
    const other = await addShow({ movie, screen, startsAt: Date.now() + 8 * HOUR_MS });
    const { page: customerPage } = await openSeatMap(other);
    await waitForSeats(customerPage, 'closed', 'C4');
    await waitForSeats(customerPage, 'available', 'D2');
  });

  it('shows an error when it cannot load or save, and retries', async () => {
    const screen = await addScreen({ name: 'Hall of Echoes' }, 'Left');
    const address = `/admin/screens?cinemaId=${screen.cinemaId}`;
    const page = await openPage(address, { session: admin, expectedErrors: /status of 400/ });
    const refuse = (method: string) =>
      page.route('**/closed-seats', (route) =>
        route.request().method() === method ? route.fulfill({ status: 400, json: {} }) : route.fallback(),
      );
    await refuse('GET');
    await chooseAction(page, 'Left, Hall of Echoes', 'Special seats');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Failed to load data').waitFor();
    await page.unroute('**/closed-seats');
    await dialog.getByRole('button', { name: 'Try Again' }).click();
    await dialog.getByRole('button', { name: closable('A1'), exact: true }).click();
    await refuse('PUT');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Failed to save screen').waitFor();
    await page.unroute('**/closed-seats');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'hidden' });
  });

  it('lists upcoming bookings with seats out of service before and after saving, is accessible and fits', async () => {
    const screen = await addScreen({ name: 'Hall of Fame' }, 'Left');
    const movie = await addMovie({ title: 'Six Times' });
    const customer = await signUp('Lata Mangal');
    const bookings: Booking[] = [];
    for (const hours of [16, 4, 8, 12, 20, 24]) {
      const show = await addShow({ movie, screen, startsAt: Date.now() + hours * HOUR_MS });
      bookings.push(await book(show, ['C4', 'C5'], customer));
    }
    const address = `/admin/screens?cinemaId=${screen.cinemaId}`;
    const page = await openPage(address, { session: admin });
    await chooseAction(page, 'Left, Hall of Fame', 'Special seats');
    const dialog = page.getByRole('dialog');
    const first = dialog.getByRole('button', { name: closable('A1'), exact: true });
    await first.click();
    await dialog.getByText('1 of 100 seats out of service. No upcoming bookings include them.').waitFor();
    await dialog.getByRole('button', { name: closable('C4'), exact: true }).click();
    await dialog.getByText('2 of 100 seats out of service. 6 upcoming bookings include them.').waitFor();
    const listed = dialog.getByRole('listitem');
    expect(await listed.count()).toBe(5);
    const soonest = listed.first().getByRole('link');
    expect(await soonest.textContent()).toMatch(/^C4Lata Mangal.*Six Times/);
    expect(await soonest.getAttribute('href')).toBe(`/admin/bookings?booking=${bookings[1]?.id}`);
    for (const viewport of [DESKTOP, PHONE]) {
      await page.setViewportSize(viewport);
      const { width = 0, height = 0 } = (await first.boundingBox()) ?? {};
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(24);
      expect(await dialog.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
    }
    expect(await findingsInTwoLooks(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Saved. 2 of 100 seats out of service. 6 upcoming bookings include them.').waitFor();
    const all = page.context().waitForEvent('page');
    await dialog.getByRole('link', { name: /^See all/ }).click();
    const bookingsPage = await all;
    await bookingsPage.getByText('Showing 1 to 6 of 6 bookings').waitFor();
    await bookingsPage.getByRole('button', { name: 'Only upcoming with A1, C4: show all' }).click();
    await bookingsPage.getByText('Showing 1 to 6 of 6 bookings').waitFor({ state: 'hidden' });
    await dialog.getByRole('button', { name: 'Done' }).click();
    await dialog.waitFor({ state: 'hidden' });
  });

  it('the screen form warns that every screen sells 100 seats, whatever its capacity', async () => {
    const screen = await addScreen({ name: 'Hall of Numbers' }, 'Left');
    const page = await openPage(`/admin/screens?cinemaId=${screen.cinemaId}`, { session: admin });
    await page.getByRole('button', { name: 'Edit Left in Hall of Numbers' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Total number of seats in this screen').waitFor();
    const hint = dialog.getByText('Every screen sells seats A1 to J10 (100 seats), whatever its capacity.');
    const looksLikeWarning = () => hint.evaluate((element) => element.classList.contains('text-warning'));
    expect(await looksLikeWarning()).toBe(false);
    await dialog.getByLabel('Seating Capacity').fill('250');
    await expect.poll(looksLikeWarning).toBe(true);
    await dialog.getByLabel('Seating Capacity').fill('');
    await expect.poll(looksLikeWarning).toBe(false);
  });
});
