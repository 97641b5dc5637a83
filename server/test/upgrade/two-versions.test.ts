/**
 * Tests a rolling upgrade with the last release's own build (`npm run test:upgrade`): its server keeps working after today's
 * migrated the database, and each version's pages work with each version's server, including live events between them.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../../../e2e/harness/browser.ts';
import { seat, waitForSeats } from '../../../e2e/harness/room.ts';
import { type RunningServer, startServer } from '../running-server.ts';
import { databaseUrl, freshDatabase, type TestDatabase } from '../test-app.ts';

const lastRelease = process.env.LAST_RELEASE;
const PASSWORD = 'matinee-show';
const ADMIN = { email: 'ada@example.com', password: 'a password for Ada' };
const ADMIN_PAGES = [
  '',
  'cinemas',
  'movies',
  'screens',
  'shows',
  'bookings',
  'users',
  'analytics',
  'check-in',
  'audit',
];
const ROOTS = { old: lastRelease ?? '', new: fileURLToPath(new URL('../../..', import.meta.url)) };
type Version = keyof typeof ROOTS;
type Browser = Awaited<ReturnType<typeof launchBrowser>>;
type BrowserContext = Awaited<ReturnType<Browser['newContext']>>;
type Page = Awaited<ReturnType<BrowserContext['newPage']>>;
/** Messages that Chromium logs without a fault: without a service worker, on a busy machine, and when leaving a page early. */
const OF_THE_BROWSER = /Service Worker registration blocked|preloaded using link preload|WebSocket is closed before/;
/** Chromium treats the test's pages as internet pages, which may not open a WebSocket to this machine. */
const ARGUMENTS = ['--no-sandbox', '--disable-gpu', '--disable-features=LocalNetworkAccessChecks'];
/** Limits a failing test, far above what a busy machine needs. */
const HANGING_MS = 120_000;
const PAIRS: [Version, Version][] = [
  ['old', 'old'],
  ['old', 'new'],
  ['new', 'old'],
  ['new', 'new'],
];

const other = (version: Version): Version => (version === 'old' ? 'new' : 'old');

