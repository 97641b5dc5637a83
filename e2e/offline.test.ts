import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { addMovie, addShow, book, HOUR_MS } from './harness/catalogue.ts';
import { accessibilityFindings, openPage, signUp } from './harness/user.ts';

const UNREACHABLE = /Failed to load resource|ERR_INTERNET_DISCONNECTED|WebSocket connection|Failed to fetch/;
const OFFLINE = /^You're offline\./;

const shellIsKept = (page: Page) => page.evaluate(async () => (await navigator.serviceWorker.ready).active?.scriptURL);

const posterIsDrawn = (page: Page) =>
  page.getByRole('region', { name: 'Next up' }).evaluate((section) => {
    const poster = section.querySelector('img');
    return Boolean(poster?.complete && poster.naturalWidth > 0);
  });

const FILM_COLOUR = /^#[0-9a-f]{6}$/;

const ticketColour = (page: Page) =>
  page
    .getByRole('article', { name: 'Ticket' })
    .evaluate((ticket: HTMLElement) => ticket.style.getPropertyValue('--film-stub'));

const lastSeen = (page: Page) =>
  page.evaluate(async () => (await (await caches.open('last-seen')).keys()).map(({ url }) => url));

describe('without a network', () => {
  it('the app opens, says that it is offline and shows the saved tickets; logging out deletes them', async () => {
    const customer = await signUp();
    const show = await addShow({
      movie: await addMovie({ title: 'Kept Ticket', posterUrl: '/posters/chai-with-unit-42.svg' }),
      startsAt: Date.now() + 30 * HOUR_MS,
    });
    const { ticketCode } = await book(show, ['E5'], customer);
    const page = await openPage('/bookings/history', {
      session: customer,
      expectedErrors: UNREACHABLE,
      serviceWorkers: 'allow',
      timezoneId: 'America/New_York',
    });
    await page.getByRole('row').filter({ hasText: 'Kept Ticket' }).waitFor();
    await page.getByRole('button', { name: 'View ticket' }).click();
    await expect.poll(() => ticketColour(page)).toMatch(FILM_COLOUR);
    const colour = await ticketColour(page);
    await page.keyboard.press('Escape');
    await shellIsKept(page);

    await page.context().setOffline(true);
    await page.getByText(OFFLINE).waitFor();
    await page.reload();
    await page.getByText(OFFLINE).waitFor();
    await page.getByText(/^We couldn't load your latest bookings\./).waitFor();
    const row = page.getByRole('row').filter({ hasText: 'Kept Ticket' });
    expect(await row.getByRole('button', { name: 'Cancel' }).isDisabled()).toBe(true);
    await row.getByText('Needs a connection').waitFor();
    await row
      .getByText(/^\d{1,2}:\d\d [ap]m IST$/)
      .first()
      .waitFor();
    await expect.poll(() => posterIsDrawn(page)).toBe(true);
    await page.getByRole('button', { name: 'View ticket' }).click();
    await page.getByRole('img', { name: `QR code of ticket ${ticketCode}` }).waitFor();
    expect(await ticketColour(page)).toBe(colour);
    await page.keyboard.press('Escape');

    await page.getByRole('link', { name: 'Movies', exact: true }).click();
    await page.getByText('Failed to load movies. Please try again.').waitFor();
    await page.goto(`/shows/${show.id}`);
    await page.getByText('Failed to load the show. Please try again.').waitFor();

    await page.context().setOffline(false);
    await page.getByText(OFFLINE).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Try Again' }).click();
    await page.getByRole('heading', { name: 'Kept Ticket' }).waitFor();
    expect(await page.evaluate(() => localStorage.getItem('last-seen-bookings'))).toContain(ticketCode);
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.waitForURL('**/login');
    expect(await page.evaluate(() => localStorage.getItem('last-seen-bookings'))).toBeNull();
    expect(await page.evaluate(() => localStorage.getItem('poster-tones'))).toBeNull();
  });

  it('Movies and a movie show what was seen last and when, and offer no booking; logging out deletes it', async () => {
    const title = `Last Seen ${randomUUID()}`;
    const movie = await addMovie({ title, posterUrl: '/posters/chai-with-unit-42.svg' });
    await addShow({ movie, startsAt: Date.now() + 30 * HOUR_MS });
    const list = `/movies?search=${encodeURIComponent(title)}`;
    const page = await openPage(list, {
      session: await signUp(),
      expectedErrors: UNREACHABLE,
      serviceWorkers: 'allow',
    });
    await page.getByRole('link', { name: 'View Cinemas' }).click();
    const shows = page.getByRole('main').locator('a[href^="/shows/"]');
    await shows.waitFor();
    await shellIsKept(page);
    await expect.poll(() => lastSeen(page)).toHaveLength(3);

    await page.context().setOffline(true);
    await page.getByText(/^We couldn't load the latest showtimes\. These were saved on \d/).waitFor();
    expect(await shows.count()).toBe(0);
    await page.getByText('Needs a connection', { exact: true }).waitFor();
    await page.reload();
    await page.getByText(/^We couldn't load the latest showtimes\. These were saved on \d/).waitFor();
    await page.getByRole('heading', { name: title }).waitFor();
    await page.getByText('Needs a connection', { exact: true }).waitFor();
    expect(await shows.count()).toBe(0);
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.goto(list);
    await page.getByText(/^We couldn't load the latest movies\. These were saved on \d/).waitFor();
    await page.getByRole('heading', { name: title }).waitFor();
    await expect
      .poll(() => page.getByAltText(`${title} poster`).evaluate((poster: HTMLImageElement) => poster.naturalWidth))
      .toBeGreaterThan(0);
    await page.goto('/movies?page=2');
    await page.getByText('Failed to load movies. Please try again.').waitFor();
    await page.goBack();
    await page.getByText(/^We couldn't load the latest movies/).waitFor();

    await page.context().setOffline(false);
    await page.getByText(OFFLINE).waitFor({ state: 'detached' });
    await page.getByText(/^We couldn't load/).waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: title }).waitFor();
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.waitForURL('**/login');
    await expect.poll(() => page.evaluate(() => caches.has('last-seen'))).toBe(false);
  });

  it('API answers are never cached, and a page is never older than the server', async () => {
    const page = await openPage('/movies', { session: await signUp(), serviceWorkers: 'allow' });
    await page.getByText(/^Showing 1 to 10 of/).waitFor();
    await shellIsKept(page);
    const kept = await page.evaluate(async () => {
      const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
      const requests = await Promise.all(caches_.map((cache) => cache.keys()));
      return requests.flat().map(({ url }) => new URL(url).pathname);
    });
    expect(kept).toContain('/index.html');
    expect(kept.filter((path) => path.startsWith('/api') || /admin/.test(path))).toEqual([]);
    await page.evaluate(async () => {
      const [name = ''] = await caches.keys();
      await (await caches.open(name)).put(
        '/index.html',
        new Response('stale', { headers: { 'content-type': 'text/html' } }),
      );
    });
    await page.reload();
    await page.getByText(/^Showing 1 to 10 of/).waitFor();
  });
});
