import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { failure } from '@moviebooking/contract/errors';
import { afterAll, describe, expect, it } from 'vitest';
import { createLogger } from '../observability/logger.ts';
import { DEFAULT_BRAND } from './brand.ts';
import { createHttp } from './http.ts';
import { registerWebApp } from './web-app.ts';

const root = mkdtempSync(join(tmpdir(), 'moviebooking-web-'));
mkdirSync(join(root, 'assets'));
writeFileSync(join(root, 'index.html'), '<!doctype html>\n<html lang="en"><title>MovieBooking</title></html>');
writeFileSync(join(root, 'assets/app-1.js'), 'export {};');
mkdirSync(join(root, 'posters'));
writeFileSync(join(root, 'posters/monsoon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');

const app = await createHttp({ trustProxy: false, corsOrigins: [] }, createLogger('silent'));
await registerWebApp(app, root, { timeZone: 'Asia/Kolkata', brand: DEFAULT_BRAND });
afterAll(async () => {
  await app.close();
  rmSync(root, { recursive: true });
});

const BROWSER = 'text/html,application/xhtml+xml,*/*;q=0.8';

describe('a page address', () => {
  it.each(['/', '/movies', '/movies/7/cinemas', '/movies/', '/no/such/page', '/login?next=/x.png'])(
    '%s returns the page, whatever the client accepts',
    async (url) => {
      for (const accept of [undefined, '*/*', 'application/json', BROWSER]) {
        const answer = await app.inject({ url, headers: accept ? { accept } : {} });
        expect(answer.statusCode).toBe(200);
        expect(answer.headers['content-type']).toMatch(/^text\/html/);
        expect(answer.body).toMatch(/^<!doctype html>/);
      }
    },
  );

  it('responds to HEAD with the same headers and no body', async () => {
    const [get, head] = [await app.inject('/movies'), await app.inject({ method: 'HEAD', url: '/movies' })];
    expect(head.statusCode).toBe(200);
    expect(head.headers['content-type']).toBe(get.headers['content-type']);
    expect(head.headers['content-length']).toBe(get.headers['content-length']);
    expect(head.body).toBe('');
  });

  it('is compressed as the client accepts it, and not resent while unchanged', async () => {
    const read = (headers: Record<string, string>) => app.inject({ url: '/movies', headers });
    const plain = await read({});
    const brotli = await read({ 'accept-encoding': 'gzip, br' });
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(plain.body);
    const gzipped = await read({ 'accept-encoding': 'gzip, br;q=0' });
    expect(gzipped.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(gzipped.rawPayload).toString()).toBe(plain.body);
    expect((await read({ 'accept-encoding': 'br;q=0.5' })).headers['content-encoding']).toBe('br');
    expect(plain.headers['content-encoding']).toBeUndefined();
    const again = await read({ 'if-none-match': String(plain.headers.etag) });
    expect(again.statusCode).toBe(304);
    expect(again.body).toBe('');
  });

  it("contains the cinemas' time zone, also in the page cached for offline use", async () => {
    for (const url of ['/movies', '/index.html'])
      expect((await app.inject(url)).body).toContain('<html data-time-zone="Asia/Kolkata" lang="en">');
  });

  it('does not read from disk', async () => {
    rmSync(join(root, 'index.html'));
    expect((await app.inject('/movies')).statusCode).toBe(200);
  });

  it('allows no other method', async () => {
    const answer = await app.inject({ method: 'POST', url: '/movies' });
    expect(answer.statusCode).toBe(404);
    expect(failure.parse(answer.json()).code).toBe('NOT_FOUND');
  });
});

describe('a file', () => {
  it('can be shown by pages of any origin only if it is an image', async () => {
    const policyOf = async (url: string) => (await app.inject(url)).headers['cross-origin-resource-policy'];
    expect(await policyOf('/posters/monsoon.svg')).toBe('cross-origin');
    for (const url of ['/', '/assets/app-1.js']) expect(await policyOf(url)).toBe('same-origin');
  });

  it('is served if it exists', async () => {
    const answer = await app.inject('/assets/app-1.js');
    expect(answer.body).toBe('export {};');
    expect(answer.headers['cache-control']).toContain('immutable');
  });

  it.each(['/assets/x.js', '/assets/x', '/x.png', '/favicon.ico', '/.env', '/posters/none.svg', '/movies/x.html'])(
    '%s that does not exist gets a 404, in a browser too',
    async (url) => {
      for (const accept of ['*/*', BROWSER]) {
        const answer = await app.inject({ url, headers: { accept } });
        expect(answer.statusCode).toBe(404);
        expect(failure.parse(answer.json()).code).toBe('NOT_FOUND');
      }
    },
  );
});

describe('the brand', async () => {
  const logo = { content: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), type: 'image/svg+xml' as const };
  const folder = mkdtempSync(join(tmpdir(), 'moviebooking-brand-'));
  const links =
    '<link rel="icon" href="/logo.svg" type="image/svg+xml" /><link rel="apple-touch-icon" href="/icons/x.png" />';
  const html = `<html lang="en"><head><title>MovieBooking</title>${links}</head><h1>MovieBooking Admin</h1></html>`;
  writeFileSync(join(folder, 'index.html'), html);
  writeFileSync(join(folder, 'logo.svg'), 'our own');
  const manifest = {
    name: 'MovieBooking',
    short_name: 'MovieBooking',
    start_url: '/movies',
    icons: [{ src: '/x.png' }],
  };
  writeFileSync(join(folder, 'manifest.webmanifest'), JSON.stringify(manifest));
  const branded = await createHttp({ trustProxy: false, corsOrigins: [] }, createLogger('silent'));
  const shades = { primary: '#7a1f5c', hover: '#641a4b', onPrimary: '#fff6e4', soft: '#efe3e9' };
  const brand = { name: `</title><script>$&"'`, logo, colours: { light: shades, dark: shades } };
  await registerWebApp(branded, folder, { timeZone: 'Asia/Kolkata', brand });
  afterAll(async () => {
    await branded.close();
    rmSync(folder, { recursive: true });
  });

  it('is in the page from the first byte, escaped, and its colours pass the content policy', async () => {
    const { body, headers } = await branded.inject('/movies');
    const escaped = '&#60;/title&#62;&#60;script&#62;$&#38;&#34;&#39;';
    expect(body).toContain(`<title>${escaped}</title>`);
    expect(body).toContain(`<h1>${escaped} Admin</h1>`);
    expect(body).toContain(`data-brand="${escaped}"`);
    expect(body).not.toContain('MovieBooking');
    const [, style = ''] = /<style>(.*?)<\/style>/.exec(body) ?? [];
    expect(style).toContain('--color-primary:light-dark(#7a1f5c,');
    const hash = createHash('sha256').update(style).digest('base64');
    expect(headers['content-security-policy']).toContain(`'sha256-${hash}'`);
  });

  it('replaces the logo and all icons, and a logo that is opened as a page runs no script', async () => {
    const { headers, body } = await branded.inject('/logo.svg');
    expect(body).toBe(logo.content.toString());
    expect(headers).toMatchObject({ 'content-type': 'image/svg+xml', 'x-content-type-options': 'nosniff' });
    expect(headers['content-security-policy']).toContain('sandbox');
    const page = (await branded.inject('/')).body;
    expect([...page.matchAll(/rel="([a-z-]*icon)" href="([^"]+)"/g)].map(([, rel, href]) => [rel, href])).toEqual([
      ['icon', '/logo.svg'],
      ['apple-touch-icon', '/logo.svg'],
    ]);
  });

  it('is in the manifest', async () => {
    const answer = await branded.inject('/manifest.webmanifest');
    expect(answer.headers['content-type']).toMatch(/^application\/manifest\+json/);
    expect(answer.json()).toEqual({
      ...{ name: brand.name, short_name: brand.name, start_url: '/movies' },
      icons: [{ src: '/logo.svg', type: 'image/svg+xml', sizes: 'any' }],
    });
  });
});

it.each(['/api', '/api/nothing', '/socket.io', '/socket.io/nothing'])('%s never returns the page', async (url) => {
  expect((await app.inject({ url, headers: { accept: BROWSER } })).statusCode).toBe(404);
});