describe.skipIf(!lastRelease)('a rolling upgrade', () => {
  const servers = {} as Record<Version, RunningServer>;
  let database: TestDatabase;
  let browser: Browser;
  let showId = 0;
  let nextRow = 0;

  // biome-ignore lint/suspicious/noExplicitAny: an answer of either version
  async function call(version: Version, method: string, path: string, token?: string, body?: unknown): Promise<any> {
    const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(`${servers[version].url}/api${path}`, { method, headers, ...sent });
    return { ...((await response.json()) as object), status: response.status };
  }
  const logIn = async (version: Version, account = ADMIN) =>
    (await call(version, 'POST', '/auth/login', undefined, account)).data;
  async function signUp(version: Version) {
    const email = `${crypto.randomUUID()}@example.com`;
    return (await call(version, 'POST', '/auth/signup', undefined, { name: 'Asha Rao', email, password: PASSWORD }))
      .data;
  }

  const start = (version: Version) =>
    startServer(
      {
        ...{
          DATABASE_URL: databaseUrl(database),
          SEED_DEMO: 'false',
          JWT_SECRET: 'a secret of both versions, long enough',
        },
        ...{ ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password, DATABASE_POOL_SIZE: '6', LEDGER_POOL_SIZE: '6' },
      },
      { program: join(ROOTS[version], 'server/src/main.ts') },
    );

  beforeAll(async () => {
    database = await freshDatabase('template0');
    browser = await launchBrowser({ args: ARGUMENTS });
    servers.old = await start('old');
    const { token } = await logIn('old');
    const add = async (path: string, body: object) => (await call('old', 'POST', path, token, body)).data.id as number;
    const movieId = await add('/movies', {
      title: 'Monsoon Matinee',
      description: null,
      durationMin: 120,
      posterUrl: null,
    });
    const cinemaId = await add('/cinemas', { name: 'Regal', city: 'Mumbai' });
    const screenId = await add('/screens', { name: 'Screen 1', cinemaId, capacity: 100 });
    showId = await add('/shows', {
      movieId,
      screenId,
      price: 199.99,
      startTime: new Date(Date.now() + 864e5).toISOString(),
    });
  });
  afterAll(async () => {
    await browser?.close();
    for (const server of Object.values(servers)) server.process.kill('SIGTERM');
    await Promise.all(Object.values(servers).map(({ ended }) => ended));
  });

  it('keeps booking on the old server while the new one migrates', async () => {
    const { token } = await signUp('old');
    const statuses: number[] = [];
    let isOver = false;
    const book = async () => {
      while (!isOver) {
        const { status, data } = await call('old', 'POST', '/bookings', token, { showId, seats: ['J1', 'J2'] });
        const cancelled = await call('old', 'POST', `/bookings/cancel/${data?.id}`, token);
        statuses.push(status, cancelled.status);
      }
    };
    const booking = book();
    servers.new = await start('new');
    await expect.poll(() => statuses.length).toBeGreaterThan(20);
    isOver = true;
    await booking;
    expect([...new Set(statuses)].sort()).toEqual([200, 201]);
  });

  /** Opens a page of one version that uses a server of the other. */
  async function openPage(page: Version, server: Version, session: { token: string; user: object }, path: string) {
    const context = await browser.newContext({ serviceWorkers: 'block', viewport: { width: 1280, height: 800 } });
    context.setDefaultTimeout(HANGING_MS);
    await context.addInitScript(({ token, user }) => {
      localStorage.setItem('authToken', token);
      localStorage.setItem('user', JSON.stringify(user));
    }, session);
    await servePages(context, join(ROOTS[page], 'web/dist'));
    const opened = await context.newPage();
    const { problems, underWay } = watch(opened);
    await opened.goto(`${servers[server].url}${path}`);
    return { page: opened, problems, underWay, close: () => context.close() };
  }

  async function servePages(context: BrowserContext, dist: string): Promise<void> {
    await context.route('**/*', async (route) => {
      const { pathname } = new URL(route.request().url());
      if (/^\/(api|socket\.io|posters)\//.test(pathname)) return route.continue();
      const file = join(dist, pathname);
      await route.fulfill({ path: pathname !== '/' && existsSync(file) ? file : join(dist, 'index.html') });
    });
  }

  /** Errors that a visitor would notice, and unanswered calls. */
  function watch(page: Page) {
    const problems: string[] = [];
    const underWay = new Set<object>();
    page.on('request', (request) => new URL(request.url()).pathname.startsWith('/api/') && underWay.add(request));
    const end = (request: object) => void underWay.delete(request);
    page.on('requestfinished', end);
    page.on('requestfailed', end);
    page.on('console', (message) => {
      const isProblem = ['error', 'warning'].includes(message.type()) && !OF_THE_BROWSER.test(message.text());
      if (isProblem) problems.push(message.text());
    });
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('response', (response) => {
      if (response.status() >= 400) problems.push(`${response.status()} ${new URL(response.url()).pathname}`);
    });
    return { problems, underWay };
  }

  describe.each(PAIRS)('a page of the %s version on a server of the %s version', (pageOf, serverOf) => {
    it('books, receives live changes from the other server, and shows the ticket and the profile', async () => {
      const row = 'ABCDEFGH'[nextRow++];
      const session = await signUp(serverOf);
      const { page, problems, close } = await openPage(pageOf, serverOf, session, `/shows/${showId}/seats`);
      await page.getByText('Real-time updates active').waitFor();
      const seats = (...numbers: number[]) => numbers.map((number) => `${row}${number}`);
      const elsewhere = await signUp(other(serverOf));
      const taken = await call(other(serverOf), 'POST', '/bookings', elsewhere.token, { showId, seats: seats(9) });
      expect(taken.status).toBe(201);
      await waitForSeats(page, 'booked', ...seats(9));
      await call(other(serverOf), 'POST', `/bookings/cancel/${taken.id}`, elsewhere.token);
      await waitForSeats(page, 'available', ...seats(9));

      for (const one of seats(4, 5)) await seat(page, one).click();
      await waitForSeats(page, 'selected', ...seats(4, 5));
      const map = async () =>
        (await call(other(serverOf), 'GET', `/bookings/seats/${showId}`, elsewhere.token)).blockedSeats;
      await expect.poll(async () => Object.keys(await map())).toEqual(expect.arrayContaining(seats(4, 5)));
      const refused = await call(other(serverOf), 'POST', '/bookings', elsewhere.token, { showId, seats: seats(4) });
      expect(refused.code).toBe('SEATS_HELD');
      await page.getByRole('button', { name: 'Book Seats', exact: true }).click();
      await page.getByText('Booking Confirmed!').waitFor();
      await page.getByRole('link', { name: 'View All Bookings' }).click();
      await page.getByRole('button', { name: 'Open ticket' }).first().waitFor();
      await page.goto(`${servers[serverOf].url}/profile`);
      await page.getByText(session.user.email).first().waitFor();
      await page.getByRole('heading', { name: 'Logins' }).waitFor();
      expect(problems).toEqual([]);
      await close();
    });

    it('shows all pages of the admin area', async () => {
      const session = await logIn(serverOf);
      const { page, problems, underWay, close } = await openPage(pageOf, serverOf, session, '/admin');
      // The last release does not know the entries that today's server writes for reads (docs/operating.md).
      const isOfToday = pageOf === 'new' && serverOf === 'new';
      for (const path of ADMIN_PAGES.filter((one) => one !== 'audit' || isOfToday)) {
        await page.goto(`${servers[serverOf].url}/admin${path && `/${path}`}`);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await expect.poll(() => underWay.size).toBe(0);
        const text = await page.locator('main').innerText();
        expect([path, /went wrong|could not|couldn't|try again/i.exec(text)?.[0]]).toEqual([path, undefined]);
      }
      expect(problems).toEqual([]);
      await close();
    });
  });
});
