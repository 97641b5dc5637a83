import { describe, expect, it } from 'vitest';
import { book } from './harness/catalogue.ts';
import {
  addShowWithSeats,
  joinAsAnotherUser,
  openSeatMap,
  seat,
  waitForSeats,
  withCuttableNetwork,
} from './harness/seat-map.ts';
import { accessibilityFindings, logInAsAdmin, openPage, PHONE, post, signUp } from './harness/user.ts';

const DISCONNECTED = /Socket not connected|ERR_INTERNET_DISCONNECTED|fetching the script/;

/** Resolves once the leaving tab has looked for others on the same show. */
const whenTabsAreAsked = () =>
  new Promise<void>((resolve) => {
    const query = navigator.locks.query.bind(navigator.locks);
    navigator.locks.query = async () => {
      const answer = await query();
      resolve();
      return answer;
    };
  });

describe('a selection', () => {
  it('survives a reload, and is shared with a second tab', async () => {
    const show = await addShowWithSeats();
    const { page } = await openSeatMap(show);
    await seat(page, 'C4').click();
    await page.getByRole('timer').waitFor();
    await page.reload();
    await waitForSeats(page, 'selected', 'C4');

    const tab = await page.context().newPage();
    await tab.goto(`/shows/${show.id}/seats`);
    await waitForSeats(tab, 'selected', 'C4');
    await tab.getByText('Real-time updates active').waitFor();
    await seat(tab, 'C5').click();
    await waitForSeats(page, 'selected', 'C4', 'C5');
    const hasLookedForOthers = tab.evaluate(whenTabsAreAsked);
    await tab.getByRole('link', { name: 'Movies' }).click();
    // A tab that is just reloading would not be found.
    await hasLookedForOthers;
    await page.reload();
    await waitForSeats(page, 'selected', 'C4', 'C5');
  });

  it('is released immediately by logging out', async () => {
    const show = await addShowWithSeats();
    const [{ page }, { page: other }] = [await openSeatMap(show), await openSeatMap(show)];
    await seat(page, 'C4').click();
    await waitForSeats(other, 'blocked', 'C4');
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.waitForURL('**/login');
    await waitForSeats(other, 'available', 'C4');
  });

  it('is released immediately by leaving the page', async () => {
    const show = await addShowWithSeats();
    const [{ page }, { page: other }] = await Promise.all([openSeatMap(show), openSeatMap(show)]);
    await seat(page, 'C4').click();
    await waitForSeats(other, 'blocked', 'C4');
    await page.getByRole('link', { name: 'Movies' }).click();
    await waitForSeats(other, 'available', 'C4');
  });

  it('survives a lost connection: the map says so, choosing and booking still work, and the reconnect updates it', async () => {
    const show = await addShowWithSeats();
    const ravi = await joinAsAnotherUser(show);
    const { page } = await openSeatMap(show, { expectedErrors: DISCONNECTED });
    const network = await withCuttableNetwork(page);
    await seat(page, 'C4').click();
    await page.getByRole('timer').waitFor();
    await network.disconnect();
    await page.getByText('Connecting...').waitFor();
    await page.getByText('No live updates right now').waitFor();
    await seat(page, 'C5').click();
    await seat(page, 'C6').click();
    await page.getByText('Not held yet: waiting for the network.').waitFor();
    await ravi.hold('C6', 'D1');
    await network.reconnect();
    await page.getByText('Real-time updates active').waitFor();
    await waitForSeats(page, 'blocked', 'C6', 'D1');
    await waitForSeats(page, 'selected', 'C4', 'C5');
    await page.getByText('C6 was just taken by someone else.').first().waitFor();
    await page.getByText('Not held yet').waitFor({ state: 'detached' });
    expect(await ravi.hold('C5')).toMatchObject({ conflicts: ['C5'] });
  });

  it('ends at the login when the token is no longer valid', async () => {
    const { page } = await openSeatMap(await addShowWithSeats(), { expectedErrors: /status of 401|Authentication/ });
    await seat(page, 'C4').click();
    await page.route('**/api/bookings', (route) =>
      route.continue({ headers: { ...route.request().headers(), authorization: 'Bearer gone-bad' } }),
    );
    await page.getByRole('button', { name: 'Book Seats' }).click();
    await page.waitForURL('**/login');
  });
});

