/** Cancellations by the cinema, as administrators make them and as customers see them. */
import { randomUUID } from 'node:crypto';
import type { Show } from '@moviebooking/contract/catalogue';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { addMovie, addScreen, addShow, book } from './harness/catalogue.ts';
import { addShowWithSeats, openSeatMap, seat, waitForSeats } from './harness/seat-map.ts';
import {
  accessibilityFindings,
  chooseAction,
  DESKTOP,
  logInAsAdmin,
  openPage,
  PHONE,
  post,
  scrollsSideways,
  signUp,
} from './harness/user.ts';

const admin = await logInAsAdmin();
const REASON = 'The projector is broken. We are sorry.';

async function cancelShow({ id }: Show): Promise<void> {
  const answer = await post(`/admin/shows/${id}/cancel`, { reason: REASON }, admin.token);
  if (!answer.success) throw new Error(JSON.stringify(answer));
}

const isFocused = (element: Element) => document.activeElement === element;
const hasFocusInside = (element: Element) => element.contains(document.activeElement);
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name });
const notice = (page: Page) => page.getByRole('heading', { name: 'This show was cancelled' });

describe('an administrator', () => {
  async function openShows(title: string, options: Parameters<typeof openPage>[1] = {}) {
    const page = await openPage(`/admin/shows?search=${encodeURIComponent(title)}`, { session: admin, ...options });
    const row = page.getByRole('row').filter({ hasText: title });
    await row.waitFor();
    return { page, row, opener: row.getByRole('button', { name: /^Actions for/ }) };
  }

  it('cancels a show by keyboard, and reads how many bookings that cancels', async () => {
    const title = `Ended ${randomUUID()}`;
    const show = await addShow({ movie: await addMovie({ title }), screen: await addScreen({ name: 'Regal' }) });
    for (const seats of [['A1', 'A2'], ['B1']]) await book(show, seats, await signUp());
    const { page, row, opener } = await openShows(title);
    await opener.focus();
    const openDialog = async () => {
      await page.keyboard.press('Enter');
      await page.getByRole('menuitem', { name: 'View seat layout' }).waitFor();
      for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
    };
    await openDialog();
    const dialog = dialogOf(page, 'Cancel show');
    await dialog.getByText('2 bookings (3 seats, ₹750) will be cancelled and the customers told why.').waitFor();
    await dialog.getByText(/its slot on the screen becomes free\. This can't be undone\./).waitFor();
    const reason = dialog.getByLabel('Reason, as customers will read it');
    await expect.poll(() => reason.evaluate(isFocused)).toBe(true);
    expect(await accessibilityFindings(page)).toEqual([]);

    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await dialog.getByRole('alert').getByText('Please give a reason').waitFor();
    await expect.poll(() => reason.evaluate(isFocused)).toBe(true);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(() => opener.evaluate(isFocused)).toBe(true);
    expect(await row.getByText('CANCELLED').count()).toBe(0);

    await openDialog();
    await expect.poll(() => reason.evaluate(isFocused)).toBe(true);
    await page.keyboard.type(REASON);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('Show cancelled, with 2 bookings').waitFor();
    await row.getByText('CANCELLED', { exact: true }).waitFor();
    await expect.poll(() => page.locator('#main').evaluate(hasFocusInside)).toBe(true);
    expect(await accessibilityFindings(page)).toEqual([]);
    await opener.click();
    await expect.poll(() => page.getByRole('menuitem').allTextContents()).toEqual(['View seat layout', 'Delete']);

    await page.goto(`/admin/audit?entity=show&search=${encodeURIComponent(title)}`);
    const entry = page.getByRole('row').filter({ hasText: title }).filter({ hasText: 'Cancelled' });
    for (const text of [/bookings:\s*2\s*0/, `reason: ${REASON}`]) await entry.getByText(text).waitFor();
  });

  it('reads why a cancellation failed, and tries again', async () => {
    const title = `Refused ${randomUUID()}`;
    await addShow({ movie: await addMovie({ title }) });
    const { page, row, opener } = await openShows(title, { viewport: PHONE, expectedErrors: /status of 418/ });
    await opener.click();
    await page.getByRole('menuitem', { name: 'Cancel show' }).click();
    const dialog = dialogOf(page, 'Cancel show');
    await dialog.getByText('This show has no bookings yet.').waitFor();
    await page.route('**/cancel', (route) => route.fulfill({ status: 418, json: {} }));
    await dialog.getByLabel(/^Reason/).fill(REASON);
    await dialog.getByRole('button', { name: 'Cancel show' }).click();
    await dialog.getByText('Failed to cancel the show. Please try again.').waitFor();
    expect(await scrollsSideways(page)).toBe(false);
    await page.unroute('**/cancel');
    await dialog.getByRole('button', { name: 'Cancel show' }).click();
    await row.getByText('CANCELLED', { exact: true }).waitFor();
  });

  it('sees the open seat map close, and finds the show again later', async () => {
    const show = await addShowWithSeats();
    await book(show, ['C4'], await signUp());
    const page = await openPage(`/admin/shows/${show.id}/seats`, { session: admin });
    await page.getByText('Real-time updates active').waitFor();
    await cancelShow(show);
    await notice(page).waitFor();
    await page.getByText(REASON).waitFor();
    await page.reload();
    await notice(page).waitFor();
    await page.getByRole('link', { name: 'Back to Shows' }).click();
    await page.waitForURL('**/admin/shows');
  });

  it.each([
    ['a desktop', DESKTOP],
    ['a phone', PHONE],
  ])('cancels a booking for a customer, who reads why, on %s', async (_, viewport) => {
    const customer = await signUp(`Meera ${randomUUID()}`);
    const show = await addShowWithSeats();
    const { id } = await book(show, ['C4', 'C5'], customer);
    const page = await openPage(`/admin/bookings?search=${id}`, { session: admin, viewport });
    const row = page.getByRole('row').filter({ hasText: customer.user.email });
    await chooseAction(page, `booking ${id}`, 'Cancel booking');
    const dialog = dialogOf(page, 'Cancel booking');
    await dialog.getByText(customer.user.name).waitFor();
    await dialog.getByText(/^The customer paid ₹500\. The 2 seats go back on sale immediately/).waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Keep booking' }).click();
    await dialog.waitFor({ state: 'hidden' });

    await chooseAction(page, `booking ${id}`, 'Cancel booking');
    await dialog.getByLabel(/^Reason/).fill('Paid twice');
    await dialog.getByRole('button', { name: 'Cancel booking' }).click();
    await page.getByText(`Booking #${id} cancelled.`).waitFor();
    await row.getByText('CANCELLED', { exact: true }).waitFor();
    await row.getByText('Paid twice').waitFor();
    await row.getByRole('button', { name: `Actions for booking ${id}` }).click();
    expect(await page.getByRole('menuitem').allTextContents()).toEqual(['View seat layout']);
    expect(await scrollsSideways(page)).toBe(false);

    const history = await openPage('/bookings/history', { session: customer, viewport });
    const own = history.getByRole('row').filter({ hasText: `Booking #${id}` });
    for (const text of ['CANCELLED', 'Paid twice', 'Cancelled']) await own.getByText(text, { exact: true }).waitFor();
    expect(await scrollsSideways(history)).toBe(false);
    expect(await accessibilityFindings(history)).toEqual([]);
  });
});

describe('a customer', () => {
  it.each([
    ['a desktop, light', { viewport: DESKTOP, colorScheme: 'light' }],
    ['a phone, dark', { viewport: PHONE, colorScheme: 'dark' }],
  ] as const)('who is choosing is told at once and calmly, with a way back to the movie, on %s', async (_, look) => {
    const show = await addShowWithSeats();
    const { page } = await openSeatMap(show, look);
    await seat(page, 'C4').click();
    await waitForSeats(page, 'selected', 'C4');
    await page.getByRole('timer').waitFor();
    await cancelShow(show);
    await notice(page).waitFor();
    await page.getByText(REASON).waitFor();
    await page.getByText("You can't book seats any more.").waitFor();
    expect(await page.getByRole('grid').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Book Seats' }).count()).toBe(0);
    expect(await page.getByRole('alert').count()).toBe(0);
    const around = page.locator(':focus');
    await expect.poll(() => around.textContent()).toContain(REASON);
    expect(await scrollsSideways(page)).toBe(false);
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.getByRole('link', { name: 'See other showtimes' }).click();
    await page.waitForURL(`**/movies/${show.movieId}/cinemas`);
    await page.getByText('No Future Showtimes Available').waitFor();
  });

  it('reads the same after being offline, and when opening the page later', async () => {
    const show = await addShowWithSeats();
    const { page } = await openSeatMap(show, { expectedErrors: /Socket not connected|ERR_INTERNET_DISCONNECTED/ });
    await page.context().setOffline(true);
    await cancelShow(show);
    await page.context().setOffline(false);
    await notice(page).waitFor();

    const later = await openPage(`/shows/${show.id}/seats`, { session: await signUp() });
    await notice(later).waitFor();
    await later.getByText(REASON).waitFor();
    await later.goto(`/shows/${show.id}`);
    await later.getByText('This show was cancelled.').waitFor();
    await later.getByText(REASON).waitFor();
    expect(await later.getByRole('link', { name: 'Choose seats' }).count()).toBe(0);
    expect(await accessibilityFindings(later)).toEqual([]);
  });

  it('with a booking finds the reason in the history, and no ticket', async () => {
    const customer = await signUp();
    const show = await addShowWithSeats();
    await book(show, ['C4', 'C5'], customer);
    const page = await openPage('/bookings/history', { session: customer });
    await page.getByRole('region', { name: 'Next up' }).waitFor();
    await cancelShow(show);
    await page.reload();
    const row = page.getByRole('row').filter({ hasText: 'Monsoon Matinee' });
    for (const text of ['CANCELLED', REASON]) await row.getByText(text, { exact: true }).waitFor();
    expect(await page.getByRole('region', { name: 'Next up' }).count()).toBe(0);
    expect(await row.getByRole('button').count()).toBe(0);
    expect(await accessibilityFindings(page)).toEqual([]);
  });
});
