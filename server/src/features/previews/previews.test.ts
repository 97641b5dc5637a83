import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { DAY_MS, factoryFor, fromNow } from '../../../test/factory.ts';
import { openTestApp } from '../../../test/test-app.ts';
import { DEFAULT_BRAND } from '../../platform/http/brand.ts';
import { createHttp } from '../../platform/http/http.ts';
import { registerWebApp } from '../../platform/http/web-app.ts';
import { createLogger } from '../../platform/observability/logger.ts';
import { createRateLimits, type RateLimits, unlimited } from '../../platform/security/rate-limits.ts';
import { openCatalogueCache } from '../catalogue/catalogue-cache.ts';
import { previewRoutes } from './previews.routes.ts';
import { openPreviews } from './previews.ts';

const testApp = await openTestApp();
const make = factoryFor(testApp.db);
const admin = await testApp.addUser({ role: 'ADMIN' });

const webRoot = mkdtempSync(join(tmpdir(), 'moviebooking-previews-'));
const description = 'Pick a show, choose your seats on a live map and book them in a minute.';
writeFileSync(
  join(webRoot, 'index.html'),
  `<!doctype html><html lang="en-IN"><head><meta name="description" content="${description}"><title>MovieBooking</title><style>p{}</style></head></html>`,
);
mkdirSync(join(webRoot, 'posters'));
afterAll(() => rmSync(webRoot, { recursive: true }));

interface Parts {
  publicUrl?: string;
  limits?: RateLimits;
  cache?: ReturnType<typeof openCatalogueCache>;
  db?: typeof testApp.db;
  brandName?: string;
}

/** The web app on the database of the test app, with a renderer that draws nothing. */
async function openSite({ publicUrl, limits = unlimited, cache, db = testApp.db, brandName }: Parts = {}) {
  const brand = { ...DEFAULT_BRAND, name: brandName ?? DEFAULT_BRAND.name };
  const config = { publicUrl, webRoot, brand, timeZone: 'Asia/Kolkata' };
  const draw = vi.fn(async () => Buffer.from('a picture'));
  const previews = openPreviews({ db, limits, config, draw, cache: cache ?? openCatalogueCache(undefined) });
  const app = await createHttp({ trustProxy: false, corsOrigins: [] }, createLogger('silent'), limits);
  await registerWebApp(app, webRoot, config, previews.pages);
  previewRoutes(app, previews);
  afterAll(() => app.close());
  return { app, draw };
}

const textOf = (text: string) => text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
const tagsIn = (html: string) =>
  Object.fromEntries(
    [...html.matchAll(/<meta (?:property|name)="([a-z]+:[^"]+)" content="([^"]*)" \/>/g)].map(
      ([, name = '', content = '']) => [name, textOf(content)],
    ),
  );
const { app } = await openSite();
const tagsOf = async (url: string, site = app) => {
  const answer = await site.inject(url);
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  return tagsIn(answer.body);
};
const ofTheProduct = {
  'og:title': 'MovieBooking',
  'og:description': description,
  'og:image:alt': 'MovieBooking',
  'og:image': expect.stringMatching(/^\/previews\/site\.png\?v=[\w-]{8}$/),
};

const screenId = await make.screen(await make.cinema('Regal & Sons', 'Pune'), 'Audi 1');
const startsAt = new Date('2099-01-04T13:00:00Z');

