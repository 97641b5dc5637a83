import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { addMovie, addShow, book } from './harness/catalogue.ts';
import { inHindi } from './harness/hindi.ts';
import { openPage, PASSWORD, signUp, site } from './harness/user.ts';

/** Brotli. Counts all scripts that the browser fetches from the empty login page to the live movies. */
const FIRST_PAGE_LIMIT_BYTES = 130_000;

it.each([
  { language: 'English', locale: 'en-IN', email: 'Email', password: 'Password', movies: /^Showing 1 to 10 of/ },
  { language: 'Hindi', locale: 'hi-IN', email: 'ईमेल', password: 'पासवर्ड', movies: /फ़िल्मों में से 1 से 10$/ },
])(
  'from the login to the movies the browser fetches at most 130 kB of compressed JavaScript in $language',
  async (one) => {
    const { user } = one.language === 'Hindi' ? await inHindi(await signUp()) : await signUp();
    const page = await openPage('/login', { locale: one.locale });
    await page.getByLabel(one.email).fill(user.email);
    await page.getByLabel(one.password, { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByText(one.movies).waitFor();
    await page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => /\/esm-/.test(name)));
    await page.waitForLoadState('networkidle');
    const scripts = await page.evaluate(() =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(({ name }) => /\.js$/.test(new URL(name).pathname))
        .map(({ name, encodedBodySize }) => ({ name: new URL(name).pathname, bytes: encodedBodySize })),
    );
    expect(
      scripts.some(({ name }) => /\/esm-|socket/.test(name)),
      'the live connection is counted',
    ).toBe(true);
    expect(scripts.filter(({ name }) => /\/hi-/.test(name))).toHaveLength(one.language === 'Hindi' ? 1 : 0);
    const total = scripts.reduce((sum, { bytes }) => sum + bytes, 0);
    console.log(
      `First page in ${one.language}: ${(total / 1000).toFixed(1)} kB of JavaScript in ${scripts.length} files`,
    );
    expect(total, JSON.stringify(scripts, null, 1)).toBeLessThanOrEqual(FIRST_PAGE_LIMIT_BYTES);
  },
);

it('allows caching hashed files for ever, and pages and the worker only with revalidation', async () => {
  const headersOf = async (path: string, accept = '*/*') =>
    (await fetch(site() + path, { headers: { accept, 'accept-encoding': 'br' } })).headers;
  const page = await (await fetch(`${site()}/movies`, { headers: { accept: 'text/html' } })).text();
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1] ?? '';
  const asset = await headersOf(script);
  expect(asset.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(asset.get('content-encoding')).toBe('br');
  expect((await headersOf('/movies', 'text/html')).get('cache-control')).toBe('no-cache');
  expect((await headersOf('/sw.js')).get('cache-control')).toBe('no-cache');
  const manifest = await (await fetch(`${site()}/manifest.webmanifest`)).json();
  for (const { src } of manifest.icons) expect((await fetch(site() + src)).status).toBe(200);
  expect(manifest).toMatchObject({ display: 'standalone', start_url: '/movies' });
});

describe('a page opened with a session', () => {
  it('has requested its first answer and its code before the app loads, and nothing twice', async () => {
    const customer = await signUp();
    const show = await addShow({ movie: await addMovie() });
    await book(show, ['C4'], customer);
    const pages = [
      ['/movies', '/api/movies?page=1&limit=10', 'Now Showing'],
      [`/movies/${show.movieId}/cinemas`, `/api/movies/${show.movieId}`, show.movie.title],
      [`/shows/${show.id}`, `/api/shows/${show.id}`, show.movie.title],
      [`/shows/${show.id}/seats`, `/api/bookings/seats/${show.id}`, show.movie.title],
      ['/bookings/history', '/api/bookings/history', 'Booking History'],
    ] as const;
    for (const [path, data, heading] of pages) {
      const page = await openPage(path, { session: customer });
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url().slice(site().length)));
      // Ignores requests of the previous page, which continue until the new one loads.
      page.on('response', (response) => {
        if (response.request().isNavigationRequest()) asked.length = 0;
      });
      await page.reload();
      await page.getByRole('heading', { name: heading }).first().waitFor();
      await page.waitForLoadState('networkidle');
      expect(
        asked.filter((url) => url === data),
        path,
      ).toHaveLength(1);
      const scripts = asked.filter((url) => url.endsWith('.js'));
      expect(new Set(scripts).size, path).toBe(scripts.length);
      expect(await page.evaluate('globalThis.earlyAnswer'), path).toBeUndefined();
      await page.close();
    }
  });

  it("redirects to the login when the token is no longer valid, and does not use that session's early answer in the next", async () => {
    const customer = await signUp();
    const page = await openPage('/movies', {
      session: { ...customer, token: 'gone.bad.token' },
      expectedErrors: /Failed to load resource/,
    });
    await page.waitForURL('**/login');
    await page.getByLabel('Email').fill(customer.user.email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByText(/^Showing 1 to 10 of/).waitFor();
  });
});

it('sends the page with its styles in the ten packets of the first round trip', async () => {
  const { hostname, port } = new URL(site());
  const socket = connect(Number(port), hostname);
  socket.write(
    'GET /movies HTTP/1.1\r\nHost: x\r\nAccept: text/html\r\nAccept-Encoding: br\r\nConnection: close\r\n\r\n',
  );
  let bytes = 0;
  for await (const part of socket) bytes += part.length;
  console.log(`The page: ${bytes} bytes with its headers`);
  expect(bytes).toBeGreaterThan(5_000);
  // A browser keeps the connection, and gets two lines more for it.
  expect(bytes).toBeLessThanOrEqual(10 * 1_460 - 50);
});

it("allows exactly the page's inline script and styles, and no others", async () => {
  const answer = await fetch(`${site()}/movies`, { headers: { accept: 'text/html' } });
  const policy = answer.headers.get('content-security-policy') ?? '';
  expect(policy).toMatch(/script-src 'self' 'sha256-[^' ]+';style-src 'self' 'sha256-[^' ]+'/);
  expect(policy).not.toContain('unsafe');
  const other = await fetch(`${site()}/logo.svg`);
  expect(other.headers.get('content-security-policy')).toMatch(/script-src 'self';style-src 'self'$/);
  const kept = await fetch(`${site()}/index.html`);
  expect(kept.headers.get('content-security-policy')).toBe(policy);
});
