/** Customers change the seats of a booking. */
import type { Session } from '@moviebooking/contract/accounts';
import type { Show } from '@moviebooking/contract/catalogue';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { book } from './harness/catalogue.ts';
import { addShowWithSeats, joinAsAnotherUser, seat, waitForSeats, withCuttableNetwork } from './harness/seat-map.ts';
import { accessibilityFindings, openPage, PHONE, post, scrollsSideways, signUp } from './harness/user.ts';

const OFFLINE = /Socket not connected|ERR_INTERNET_DISCONNECTED|WebSocket|Failed to load resource|Failed to fetch/;

async function openChange(seats: string[], options: Parameters<typeof openPage>[1] = {}, show?: Show) {
  const session = options.session ?? (await signUp());
  const shown = show ?? (await addShowWithSeats());
  const booking = await book(shown, seats, session);
  const page = await openPage(`/shows/${shown.id}/seats?change=${booking.id}`, { ...options, session });
  await waitForSeats(page, 'yours', ...seats);
  return { page, session, show: shown, booking };
}

const panel = (page: Page) => page.getByRole('region', { name: 'Your change' });
const confirm = (page: Page) => panel(page).getByRole('button');
const ticketOf = (page: Page) => page.getByRole('dialog', { name: 'Your ticket' });
const ticketSeats = (page: Page) =>
  ticketOf(page).getByRole('list', { name: 'Selected seats' }).getByRole('listitem').allTextContents();
const notice = (page: Page, text: string | RegExp) => page.locator('.seat-notice').getByText(text);

