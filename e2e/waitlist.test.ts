/** Customers wait for seats of a show that is sold out, and answer the offer of seats that come free. */
import type { Session } from '@moviebooking/contract/accounts';
import type { Booking } from '@moviebooking/contract/bookings';
import type { Show } from '@moviebooking/contract/catalogue';
import { ALL_SEATS } from '@moviebooking/contract/seats';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { adminToken, get, put } from './harness/api.ts';
import { book, closeSeats } from './harness/catalogue.ts';
import { useOwnServer } from './harness/own-server.ts';
import { addShowWithSeats, openSeatMap, seat, waitForSeats } from './harness/seat-map.ts';
import {
  chooseAction,
  findingsInTwoLooks,
  logInAsAdmin,
  openPage,
  PHONE,
  post,
  scrollsSideways,
  signUp,
} from './harness/user.ts';

const HALL = ['C4', 'C5', 'C6', 'D4'];

/** A show with these seats only. Ravi has booked them, and cancels when `free` is called. */
async function soldOutShow() {
  const [show, ravi] = await Promise.all([addShowWithSeats(), signUp('Ravi Iyer')]);
  await closeSeats(show, ...ALL_SEATS.filter((id) => !HALL.includes(id)));
  const bookings = new Map<string, Booking>();
  for (const id of HALL) bookings.set(id, await book(show, [id], ravi));
  const free = async (...ids: string[]) => {
    for (const id of ids) await post(`/bookings/cancel/${bookings.get(id)?.id}`, {}, ravi.token);
  };
  return { show, free };
}

const wait = (show: Show, token: string, seats: number) => put(`/shows/${show.id}/waitlist`, { seats }, token);
const waitlist = (page: Page) => page.getByRole('region', { name: 'Waitlist' });
const offer = (page: Page) => page.getByRole('region', { name: 'Seats for you' });