describe('an administrator', () => {
  it('sees who booked each seat, live, and cannot select seats', async () => {
    const show = await addShowWithSeats();
    const asha = await signUp('Asha Rao');
    const { id } = await book(show, ['C4'], asha);
    const session = await logInAsAdmin();
    const page = await openPage(`/admin/shows/${show.id}/seats`, { session });
    await page.getByText('Admin View').waitFor();
    await page.getByRole('heading', { name: 'Seat Status Overview' }).waitFor();
    const legend = page.getByRole('list', { name: 'Legend' }).getByRole('listitem');
    expect(await legend.allTextContents()).toEqual(['Available', 'Blocked by others', 'Booked (hover for details)']);
    await page.getByText('Real-time updates active').waitFor();

    await seat(page, 'C4').hover();
    const tooltip = page.getByRole('tooltip');
    for (const text of ['Asha Rao', asha.user.email, `Booking #${id}`]) await tooltip.getByText(text).waitFor();
    expect(await tooltip.textContent()).toMatch(/\d{1,2} \w{3,4} 20\d\d, \d{1,2}:\d\d [ap]m/);

    await seat(page, 'C4').click();
    const dialog = page.getByRole('dialog', { name: 'Booking Details - Seat C4' });
    await dialog.waitFor();
    for (const text of ['Customer Name', 'Asha Rao', 'Email', asha.user.email, 'Booking ID', String(id), 'Booked At'])
      await dialog.getByText(text, { exact: true }).waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'detached' });

    await seat(page, 'E5').click();
    await waitForSeats(page, 'available', 'E5');
    expect(await page.getByText('Book Seats').count()).toBe(0);

    const ravi = await signUp('Ravi Iyer');
    const booking = await book(show, ['F1'], ravi);
    await waitForSeats(page, 'booked', 'F1');
    await seat(page, 'F1').click();
    const later = page.getByRole('dialog', { name: 'Booking Details - Seat F1' });
    await later.getByText(ravi.user.email).waitFor();
    await post(`/bookings/cancel/${booking.id}`, undefined, ravi.token);
    await waitForSeats(page, 'available', 'F1');
    await later.waitFor({ state: 'detached' });
  });

  it('sees all seats of a booking, its price and a link to it', async () => {
    const show = await addShowWithSeats();
    const asha = await signUp('Asha Rao');
    await book(show, ['C4', 'C5', 'D4'], asha);
    await book(show, ['C6'], asha);
    const page = await openPage(`/admin/shows/${show.id}/seats`, { session: await logInAsAdmin() });
    await waitForSeats(page, 'booked', 'C4', 'C5', 'C6', 'D4');
    await seat(page, 'C5').hover();
    const party = page.locator('[data-in-party]');
    await expect
      .poll(() => party.evaluateAll((seats) => seats.map((one) => (one as HTMLElement).dataset.seat)))
      .toEqual(['C4', 'C5', 'D4']);
    await seat(page, 'C5').click();
    const dialog = page.getByRole('dialog', { name: 'Booking Details - Seat C5' });
    for (const text of ['C4–5, D4', '₹750']) await dialog.getByText(text, { exact: true }).waitFor();
    await dialog.getByRole('link', { name: 'Open booking' }).click();
    await page.waitForURL('**/admin/bookings?*');
    await page.getByText('Showing 1 to 2 of 2').waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'Shows', exact: true }).last().click();
    await page.waitForURL('**/admin/shows');
  });

  it('sees the same map from the customers’ side, and tooltips by keyboard', async () => {
    const show = await addShowWithSeats();
    await book(show, ['A1'], await signUp('Asha Rao'));
    const page = await openPage(`/shows/${show.id}/seats`, { session: await logInAsAdmin(), viewport: PHONE });
    await page.getByText('Admin View').waitFor();
    await page.getByRole('grid').waitFor();
    await page.locator('[data-seat="A1"]').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.getByRole('tooltip').getByText('Asha Rao').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByText('Booked At').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });
});

it('seats react to every tap while the map changes twenty times a second', async () => {
  const show = await addShowWithSeats();
  const ravi = await joinAsAnotherUser(show);
  const { page } = await openSeatMap(show);
  let isOver = false;
  const changes = (async () => {
    for (let change = 0; !isOver; change += 1) {
      const id = `J${1 + (Math.floor(change / 2) % 5)}`;
      await Promise.all([change % 2 === 0 ? ravi.hold(id) : ravi.release(id), page.waitForTimeout(50)]);
    }
  })();
  const taps = ['B2', 'C3', 'D4', 'E5', 'F6'];
  for (const id of taps) {
    await seat(page, id).click();
    await waitForSeats(page, 'selected', id);
  }
  for (const id of taps) {
    await seat(page, id).click();
    await waitForSeats(page, 'available', id);
  }
  isOver = true;
  await changes;
});
