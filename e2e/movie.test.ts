import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { demoAdministrator } from './harness/api.ts';
import { addMovie, addScreen, addShow, book, HOUR_MS, MINUTE_MS } from './harness/catalogue.ts';
import { startServer } from './harness/server.ts';
import {
  accessibilityFindings,
  delayAnswers,
  findingsInTwoLooks,
  layoutShifts,
  newPage,
  openPage,
  scrollsSideways,
  signUp,
} from './harness/user.ts';

const REFUSED = /Failed to load resource/;
const DAY_MS = 24 * HOUR_MS;
const shown = (instant: string) =>
  new Intl.DateTimeFormat('en-IN', {
    ...{ weekday: 'short', day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' },
    timeZone: 'Asia/Kolkata',
  }).format(new Date(instant));
const endOf = ({ startTime }: { startTime: string }) =>
  new Intl.DateTimeFormat('en-IN', { hour: 'numeric', minute: '2-digit', timeZone: 'Asia/Kolkata' }).format(
    Date.parse(startTime) + 30 * MINUTE_MS,
  );
const address = (movie: { id: number }) => `/movies/${movie.id}/cinemas`;
const showLink = (page: Page, show: { id: number }) => page.locator(`a[href="/shows/${show.id}/seats"]`);

describe('a movie and its showtimes', () => {
  it("shows the movie's facts, and its future shows by cinema and start time with screen, price and badge", async () => {
    const movie = await addMovie({
      title: 'The Long Interval',
      description: 'Two halves.\nOne night.',
      durationMin: 30,
    });
    const regal = await addScreen({ name: 'Regal & Sons', city: 'Pune' }, 'Audi <1>');
    const later = await addShow({ movie, screen: regal, startsAt: Date.now() + 3 * DAY_MS, price: 199.5 });
    const soon = await addShow({ movie, screen: regal, startsAt: Date.now() + HOUR_MS, price: 250 });
    const today = await addShow({ movie, startsAt: Date.now() + 5 * HOUR_MS });
    await addShow({ movie, startsAt: Date.now() - HOUR_MS });
    const page = await openPage('/movies?search=The Long Interval', { session: await signUp() });
    await page.getByRole('link', { name: 'View Cinemas' }).click();
    await page.waitForURL(`**${address(movie)}`);
    await page.getByRole('heading', { level: 1, name: 'The Long Interval' }).waitFor();
    await page.getByText('30 minutes').waitFor();
    await page.getByText(`Next show ${shown(soon.startTime)}, Regal & Sons`).waitFor();
    await page.getByText('Two halves.').first().waitFor();
    expect(await page.getByRole('img', { name: /poster/ }).count()).toBe(0);
    expect(await page.getByText('T', { exact: true }).count()).toBe(1);

    const cinema = page.getByRole('region', { name: 'Regal & Sons' });
    expect(await cinema.getByText('Pune').count()).toBe(1);
    const links = cinema.getByRole('link');
    expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual(
      [soon, later].map(({ id }) => `/shows/${id}/seats`),
    );
    const text = await showLink(page, soon).textContent();
    for (const part of [
      shown(soon.startTime),
      'Starting Soon',
      'Audi <1>',
      '₹250',
      '100 seats left',
      `to ${endOf(soon)}`,
    ]) {
      expect(text).toContain(part);
    }
    expect(await showLink(page, today).textContent()).toContain('Today');
    expect(await showLink(page, later).textContent()).toMatch(/₹199\.50/);
    expect(await showLink(page, later).textContent()).not.toMatch(/Today|Starting Soon/);
    expect(await page.locator('main section a').count()).toBe(3);

    await showLink(page, soon).click();
    await page.waitForURL(`**/shows/${soon.id}/seats`);
    await page.goBack();
    await page.getByRole('link', { name: 'Back to Movies' }).click();
    await page.waitForURL('**/movies');
  });

  it('fits fifteen shows of a cinema into 300 pixels', async () => {
    const movie = await addMovie({ durationMin: 10 });
    const screen = await addScreen({ name: 'Fifteen' });
    for (let day = 2; day < 17; day += 1) await addShow({ movie, screen, startsAt: Date.now() + day * DAY_MS });
    const page = await openPage(address(movie), { session: await signUp() });
    const list = page.getByRole('region', { name: 'Fifteen' }).getByRole('list').first();
    await expect.poll(() => list.getByRole('link').count()).toBe(15);
    expect((await list.boundingBox())?.height).toBeLessThanOrEqual(300);
  });

  it('updates badges and removes started shows without a reload', async () => {
    const movie = await addMovie({ durationMin: 10 });
    const show = await addShow({ movie, startsAt: Date.now() + 24 * HOUR_MS + 10 * MINUTE_MS });
    const page = await newPage({ session: await signUp() });
    await page.clock.install({ time: Date.now() });
    let passed = 0;
    const pass = async (ms: number) => {
      passed += ms;
      await page.clock.fastForward(ms);
    };
    // The server's clock moves too.
    await page.route('**/api/**', async (route) => {
      const response = await route.fetch();
      const date = new Date(Date.now() + passed).toUTCString();
      await route.fulfill({ response, headers: { ...response.headers(), date } });
    });
    await page.goto(address(movie));
    const text = () => showLink(page, show).textContent();
    expect(await text()).not.toContain('Today');
    await pass(11 * MINUTE_MS);
    await expect.poll(text).toContain('Today');
    await pass(22 * HOUR_MS);
    await expect.poll(text).toContain('Starting Soon');
    await pass(2 * HOUR_MS);
    await page.getByText('No Future Showtimes Available').waitFor();
  });

  it("hides no show if the user's clock is three hours ahead", async () => {
    const movie = await addMovie({ durationMin: 10 });
    const show = await addShow({ movie, startsAt: Date.now() + HOUR_MS });
    const page = await newPage({ session: await signUp() });
    await page.clock.install({ time: Date.now() + 3 * HOUR_MS });
    await page.goto(address(movie));
    await expect.poll(() => showLink(page, show).textContent()).toContain('Starting Soon');
  });

  it('offers days with shows, kept in the address, and the cities of the shows, which it remembers', async () => {
    const movie = await addMovie({ durationMin: 10 });
    const [pune, kochi] = [await addScreen({ city: 'Pune' }), await addScreen({ city: 'Kochi' })];
    const inPune = await addShow({ movie, screen: pune, startsAt: Date.now() + 2 * DAY_MS });
    const inKochi = await addShow({ movie, screen: kochi, startsAt: Date.now() + 4 * DAY_MS });
    const page = await openPage(address(movie), { session: await signUp() });
    const dayOf = (startTime: string) =>
      page.getByRole('button', {
        name: new Intl.DateTimeFormat('en-IN', {
          ...{ weekday: 'short', day: 'numeric', month: 'short', timeZone: 'Asia/Kolkata' },
        })
          .format(new Date(startTime))
          .replace(',', ''),
      });
    const days = page.getByRole('group', { name: 'Date' }).getByRole('button');
    await days.first().waitFor();
    expect(await days.evaluateAll((all) => all.filter((day) => !(day as HTMLButtonElement).disabled).length)).toBe(3);
    await dayOf(inKochi.startTime).click();
    await showLink(page, inPune).waitFor({ state: 'detached' });
    await page.reload();
    await showLink(page, inKochi).waitFor();
    expect(await showLink(page, inPune).count()).toBe(0);
    await page.getByRole('button', { name: 'All dates', exact: true }).click();
    await page.getByRole('combobox', { name: 'City', exact: true }).selectOption('Pune');
    await showLink(page, inKochi).waitFor({ state: 'detached' });
    expect(await page.evaluate(() => localStorage.getItem('city'))).toBe('Pune');
    await page.reload();
    await showLink(page, inPune).waitFor();
    expect(await showLink(page, inKochi).count()).toBe(0);
    expect(await dayOf(inKochi.startTime).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Show all dates and cities' }).click();
    await showLink(page, inKochi).waitFor();
  });

  it('labels accessible showtimes, in full for screen readers, filters by them, and announces how many showtimes are left', async () => {
    const movie = await addMovie({ durationMin: 10 });
    const screen = await addScreen({ name: 'Regal', city: 'Pune' });
    const plain = await addShow({ movie, screen, startsAt: Date.now() + 2 * DAY_MS });
    const both = await addShow({ movie, screen, startsAt: Date.now() + 3 * DAY_MS, accessibility: ['CC', 'AD'] });
    const signed = await addShow({ movie, screen, startsAt: Date.now() + 4 * DAY_MS, accessibility: ['ISL'] });
    const page = await openPage(address(movie), { session: await signUp(), viewport: { width: 390, height: 664 } });
    await page.getByRole('link', { name: /Closed captions\s+Audio description/ }).waitFor();
    expect(await showLink(page, both).getByText('CC', { exact: true }).isVisible()).toBe(true);
    const filter = page.getByRole('combobox', { name: 'Accessibility' });
    expect((await filter.getByRole('option').allTextContents()).map((text) => text.replaceAll('\u00a0', ' '))).toEqual([
      ...['All showtimes', 'Closed captions (CC)', 'Audio description (AD)', 'Sign language (ISL)'],
    ]);
    expect(await accessibilityFindings(page)).toEqual([]);
    const announced = page.getByRole('status').filter({ hasText: /showtime/ });
    expect(await announced.textContent()).toBe('3 showtimes');
    await filter.selectOption('AD');
    await showLink(page, plain).waitFor({ state: 'detached' });
    expect(await announced.textContent()).toBe('1 showtime');
    expect([await showLink(page, both).count(), await showLink(page, signed).count()]).toEqual([1, 0]);
    const enabled = page.getByRole('group', { name: 'Date' }).getByRole('button', { disabled: false });
    expect(await enabled.count()).toBe(2);
    await page.reload();
    await showLink(page, both).waitFor();
    expect(await showLink(page, plain).count()).toBe(0);
    await page.goto(`${address(movie)}?accessibility=OC`);
    await page.getByText('No showtimes with open captions').waitFor();
    await page.getByRole('button', { name: 'Show all showtimes' }).click();
    await showLink(page, plain).waitFor();
    const other = await openPage(address(await addMovie()), { session: await signUp() });
    await other.getByText('No Future Showtimes Available').waitFor();
    expect(await other.getByRole('combobox', { name: 'Accessibility' }).count()).toBe(0);
  });

  it('fits a phone: a head of 150 pixels, four showtimes in the first view, and the strip always in view', async () => {
    const movie = await addMovie({
      title: 'A Title That Is Long Enough to Need Two Lines on a Phone',
      description: 'The description has many lines. '.repeat(20),
      ...{ language: 'Malayalam', format: 'IMAX', certificate: 'UA 13+' },
      durationMin: 30,
    });
    const screen = await addScreen({ name: 'Regal' });
    const midnight = Math.ceil(Date.now() / DAY_MS) * DAY_MS + DAY_MS;
    for (const hours of [6, 30, 33, 36, 54, 57, 60, 78])
      await addShow({ movie, screen, startsAt: midnight + hours * HOUR_MS, accessibility: ['CC', 'AD'] });
    await addShow({ movie, screen: await addScreen({ city: 'Pune' }), startsAt: midnight + 200 * HOUR_MS });
    const page = await openPage('/bookings/history', {
      session: await signUp(),
      viewport: { width: 390, height: 664 },
    });
    await page.getByText('No bookings yet').waitFor();
    await delayAnswers(page, '/api/movies/');
    await page.goto(address(movie));
    const head = page.locator('main header');
    const strip = page.getByRole('group', { name: 'Date' });
    const links = page.locator('main section a');
    await links.first().waitFor();
    expect(await layoutShifts(page)).toEqual([]);
    expect((await head.boundingBox())?.height).toBeLessThanOrEqual(150);
    expect(await links.evaluateAll((all) => all.filter((a) => a.getBoundingClientRect().bottom <= 664).length)).toBe(4);
    expect(await page.getByRole('region', { name: 'Regal' }).getByRole('heading', { level: 4 }).count()).toBe(4);

    const more = page.getByRole('button', { name: 'More of the description' });
    expect(await more.getAttribute('aria-expanded')).toBe('false');
    await more.press('Enter');
    const less = page.getByRole('button', { name: 'Less of the description' });
    expect(await less.getAttribute('aria-expanded')).toBe('true');
    expect((await head.boundingBox())?.height).toBeGreaterThan(300);
    await less.press('Enter');

    await page.setViewportSize({ width: 360, height: 620 });
    expect(await scrollsSideways(page)).toBe(false);
    const cut = await links.evaluateAll((all) =>
      all.filter((link) => {
        const { left, right } = link.getBoundingClientRect();
        return left < 0 || right > 360 || link.scrollWidth > link.clientWidth;
      }),
    );
    expect(cut).toEqual([]);
    await links.last().focus();
    const bottomOf = async () => {
      const box = await strip.boundingBox();
      return (box?.y ?? 0) + (box?.height ?? 0);
    };
    await expect.poll(bottomOf).toBeLessThan(150);
    for (let at = (await links.count()) - 1; at >= 0; at -= 1) {
      await links.nth(at).focus();
      expect((await links.nth(at).boundingBox())?.y).toBeGreaterThanOrEqual(await bottomOf());
    }
    await page.mouse.wheel(0, 600);
    await strip.getByRole('button', { disabled: false }).nth(2).click();
    await expect.poll(() => links.count()).toBe(3);
    expect((await links.first().boundingBox())?.y).toBeGreaterThanOrEqual(await bottomOf());
  });

  it('has four showtimes in the first view of a low laptop', async () => {
    const movie = await addMovie({
      title: 'Monsoon Line',
      description: 'The description has many lines. '.repeat(20),
      language: 'Hindi',
    });
    const screen = await addScreen();
    const midnight = Math.ceil(Date.now() / DAY_MS) * DAY_MS + DAY_MS;
    for (const hours of [6, 9, 12, 15]) await addShow({ movie, screen, startsAt: midnight + hours * HOUR_MS });
    const viewport = { width: 1366, height: 633 };
    const page = await openPage(address(movie), { session: await signUp(), viewport });
    const links = page.locator('main section a');
    await links.last().waitFor();
    const bottoms = await links.evaluateAll((all) => all.map((link) => link.getBoundingClientRect().bottom));
    expect(bottoms).toHaveLength(4);
    expect(Math.max(...bottoms)).toBeLessThanOrEqual(viewport.height);
  });

  it("shows times in TIME_ZONE, and names it if the user's clock differs", async () => {
    const server = await startServer({ TIME_ZONE: 'America/New_York' });
    onTestFinished(() => server.stop());
    const ask = async (path: string, init: RequestInit = {}) =>
      (await fetch(`${server.address}/api${path}`, init)).json();
    const { data: session } = await ask('/auth/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(await demoAdministrator(server)),
    });
    const { data: movies } = await ask('/movies', { headers: { authorization: `Bearer ${session.token}` } });
    const timesIn = async (timezoneId: string) => {
      const page = await openPage(address(movies[0]), { baseURL: server.address, session, timezoneId });
      await page.getByRole('link', { name: /₹/ }).first().waitFor();
      return (await page.getByRole('main').textContent())?.match(/\d:\d\d [ap]m( GMT-[45])?/g) ?? [];
    };
    const [there, elsewhere] = [await timesIn('America/New_York'), await timesIn('Asia/Kolkata')];
    expect(there.length).toBeGreaterThan(0);
    expect(there.filter((time) => /GMT/.test(time))).toEqual([]);
    expect(elsewhere.map((time) => time.replace(/ GMT-[45]$/, ''))).toEqual(there);
    expect(elsewhere.filter((time) => !/GMT/.test(time))).toEqual([]);
  });

  it('says when a show fills fast, and when a movie is not found or fails to load', async () => {
    const movie = await addMovie();
    const show = await addShow({ movie });
    const rows = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'];
    for (const row of rows) {
      const customer = await signUp();
      await book(
        show,
        [1, 2, 3, 4, 5, 6].map((n) => `${row}${n}`),
        customer,
      );
      await book(
        show,
        [7, 8, 9, 10].map((n) => `${row}${n}`),
        customer,
      );
    }
    const page = await openPage(address(movie), { session: await signUp(), expectedErrors: REFUSED });
    expect(await showLink(page, show).textContent()).toContain('Filling fast · 20 seats left');
    for (const unknown of ['999999', 'abc']) {
      await page.goto(`/movies/${unknown}/cinemas`);
      await page.getByText('Movie not found').waitFor();
      await page.getByRole('link', { name: 'Back to Movies' }).waitFor();
    }
    let fails = true;
    await page.route(`**/api/movies/${movie.id}`, (route) =>
      fails ? route.fulfill({ status: 418, body: 'no' }) : route.continue(),
    );
    await page.goto(address(movie));
    await page.getByText('Failed to load movie details. Please try again.').waitFor();
    await page.getByRole('link', { name: 'Back to Movies' }).waitFor();
    fails = false;
    await page.getByRole('button', { name: 'Try Again' }).click();
    await page.getByRole('heading', { level: 1, name: movie.title }).waitFor();
  });
});

describe('a show', () => {
  it('shows its facts, the seats left and a link to the seat map, and says when it is not found', async () => {
    const movie = await addMovie({ title: 'One Show Only' });
    const show = await addShow({ movie, price: 320 });
    const page = await openPage(`/shows/${show.id}`, { session: await signUp(), expectedErrors: REFUSED });
    await page.getByRole('heading', { level: 1, name: 'Shows' }).waitFor();
    await page.getByRole('heading', { level: 2, name: 'One Show Only' }).waitFor();
    for (const fact of ['₹320', '100 seats left', 'Audi 1']) await page.getByText(fact).waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.getByRole('link', { name: 'Choose seats' }).click();
    await page.waitForURL(`**/shows/${show.id}/seats`);
    await page.goto('/shows/999999');
    await page.getByText('Show not found').waitFor();
    await page.goto(`/shows/${(await addShow({ movie, startsAt: Date.now() - HOUR_MS })).id}`);
    await page.getByText('This show has already started.').waitFor();
    expect(await page.getByRole('link', { name: 'Choose seats' }).count()).toBe(0);
  });
});

it('the movie page has no serious accessibility finding and fits', async () => {
  const movie = await addMovie({ title: `नमक ${'Verylongword'.repeat(9)}`, description: 'x'.repeat(600) });
  const screen = await addScreen({ name: 'C'.repeat(100), city: 'K'.repeat(100) }, 'S'.repeat(100));
  const show = await addShow({ movie, screen, startsAt: Date.now() + HOUR_MS, price: 100_000 });
  const page = await openPage(address(movie), { session: await signUp() });
  await page.getByText('Starting Soon').waitFor();
  expect(await findingsInTwoLooks(page)).toEqual([]);
  const cinema = page.getByRole('region', { name: 'C'.repeat(100) });
  expect(await cinema.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  for (const path of [address(movie), `/shows/${show.id}`, `/shows/${show.id}/seats`]) {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(path);
    // The seat page leaves the screen out on a phone.
    await page.getByText('S'.repeat(100)).first().waitFor({ state: 'attached' });
    expect(await scrollsSideways(page), path).toBe(false);
  }
});