describe('the waitlist', () => {
  it('is joined by keyboard, offers seats on any page, and the offer can be booked in part', async () => {
    const { show, free } = await soldOutShow();
    const { page, session } = await openSeatMap(show);
    await waitlist(page).getByRole('button', { name: 'Tell me when 1 seat comes free' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await waitlist(page).getByText("You're first in line for 2 seats.").waitFor();
    expect(await findingsInTwoLooks(page)).toEqual([]);
    await page.goto('/movies');
    await free('C4', 'C5');
    await offer(page).getByText('C4 and C5 for Monsoon Matinee are held for you.').waitFor();
    await page
      .getByRole('status')
      .getByText(/^C4 and C5 for Monsoon Matinee are held for you\. Book by /)
      .waitFor();
    await offer(page).getByRole('timer').waitFor();
    expect(await findingsInTwoLooks(page)).toEqual([]);
    await page.setViewportSize(PHONE);
    expect(await scrollsSideways(page)).toBe(false);
    await offer(page).getByRole('link', { name: 'Go to the seats' }).click();
    await waitForSeats(page, 'selected', 'C4', 'C5');
    await offer(page).getByText('C4 and C5 came free for you.').waitFor();
    expect(await findingsInTwoLooks(page)).toEqual([]);

    const meera = await signUp('Meera Iyer');
    await wait(show, meera.token, 1);
    const offerTo = async ({ token }: Session) => (await get(`/shows/${show.id}/waitlist`, token)).data?.offer?.seats;
    for (const [press, status] of [
      ['C4', 'available'],
      ['C4', 'selected'],
      ['C5', 'available'],
    ] as const) {
      await seat(page, press).click();
      await waitForSeats(page, status, press);
    }
    expect(await offerTo(session)).toEqual(['C4', 'C5']);
    await page.getByRole('button', { name: 'Book Seats' }).click();
    await page.waitForURL('**/bookings/confirmation');
    const booked = page.getByRole('list', { name: 'Selected seats' }).getByRole('listitem');
    await expect.poll(() => booked.allTextContents()).toEqual(['C4']);
    await offer(page).waitFor({ state: 'detached' });
    expect([await offerTo(session), await offerTo(meera)]).toEqual([undefined, ['C5']]);
  });

  it('does not choose for a user who changes other seats of the show', async () => {
    const { show, free } = await soldOutShow();
    const session = await signUp();
    await free('D4');
    const { id } = await book(show, ['D4'], session);
    await wait(show, session.token, 2);
    await free('C4', 'C5');
    const page = await openPage(`/shows/${show.id}/seats?change=${id}`, { session });
    await offer(page).getByRole('link', { name: 'Go to the seats' }).waitFor();
    await waitForSeats(page, 'available', 'C4', 'C5');
    await seat(page, 'D4').click();
    await seat(page, 'C5').click();
    await page.getByRole('button', { name: 'Change seats' }).click();
    await page.getByText('Your seats are changed. You have C5 now.').first().waitFor();
    await offer(page).waitFor({ state: 'detached' });
  });

  it('says when an offer is over, and passes on its seats', async () => {
    await useOwnServer({ SEED_DEMO: 'true', OFFER_MINUTES: '0.2' });
    const { show, free } = await soldOutShow();
    const { page, session } = await openSeatMap(show);
    for (const user of [session, await signUp('Meera Iyer')]) await wait(show, user.token, 1);
    await free('C4');
    await waitForSeats(page, 'selected', 'C4');
    await page.locator('.seat-notice').getByText('Your time to book these seats is over.').waitFor();
    await offer(page).waitFor({ state: 'detached' });
    await waitForSeats(page, 'blocked', 'C4');
    await waitlist(page).getByRole('button', { name: 'Tell me when 1 seat comes free' }).waitFor();
  });

  it('passes an offer that is declined to the next user, who is in the history page', async () => {
    const { show, free } = await soldOutShow();
    const [asha, meera] = [await signUp(), await signUp('Meera Iyer')];
    for (const user of [asha, meera]) await wait(show, user.token, 1);
    const page = await openPage('/bookings/history', { session: asha });
    const next = await openPage('/bookings/history', { session: meera });
    const waiting = next.getByRole('region', { name: 'Waiting for seats' });
    await waiting.getByText("You're number 2 in line for 1 seat.").waitFor();
    await free('D4');
    await offer(page).getByText('D4 for Monsoon Matinee is held for you.').waitFor();
    expect(await findingsInTwoLooks(page)).toEqual([]);
    await offer(page).getByRole('button', { name: 'Decline' }).click();
    await page.getByText('The seats are free again for others.').first().waitFor();
    await offer(page).waitFor({ state: 'detached' });
    await page.getByRole('region', { name: 'Waiting for seats' }).waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
    await offer(next).getByText('D4 for Monsoon Matinee is held for you.').waitFor();
    await waiting.getByRole('button', { name: /^Decline: Monsoon Matinee/ }).click();
    await offer(next).waitFor({ state: 'detached' });
  });

  it('can be left, and is not offered while there are enough seats', async () => {
    const { show, free } = await soldOutShow();
    await free('C4');
    const { page } = await openSeatMap(show);
    await waitlist(page).getByRole('button', { name: 'Tell me when 2 seats come free' }).click();
    await waitlist(page).getByText("You're first in line for 2 seats.").waitFor();
    await waitlist(page).getByRole('button', { name: 'Tell me when 4 seats come free' }).click();
    await waitlist(page).getByText("You're first in line for 4 seats.").waitFor();
    await waitlist(page).getByRole('button', { name: 'Leave' }).click();
    await waitlist(page).getByText("You're first").waitFor({ state: 'detached' });
    const other = await openSeatMap(await addShowWithSeats());
    await waitForSeats(other.page, 'available', 'C4');
    expect(await waitlist(other.page).count()).toBe(0);
  });

  it('is shown to administrators next to the show, with who waits', async () => {
    const { show, free } = await soldOutShow();
    const [asha, meera] = [await signUp('आशा <b>'), await signUp('Meera Iyer')];
    await wait(show, asha.token, 3);
    await wait(show, meera.token, 1);
    await free('D4');
    const page = await openPage(`/admin/shows?screenId=${show.screenId}`, { session: await logInAsAdmin() });
    await page.getByText('2 on waitlist').waitFor();
    await chooseAction(page, /Monsoon Matinee/, 'Waitlist');
    const dialog = page.getByRole('dialog', { name: /^Waitlist of Monsoon Matinee/ });
    await dialog.getByText('2 people are waiting for 4 seats.').waitFor();
    await dialog.getByText('आशा <b>').waitFor();
    await dialog.getByText('Offered D4').waitFor();
    expect(await findingsInTwoLooks(page)).toEqual([]);
    expect((await get('/admin/waitlists', await adminToken())).success).toBe(true);
  });
});