describe('changing seats', () => {
  it('leads by keyboard from the ticket over the map to the ticket with the new seats', async () => {
    const session = await signUp();
    const show = await addShowWithSeats();
    const booking = await book(show, ['C4', 'C5'], session);
    const page = await openPage('/bookings/history', { session });
    await page.getByRole('button', { name: 'View ticket' }).click();
    await ticketOf(page).getByRole('link', { name: 'Change seats' }).press('Enter');
    await page.getByRole('heading', { name: 'Change Your Seats' }).waitFor();
    await page.getByText('Real-time updates active').waitFor();
    await page.getByRole('button', { name: 'Row C, seat 4, yours, ₹250', exact: true }).press('Enter');
    await page.getByRole('button', { name: 'Row C, seat 4, yours, giving back, ₹250', exact: true }).waitFor();
    await panel(page).getByText('have 1 seat instead of 2: ₹250 instead of ₹500').waitFor();
    for (const key of ['ArrowRight', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
    await waitForSeats(page, 'selected', 'C6');
    await panel(page).getByText('C5, C6').waitFor();
    await page
      .getByRole('status')
      .getByText('C6 selected. Your seats: C4 and C5. After the change: C5 and C6.')
      .waitFor();
    const legend = page.getByRole('list', { name: 'Legend' });
    for (const entry of ['Your seats', 'Giving back']) await legend.getByText(entry).waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.setViewportSize(PHONE);
    expect(await scrollsSideways(page)).toBe(false);
    expect(await accessibilityFindings(page)).toEqual([]);

    await confirm(page).press('Enter');
    await ticketOf(page).waitFor();
    expect(await ticketSeats(page)).toEqual(['C5', 'C6']);
    await page.getByText('Your seats are changed. You have C5 and C6 now.').waitFor();
    await ticketOf(page)
      .getByText(booking.ticketCode as string)
      .waitFor();
    await page.keyboard.press('Escape');
    await ticketOf(page).waitFor({ state: 'detached' });
  });

  it('of two customers who take the same seat at once, one gets it and the other keeps the old seats', async () => {
    const show = await addShowWithSeats();
    // Without live events both can select the seat, and only the server decides.
    const options = { neverRefreshing: true, expectedErrors: /status of 409|Socket not connected/ };
    const pages = await Promise.all(
      [['C4'], ['F4']].map(async (seats) => ({ seats, ...(await openChange(seats, options, show)) })),
    );
    for (const { page } of pages) {
      await seat(page, 'E5').click();
      await waitForSeats(page, 'selected', 'E5');
    }
    await Promise.all(pages.map(({ page }) => confirm(page).click()));
    const outcomes = await Promise.all(
      pages.map(async ({ page, seats }) => {
        const refusal = notice(page, `Seat E5 is already booked. You still have ${seats[0]}.`);
        await refusal.or(ticketOf(page)).waitFor();
        return (await refusal.count()) > 0 ? 'refused' : 'changed';
      }),
    );
    expect(outcomes.toSorted()).toEqual(['changed', 'refused']);
    const [winner, loser] = outcomes[0] === 'changed' ? pages : pages.toReversed();
    if (!winner || !loser) throw new Error('two customers');
    expect(await ticketSeats(winner.page)).toEqual(['E5']);
    await waitForSeats(loser.page, 'booked', 'E5');
    await waitForSeats(loser.page, 'givingBack', ...loser.seats);
    await loser.page.getByRole('link', { name: 'Keep my seats' }).click();
    await ticketOf(loser.page).waitFor();
    expect(await ticketSeats(loser.page)).toEqual(loser.seats);
  });

  it('gives a seat back, says what that means, and others see it free', async () => {
    const { page, show } = await openChange(['C4', 'C5']);
    const other = await openPage(`/shows/${show.id}/seats`, { session: await signUp('Ravi Iyer') });
    await waitForSeats(other, 'booked', 'C4', 'C5');
    await seat(page, 'C4').click();
    await seat(page, 'C5').click();
    await panel(page).getByText('To give all of them back, cancel the booking in your history.').waitFor();
    expect(await confirm(page).isDisabled()).toBe(true);
    await seat(page, 'C5').click();
    await panel(page).getByRole('button', { name: 'Give back C4' }).click();
    await ticketOf(page).getByText('1 seat(s) booked').waitFor();
    await waitForSeats(other, 'available', 'C4');
    await waitForSeats(other, 'booked', 'C5');
  });

  it('survives a reload, a change in another window and a lost connection', async () => {
    const { page, show, booking, session } = await openChange(['C4', 'C5'], { expectedErrors: OFFLINE });
    const network = await withCuttableNetwork(page);
    await seat(page, 'C5').click();
    await seat(page, 'C6').click();
    await joinAsAnotherUser(show).then((ravi) => ravi.hold('D1'));
    await waitForSeats(page, 'blocked', 'D1');
    await post(`/bookings/${booking.id}/change`, { release: ['C4'], take: ['B1'] }, session.token);
    await waitForSeats(page, 'yours', 'B1');
    await waitForSeats(page, 'givingBack', 'C5');
    await page.reload();
    await waitForSeats(page, 'yours', 'B1', 'C5');
    await waitForSeats(page, 'selected', 'C6');
    await panel(page).getByText('You chose C6. Now tap 1 of your seats to give back.').waitFor();
    await seat(page, 'C5').click();
    await network.disconnect();
    await panel(page).getByText('Needs a connection. Your booking is unchanged.').waitFor();
    expect(await confirm(page).isDisabled()).toBe(true);
    await network.reconnect();
    await confirm(page).click();
    await ticketOf(page).waitFor();
    expect(await ticketSeats(page)).toEqual(['B1', 'C6']);
  });

  it.each<[string, (session: Session, show: Show) => Promise<string | number>, string]>([
    [
      'cancelled',
      async (session, show) => {
        const { id } = await book(show, ['C4'], session);
        await post(`/bookings/cancel/${id}`, {}, session.token);
        return id;
      },
      'This booking was cancelled, so there are no seats to change.',
    ],
    [
      "somebody else's",
      async (_, show) => (await book(show, ['C4'], await signUp('Ravi Iyer'))).id,
      "We can't find this booking in your account. You may have booked with another one.",
    ],
    ['no booking', async () => '%3Cscript%3E', "We can't find this booking in your account."],
  ])('says why a booking cannot be changed: %s', async (_, make, reason) => {
    const [session, show] = await Promise.all([signUp(), addShowWithSeats()]);
    const page = await openPage(`/shows/${show.id}/seats?change=${await make(session, show)}`, { session });
    await page.getByRole('heading', { name: "These seats can't be changed" }).waitFor();
    await page.getByText(reason).waitFor();
    await page.getByRole('link', { name: 'View my bookings' }).click();
    await page.getByRole('heading', { name: 'Booking History' }).waitFor();
  });
});
