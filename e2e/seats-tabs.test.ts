/** Several tabs of one user on one show. Holds don't expire here: see harness/global-setup.ts. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { get } from './harness/api.ts';
import { addShowWithSeats, joinAsAnotherUser, openSeatMap, seat, waitForSeats } from './harness/seat-map.ts';

async function openSecondTab(page: Page): Promise<Page> {
  const tab = await page.context().newPage();
  await tab.goto(page.url());
  await tab.getByText('Real-time updates active').waitFor();
  await waitForSeats(tab, 'selected', 'C4');
  return tab;
}

/**
 * Waits until the browser has released the tab's locks, which takes a while after it reports the tab as closed. The test
 * checks with its own lock, which `withoutLocks` doesn't remove.
 */
async function closeTab(tab: Page, otherTab: Page): Promise<void> {
  await tab.evaluate(() => {
    const locks: LockManager = Reflect.get(Navigator.prototype, 'locks', navigator);
    const taken = Promise.withResolvers<void>();
    void locks.request('is closed soon', () => new Promise(() => taken.resolve()));
    return taken.promise;
  });
  await tab.close();
  const isStillThere = () =>
    otherTab.evaluate(async () => {
      const locks: LockManager = Reflect.get(Navigator.prototype, 'locks', navigator);
      return (await locks.query()).held?.some(({ name }) => name === 'is closed soon');
    });
  await expect.poll(isStillThere).toBe(false);
}

/** Plain HTTP has no Web Locks, except on localhost. */
const withoutLocks = (page: Page) =>
  page.context().addInitScript(() => Object.defineProperty(navigator, 'locks', { value: undefined }));

async function goToMovies(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Movies', exact: true }).first().click();
  await page.waitForURL('**/movies');
}

describe.each(['with locks', 'without locks'])('tabs %s', (kind) => {
  async function openTwoTabs() {
    const show = await addShowWithSeats();
    const { page, session } = await openSeatMap(show);
    if (kind === 'without locks') {
      await withoutLocks(page);
      await page.reload();
      await page.getByText('Real-time updates active').waitFor();
    }
    await seat(page, 'C4').click();
    await waitForSeats(page, 'selected', 'C4');
    const heldSeats = async () =>
      Object.keys((await get(`/bookings/seats/${show.id}`, session.token)).blockedSeats as object);
    await expect.poll(heldSeats).toEqual(['C4']);
    return { page, tab: await openSecondTab(page), show, heldSeats };
  }

  it('the last tab releases the seats, after one was reloaded and left and another was closed', async () => {
    const { page, tab, heldSeats } = await openTwoTabs();
    const third = await openSecondTab(page);
    await tab.reload();
    await waitForSeats(tab, 'selected', 'C4');
    await goToMovies(tab);
    await closeTab(third, page);
    await goToMovies(page);
    await expect.poll(heldSeats).toEqual([]);
  });

  it('an open tab keeps the seats when another tab leaves', async () => {
    const { page, tab, show, heldSeats } = await openTwoTabs();
    const ravi = await joinAsAnotherUser(show);
    await goToMovies(page);
    // The last tab to leave releases the seat; until then another user cannot hold it.
    await waitForSeats(tab, 'selected', 'C4');
    expect(await ravi.hold('C4')).toMatchObject({ success: false, conflicts: ['C4'] });
    await goToMovies(tab);
    await expect.poll(heldSeats).toEqual([]);
  });
});

it('a seat released in one tab is not held again by another tab that missed the broadcast', async () => {
  const show = await addShowWithSeats();
  const { page, session } = await openSeatMap(show);
  await seat(page, 'C4').click();
  await seat(page, 'C5').click();
  const heldSeats = async () =>
    Object.keys((await get(`/bookings/seats/${show.id}`, session.token)).blockedSeats as object);
  await expect.poll(heldSeats).toEqual(['C4', 'C5']);
  const tab = await openSecondTab(page);
  // The first tab receives no broadcasts, then a snapshot.
  await page.routeWebSocket(/socket\.io/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => server.send(message));
    server.onMessage((message) => {
      if (!String(message).includes('"seats-unblocked"')) socket.send(message);
    });
  });
  await page.reload();
  await waitForSeats(page, 'selected', 'C4', 'C5');
  await seat(tab, 'C4').click();
  await expect.poll(heldSeats).toEqual(['C5']);
  // The next change shows the first tab that it missed one.
  await joinAsAnotherUser(show).then((ravi) => ravi.hold('J1'));
  await waitForSeats(page, 'available', 'C4');
  await waitForSeats(page, 'selected', 'C5');
  expect(await heldSeats()).toEqual(['C5', 'J1']);
});