describe("a movie's page", () => {
  it('has its title, its next three shows on the cinemas’ clock, and its picture', async () => {
    const movieId = await make.movie('Monsoon');
    for (const days of [3, 1, 0, 2])
      await make.show({ movieId, screenId, startsAt: new Date(startsAt.getTime() + days * DAY_MS) });
    expect(await tagsOf(`/movies/${movieId}/cinemas`)).toEqual({
      'og:title': 'Monsoon',
      'og:description':
        'Sun, 4 Jan, 6:30 pm, Regal & Sons, Pune · Mon, 5 Jan, 6:30 pm, Regal & Sons, Pune · Tue, 6 Jan, 6:30 pm, Regal & Sons, Pune',
      'og:image': expect.stringMatching(new RegExp(`^/previews/${movieId}\\.png\\?v=[\\w-]{8}$`)),
      ...{
        'og:image:alt': 'Monsoon',
        'og:image:width': '1200',
        'og:image:height': '630',
        'twitter:card': 'summary_large_image',
      },
    });
  });

  it('has its description, shortened, or else its facts, when it has no shows', async () => {
    const movieId = await make.movie('Without shows');
    expect((await tagsOf(`/movies/${movieId}/cinemas`))['og:description']).toBe('120 minutes');
    const text = `First.\n${'word '.repeat(99)}`;
    const other = await testApp.db
      .insertInto('movies')
      .values({ title: 'Described', description: text })
      .returning('id')
      .executeTakeFirstOrThrow();
    const shown = (await tagsOf(`/movies/${other.id}/cinemas`))['og:description'] ?? '';
    expect(shown).toMatch(/^First\. word .* word…$/);
    expect(shown.length).toBeLessThanOrEqual(201);
  });

  it.each([
    '<script>alert(1)</script>',
    `"quotes" & 'apostrophes' $& $1`,
    '🎬 नमक: क्षत्रिय',
    'नमक '.repeat(50).trim().slice(0, 200),
    `${'x'.repeat(198)}"/`,
  ])('escapes the title %s', async (title) => {
    const movieId = await make.movie(title);
    const { body } = await app.inject(`/movies/${movieId}/cinemas`);
    expect(tagsIn(body)['og:title']).toBe(title);
    expect(body).not.toContain('<script>alert');
    expect(body.match(/<meta /g)).toHaveLength(8);
  });

  it('names the picture by PUBLIC_URL and the product by BRAND_NAME', async () => {
    const { app: branded } = await openSite({ publicUrl: 'https://regal.example', brandName: 'Regal "1"' });
    const movieId = await make.movie('Absolute');
    const { 'og:image': image = '' } = await tagsOf(`/movies/${movieId}/cinemas`, branded);
    expect(image).toMatch(`https://regal.example/previews/${movieId}.png?v=`);
    expect(await tagsOf('/movies/2000000000/cinemas', branded)).toMatchObject({
      'og:title': 'Regal "1"',
      'og:image': expect.stringMatching(/^https:\/\/regal\.example\/previews\/site\.png/),
    });
    await testApp.db.updateTable('movies').set({ title: 'Renamed' }).where('id', '=', movieId).execute();
    await expect.poll(async () => (await tagsOf(`/movies/${movieId}/cinemas`, branded))['og:image']).not.toBe(image);
  });
});

describe("a show's page", () => {
  it('has its movie, and when and where it is', async () => {
    const movieId = await make.movie('Shared');
    const showId = await make.show({ movieId, screenId, startsAt: new Date('2099-02-04T13:00:00Z') });
    await make.show({ movieId, startsAt: fromNow(DAY_MS) });
    expect(await tagsOf(`/shows/${showId}/seats`)).toMatchObject({
      'og:title': 'Shared',
      'og:description': 'Wed, 4 Feb, 6:30 pm, Regal & Sons, Pune',
      'og:image': expect.stringContaining(`/previews/${movieId}.png`),
    });
  });

  it('says nothing about persons, or about the seats in its address', async () => {
    const showId = await make.show({});
    const customer = await testApp.addUser({ name: 'Zarina Unmistakable' });
    await make.booking({ showId, userId: customer.id, seats: ['E4'] });
    const plain = await app.inject(`/shows/${showId}/seats`);
    const shared = await app.inject(`/shows/${showId}/seats?near=E4,E5`);
    expect(shared.body).toBe(plain.body);
    expect(shared.headers.etag).toBe(plain.headers.etag);
    for (const secret of ['E4', 'near', 'Zarina', customer.email]) expect(plain.body).not.toContain(secret);
  });

  it('is the product’s when the show is cancelled or unknown', async () => {
    const showId = await make.show({});
    expect(await tagsOf(`/shows/${showId}/seats`)).toMatchObject({ 'og:title': 'Monsoon' });
    const cancelled = await testApp.call('POST', `/admin/shows/${showId}/cancel`, {
      token: admin.token,
      body: { reason: 'Power cut' },
    });
    expect(cancelled.status).toBe(200);
    await expect.poll(() => tagsOf(`/shows/${showId}/seats`)).toMatchObject(ofTheProduct);
    for (const path of ['/shows/2000000000/seats', '/movies/2147483648/cinemas', '/movies/9999999999/cinemas'])
      expect(await tagsOf(path)).toMatchObject(ofTheProduct);
  });
});

