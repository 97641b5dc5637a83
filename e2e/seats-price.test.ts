/** If the price changes while a user is choosing, the page asks before it books. */
import type { Show } from '@moviebooking/contract/catalogue';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { put } from './harness/api.ts';
import { addShowWithSeats, openSeatMap, seat, waitForSeats } from './harness/seat-map.ts';
import { accessibilityFindings, logInAsAdmin, PHONE, scrollsSideways } from './harness/user.ts';

const admin = await logInAsAdmin();

const setPrice = ({ id, movieId, screenId, startTime }: Show, price: number) =>
  put(`/shows/${id}`, { movieId, screenId, startTime, price }, admin.token);

async function choose(page: Page, ...seats: string[]): Promise<void> {
  for (const id of seats) await seat(page, id).click();
  await waitForSeats(page, 'selected', ...seats);
}

const question = (page: Page) => page.getByRole('dialog', { name: 'The price has changed' });

it('asks by keyboard, books nothing after "Not now", and books at the new price once that is accepted', async () => {
  const show = await addShowWithSeats({ price: 250 });
  const { page } = await openSeatMap(show, { expectedErrors: /status of 409/ });
  await choose(page, 'C4', 'C5');
  await setPrice(show, 300.5);
  const book = page.getByRole('button', { name: 'Book Seats' });
  await book.focus();
  await page.keyboard.press('Enter');
  await question(page)
    .getByText(
      'C4 and C5 now cost ₹601 instead of ₹500. Nothing has been booked yet. Do you want to book at the new price?',
    )
    .waitFor();
  expect(await accessibilityFindings(page)).toEqual([]);

  // Holding a key down must not accept the price.
  await expect.poll(() => question(page).getByRole('button', { name: 'Not now' }).evaluate(isFocused)).toBe(true);
  await page.keyboard.press('Enter');
  await question(page).waitFor({ state: 'detached' });
  await expect.poll(() => book.evaluate(isFocused)).toBe(true);
  await waitForSeats(page, 'selected', 'C4', 'C5');
  await page.getByRole('region', { name: 'Your selection' }).getByText('₹601').waitFor();

  // The page shows the new price now, but it changes again, so the page asks again.
  await setPrice(show, 100);
  await page.keyboard.press('Enter');
  await question(page).getByText('now cost ₹200 instead of ₹601').waitFor();
  await page.keyboard.press('Tab');
  await expect.poll(() => question(page).getByRole('button', { name: 'Book for ₹200' }).evaluate(isFocused)).toBe(true);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/bookings/confirmation');
  await page.getByText('₹200', { exact: true }).first().waitFor();
});

it('asks on a phone for one seat, even if the price changes again during the question', async () => {
  const show = await addShowWithSeats({ price: 250 });
  const { page } = await openSeatMap(show, { viewport: PHONE, expectedErrors: /status of 409/ });
  await choose(page, 'C5');
  await setPrice(show, 300);
  await page.getByRole('button', { name: 'Book Seats' }).click();
  await question(page).getByText('C5 now costs ₹300 instead of ₹250.').waitFor();
  expect(await scrollsSideways(page)).toBe(false);
  await setPrice(show, 350);
  await question(page).getByRole('button', { name: 'Book for ₹300' }).click();
  await question(page).getByText('C5 now costs ₹350 instead of ₹300.').waitFor();
  await question(page).getByRole('button', { name: 'Book for ₹350' }).click();
  await page.waitForURL('**/bookings/confirmation');
});

function isFocused(element: Element): boolean {
  return document.activeElement === element;
}
