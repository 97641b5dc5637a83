import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { failure } from '@moviebooking/contract/errors';
import { afterAll, describe, expect, it } from 'vitest';
import { createLogger } from '../observability/logger.ts';
import { createHttp } from './http.ts';
import { registerWebApp } from './web-app.ts';

const root = mkdtempSync(join(tmpdir(), 'moviebooking-web-'));
mkdirSync(join(root, 'assets'));
writeFileSync(join(root, 'index.html'), '<!doctype html>\n<html lang="en"><title>MovieBooking</title></html>');
writeFileSync(join(root, 'assets/app-1.js'), 'export {};');
mkdirSync(join(root, 'posters'));
writeFileSync(join(root, 'posters/monsoon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');

const app = await createHttp({ trustProxy: false, corsOrigins: [] }, createLogger('silent'));
await registerWebApp(app, root, 'Asia/Kolkata');
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

it.each(['/api', '/api/nothing', '/socket.io', '/socket.io/nothing'])('%s never returns the page', async (url) => {
  expect((await app.inject({ url, headers: { accept: BROWSER } })).statusCode).toBe(404);
});
