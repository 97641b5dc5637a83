import { randomUUID } from 'node:crypto';
import type { Session } from '@moviebooking/contract/accounts';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { get, signUpWithRole } from './harness/api.ts';
import { addMovie, addShow, book, HOUR_MS } from './harness/catalogue.ts';
import {
  accessibilityFindings,
  DESKTOP,
  logInAsAdmin,
  openPage,
  PHONE,
  post,
  scrollsSideways,
  signUp,
} from './harness/user.ts';

const LOSING_ITS_NETWORK = {
  serviceWorkers: 'allow',
  expectedErrors: /Failed to load resource|ERR_INTERNET_DISCONNECTED|WebSocket connection|Failed to fetch/,
} as const;
const BY_LIST = /^No connection\. Checking tickets against this device's list from \d{1,2}:\d\d [ap]m\.$/;

const admin = await logInAsAdmin();

const signUpAsStaff = (): Promise<Session> => signUpWithRole('STAFF', `Usha ${randomUUID().slice(0, 8)}`);

/** A show in an hour, with a ticket for each party. */
async function showWith(...parties: string[][]) {
  const show = await addShow({ movie: await addMovie({ title: 'Gate Night' }), startsAt: Date.now() + HOUR_MS });
  const customer = await signUp('Tara Named');
  const bookings = [];
  for (const seats of parties) bookings.push(await book(show, seats, customer));
  return { show, customer, bookings, codes: bookings.map(({ ticketCode }) => ticketCode) };
}

const entrance = (showId: number) => `/admin/check-in?showId=${showId}`;
const resultOf = (page: Page) => page.getByRole('region', { name: 'Result' });
const conflictsOf = (page: Page) => page.getByRole('region', { name: 'Conflicts' });
const earlierOn = (page: Page) =>
  page.getByRole('heading', { name: 'Earlier scans' }).locator('..').getByRole('listitem');
const countOn = (page: Page, admitted: number, booked: number) =>
  page
    .getByRole('main')
    .getByText(new RegExp(`^${admitted}\\s*of ${booked} admitted$`))
    .waitFor();
const listIsStored = (page: Page, showId: number) =>
  expect
    .poll(() =>
      page.evaluate(async (id) => {
        const { promise, resolve } = Promise.withResolvers<unknown>();
        const opening = indexedDB.open('check-in');
        opening.onsuccess = () => {
          const reading = opening.result.transaction('entrances').objectStore('entrances').get(id);
          reading.onsuccess = () => resolve(reading.result);
        };
        return (await promise) !== undefined;
      }, showId),
    )
    .toBe(true);
const pageIsCached = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(async () => {
        const names = await caches.keys();
        const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
        return kept.flat().some(({ url }) => url.includes('/assets/check-in-'));
      }),
    )
    .toBe(true);

async function scan(page: Page, code: string | undefined, heading: string): Promise<void> {
  await page.getByLabel('Ticket code').fill(code ?? '');
  await page.keyboard.press('Enter');
  await resultOf(page).getByRole('heading', { name: heading }).waitFor();
}