describe('a page with a preview', () => {
  it('is compressed, revalidated and protected like the others, and responds to HEAD', async () => {
    const url = `/movies/${await make.movie('Same headers')}/cinemas`;
    const answer = await app.inject({ url, headers: { 'accept-encoding': 'br' } });
    const other = await app.inject({ url: '/movies', headers: { 'accept-encoding': 'br' } });
    expect(tagsIn(brotliDecompressSync(answer.rawPayload).toString())['og:title']).toBe('Same headers');
    const differing = new Set(['etag', 'content-length', 'x-request-id', 'date']);
    const common = (headers: object) => Object.entries(headers).filter(([name]) => !differing.has(name));
    expect(common(answer.headers)).toEqual(common(other.headers));
    expect(answer.headers.etag).not.toBe(other.headers.etag);
    const head = await app.inject({ method: 'HEAD', url, headers: { 'accept-encoding': 'br' } });
    expect([head.body, head.headers.etag, head.headers['content-length']]).toEqual([
      '',
      answer.headers.etag,
      String(answer.rawPayload.length),
    ]);
    const again = await app.inject({ url, headers: { 'if-none-match': String(answer.headers.etag) } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  it.each(['/', '/movies', '/movies/7', '/movies/07/cinemas', '/movies/x/cinemas', '/shows/7', '/index.html'])(
    'is none of %s',
    async (url) => expect(await tagsOf(url)).toEqual({}),
  );

  it('costs a crowd one query', async () => {
    const url = `/movies/${await make.movie('Crowded')}/cinemas`;
    const query = vi.spyOn(testApp.pool, 'connect');
    const answers = await Promise.all(Array.from({ length: 200 }, () => app.inject(url)));
    expect(query).toHaveBeenCalledTimes(1);
    query.mockRestore();
    expect(new Set(answers.map(({ body }) => tagsIn(body)['og:title']))).toEqual(new Set(['Crowded']));
  });

  it('is served without it while the database does not answer', async () => {
    for (const read of [() => Promise.reject(new Error('down')), () => new Promise<never>(() => {})]) {
      const { app: failing } = await openSite({ cache: { ...openCatalogueCache(undefined), read } });
      expect(await tagsOf('/movies/1/cinemas', failing)).toEqual({});
    }
  });

  it('is served without it to an address that causes too much work', async () => {
    const limits = createRateLimits(true, testApp.pool, () => {});
    const { app: limited } = await openSite({ limits });
    const ids = await Promise.all(Array.from({ length: 61 }, (_, index) => make.movie(`Limited ${index}`)));
    const titles: (string | undefined)[] = [];
    for (const id of ids) titles.push((await tagsOf(`/movies/${id}/cinemas`, limited))['og:title']);
    expect(titles.filter(Boolean)).toHaveLength(60);
    expect(titles[60]).toBeUndefined();
    expect((await tagsOf(`/movies/${ids[0]}/cinemas`, limited))['og:title']).toBe('Limited 0');
  });
});

describe('the picture of a movie', () => {
  it('is rendered once, may be cached and shown anywhere, and is revalidated by its ETag', async () => {
    const { app: site, draw } = await openSite();
    const url = `/previews/${await make.movie('Pictured')}.png?v=whatever`;
    const [first, ...others] = await Promise.all(Array.from({ length: 20 }, () => site.inject(url)));
    expect(draw).toHaveBeenCalledTimes(1);
    expect(others.every(({ body }) => body === 'a picture')).toBe(true);
    expect(first?.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=86400',
      'cross-origin-resource-policy': 'cross-origin',
    });
    const again = await site.inject({ url, headers: { 'if-none-match': String(first?.headers.etag) } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    const head = await site.inject({ method: 'HEAD', url });
    expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([200, '', '9']);
    expect((await site.inject('/previews/site.png')).statusCode).toBe(200);
  });

  it('is a 404 for an unknown movie', async () => {
    expect((await app.inject('/previews/2000000000.png')).statusCode).toBe(404);
    for (const path of ['/previews/x.png', '/previews/1.svg', '/previews/..%2findex.html'])
      expect((await app.inject(path)).statusCode).toBe(404);
    expect((await app.inject('/previews/99999999999.png')).statusCode).toBe(400);
  });

  it('is refused after 60 new ones in a minute, while those in memory are not', async () => {
    const limits = createRateLimits(true, testApp.pool, () => {});
    const { app: limited, draw } = await openSite({ limits });
    const ids = await Promise.all(Array.from({ length: 62 }, (_, index) => make.movie(`Picture ${index}`)));
    const statuses: number[] = [];
    for (const id of ids) statuses.push((await limited.inject(`/previews/${id}.png`)).statusCode);
    expect(statuses.filter((status) => status === 200)).toHaveLength(60);
    const refused = await limited.inject(`/previews/${ids[61]}.png`);
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'RATE_LIMITED']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await limited.inject(`/previews/${ids[59]}.png`)).statusCode).toBe(200);
    const other = await limited.inject({ url: `/previews/${ids[61]}.png`, remoteAddress: '10.1.2.3' });
    expect(other.statusCode).toBe(200);
    expect(draw).toHaveBeenCalledTimes(61);
  });

  it('is tried again after a failure', async () => {
    const { app: site, draw } = await openSite();
    draw.mockRejectedValueOnce(new Error('no memory'));
    const url = `/previews/${await make.movie('Again')}.png`;
    expect((await site.inject(url)).statusCode).toBe(500);
    expect((await site.inject(url)).statusCode).toBe(200);
  });
});