describe('offline check-in', () => {
  it('keeps one admission of a ticket scanned on two devices, and shows both a conflict when they reconnect', async () => {
    const { show, codes, bookings } = await showWith(['F5', 'F6'], ['G1', 'G2']);
    const [code] = codes;
    const looks = [
      { viewport: PHONE, colorScheme: 'dark' },
      { viewport: DESKTOP, colorScheme: 'light' },
    ] as const;
    const devices = [];
    for (const look of looks) {
      const session = await signUpAsStaff();
      const page = await openPage(entrance(show.id), { session, ...LOSING_ITS_NETWORK, ...look });
      await countOn(page, 0, 4);
      await pageIsCached(page);
      devices.push(page);
    }
    const [first, second] = devices as [Page, Page];
    for (const page of devices) {
      await page.context().setOffline(true);
      await page.getByText(BY_LIST).waitFor();
      await scan(page, code, 'Admitted');
      await resultOf(page).getByText("Checked against this device's list.").waitFor();
      await page.getByText('1 scan on this device is waiting to be sent.').waitFor();
      await countOn(page, 2, 4);
      await scan(page, code, 'Already used');
      expect(await accessibilityFindings(page)).toEqual([]);
    }

    await first.context().setOffline(false);
    await first.getByText(BY_LIST).waitFor({ state: 'detached' });
    await first.getByText('1 scan on this device is waiting to be sent.').waitFor({ state: 'detached' });
    await earlierOn(first)
      .filter({ hasText: /F5, F6\s*Admitted$/ })
      .waitFor();
    expect(await conflictsOf(first).count()).toBe(0);

    await second.context().setOffline(false);
    await conflictsOf(second).getByRole('heading', { name: '1 conflict' }).waitFor();
    await conflictsOf(first).getByRole('heading', { name: '1 conflict' }).waitFor();
    for (const [page, lost, stands] of [
      [first, 'another', 'this'],
      [second, 'this', 'another'],
    ] as const) {
      await conflictsOf(page).getByText(`F5, F6 · Booking ${bookings[0]?.id}`).waitFor();
      const text = await conflictsOf(page).getByText('that admission stands').textContent();
      expect(text).toMatch(
        new RegExp(
          `^Admitted offline at .* on ${lost} device\\. Also admitted at .* on ${stands} device: that admission stands`,
        ),
      );
      await countOn(page, 2, 4);
      expect(await accessibilityFindings(page)).toEqual([]);
      expect(await scrollsSideways(page)).toBe(false);
    }
    await earlierOn(second)
      .filter({ hasText: /F5, F6\s*Conflict$/ })
      .waitFor();
    const { data } = await post('/admin/check-in', { code, showId: show.id }, admin.token);
    expect(data).toBeUndefined();
  });

  it('admits one seat or the rest of a party, and settles seat by seat what two devices admitted [SEAT-TICKET-6]', async () => {
    const { show, bookings } = await showWith(['F4', 'F5', 'F6']);
    const [booking] = bookings;
    const codeOf = (seat: string) => booking?.tickets?.find((ticket) => ticket.seat === seat)?.code;
    const open = async () => {
      const session = await signUpAsStaff();
      const page = await openPage(entrance(show.id), { session, ...LOSING_ITS_NETWORK, viewport: PHONE });
      await countOn(page, 0, 3);
      await pageIsCached(page);
      return page;
    };
    const [first, second] = [await open(), await open()];
    for (const page of [first, second]) {
      await page.context().setOffline(true);
      await page.getByText(BY_LIST).waitFor();
    }
    await scan(first, codeOf('F4'), 'F4 admitted');
    await resultOf(first).getByText('F5, F6 still to come.').waitFor();
    await countOn(first, 1, 3);
    await scan(first, codeOf('F4'), 'Already used');
    await scan(second, codeOf('F4'), 'F4 admitted');
    await scan(second, codeOf('F5'), 'F5 admitted');
    await resultOf(second).getByText('F6 still to come.').waitFor();
    await scan(second, booking?.ticketCode, 'Admitted');
    await resultOf(second).getByText('The rest of the party: F6').waitFor();
    await countOn(second, 3, 3);
    await scan(second, booking?.ticketCode, 'Already used');
    expect(await accessibilityFindings(second)).toEqual([]);

    await first.context().setOffline(false);
    await earlierOn(first)
      .filter({ hasText: /F4\s*Admitted$/ })
      .waitFor();
    await second.context().setOffline(false);
    for (const page of [first, second]) {
      await conflictsOf(page).getByRole('heading', { name: '1 conflict' }).waitFor();
      await conflictsOf(page).getByText(`F4 · Booking ${booking?.id}`, { exact: true }).waitFor();
      await countOn(page, 3, 3);
    }
  });

  it('reopens the page, offers the shows stored on the device, and refuses what its list does not admit', async () => {
    const { show, codes } = await showWith(['B1'], ['B2', 'B3']);
    const other = await showWith(['C1']);
    const page = await openPage(entrance(show.id), {
      session: await signUpAsStaff(),
      viewport: PHONE,
      ...LOSING_ITS_NETWORK,
    });
    await scan(page, codes[0], 'Admitted');
    await resultOf(page).getByText('Tara Named').waitFor();
    await countOn(page, 1, 3);
    await listIsStored(page, show.id);
    await pageIsCached(page);

    await page.context().setOffline(true);
    await page.goto('/admin/check-in');
    await page.getByText("No connection. Choose a show to check tickets against this device's list.").waitFor();
    await page.getByRole('combobox', { name: 'Show' }).click();
    await page.getByRole('option', { name: /Gate Night/ }).click();
    await page.getByText(BY_LIST).waitFor();
    await countOn(page, 1, 3);
    await earlierOn(page)
      .filter({ hasText: /B1\s*Admitted$/ })
      .waitFor();
    expect(await page.getByText('Tara Named').count()).toBe(0);

    await scan(page, codes[0], 'Already used');
    await scan(page, other.codes[0], 'Not on the list');
    await scan(page, codes[1]?.toLowerCase(), 'Admitted');
    await countOn(page, 3, 3);
    expect(await accessibilityFindings(page)).toEqual([]);
    expect(await scrollsSideways(page)).toBe(false);

    await page.goto(entrance(other.show.id));
    await page.getByText(/^No connection, and this device has no ticket list/).waitFor();
    await page.getByText('1 scan on this device is waiting to be sent.').waitFor();

    await page.context().setOffline(false);
    await countOn(page, 0, 1);
    await earlierOn(page)
      .filter({ hasText: /B2, B3\s*Admitted$/ })
      .waitFor();
  });

  it('admits nobody with a list that was changed on the device', async () => {
    const { show, codes } = await showWith(['D1']);
    const page = await openPage(entrance(show.id), { session: await signUpAsStaff(), ...LOSING_ITS_NETWORK });
    await countOn(page, 0, 1);
    await listIsStored(page, show.id);
    await pageIsCached(page);
    await page.context().setOffline(true);
    await page.evaluate(async (id) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      const opening = indexedDB.open('check-in');
      opening.onsuccess = () => {
        const store = opening.result.transaction('entrances', 'readwrite').objectStore('entrances');
        const reading = store.get(id);
        reading.onsuccess = () => {
          const kept = reading.result;
          kept.signedList.list = kept.signedList.list.replace('"D1"', '"D9"');
          store.put(kept).onsuccess = () => resolve();
        };
      };
      await promise;
    }, show.id);
    await page.reload();
    await page.getByText(/^No connection, and this device has no ticket list/).waitFor();
    await scan(page, codes[0], 'Not admitted');
    await page.context().setOffline(false);
    await countOn(page, 0, 1);
    await scan(page, codes[0], 'Admitted');
  });

  it('decides by the list when the response is lost, and does not conflict with itself', async () => {
    const { show, codes } = await showWith(['E1'], ['E2']);
    const page = await openPage(entrance(show.id), { session: await signUpAsStaff(), expectedErrors: /ERR_FAILED/ });
    await countOn(page, 0, 2);
    await page.route('**/api/admin/check-in', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.route('**/api/admin/check-in/**', (route) => route.abort());
    await scan(page, codes[0], 'Admitted');
    await resultOf(page).getByText("Checked against this device's list.").waitFor();
    await page.getByText(BY_LIST).waitFor();
    expect((await get(`/admin/check-in/shows/${show.id}`, admin.token)).data.admittedSeats).toBe(1);
    await page.unrouteAll();
    await page.getByText(BY_LIST).waitFor({ state: 'detached' });
    await resultOf(page).getByText("Checked against this device's list.").waitFor({ state: 'detached' });
    await countOn(page, 1, 2);
    expect(await conflictsOf(page).count()).toBe(0);
    await resultOf(page).getByRole('heading', { name: 'Admitted' }).waitFor();
  });
});

it('accepts every code from a typing scanner, wherever the focus is, and shows staff nothing else', async () => {
  const { show, codes } = await showWith(['H1'], ['H2', 'H3'], ['H4']);
  const page = await openPage('/admin/check-in', {
    session: await signUpAsStaff(),
    colorScheme: 'dark',
    expectedErrors: /status of 40[49]/,
  });
  expect(await page.getByRole('navigation').getByRole('link').allTextContents()).not.toContain('Dashboard');
  await expect
    .poll(() => page.getByLabel('Ticket code').evaluate((field) => field === document.activeElement))
    .toBe(true);
  await page.getByRole('combobox', { name: 'Show' }).click();
  await expect
    .poll(() => page.getByRole('listbox').evaluate((list) => list.contains(document.activeElement)))
    .toBe(true);
  await page.keyboard.press('Escape');
  await page.getByRole('listbox').waitFor({ state: 'detached' });
  await page.goto(entrance(show.id));
  await countOn(page, 0, 4);
  const shows = page.getByRole('combobox', { name: 'Show' });
  await shows.focus();
  const focusAfterOneLetter = await shows.evaluate((list) => {
    list.dispatchEvent(new KeyboardEvent('keydown', { key: 'M', bubbles: true, cancelable: true }));
    return document.activeElement?.getAttribute('name');
  });
  expect(focusAfterOneLetter).toBe('code');
  await page.getByLabel('Ticket code').fill('');
  await shows.focus();
  await page.route('**/api/admin/check-in', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    await route.continue();
  });
  for (const code of codes) {
    await page.keyboard.type(code ?? '');
    await page.keyboard.press('Enter');
  }
  await countOn(page, 4, 4);
  await expect.poll(() => earlierOn(page).count()).toBe(2);
  expect(await page.getByLabel('Ticket code').inputValue()).toBe('');
  expect(await page.getByLabel('Ticket code').evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await accessibilityFindings(page)).toEqual([]);
  expect(await scrollsSideways(page)).toBe(false);

  await page.goto('/admin/bookings');
  await page.waitForURL('**/movies');
  await page.goto(entrance(2_147_483_647));
  await page.getByRole('alert').getByText('Show not found').waitFor();
});
