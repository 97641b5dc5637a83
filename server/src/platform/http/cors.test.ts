import type { AddressInfo } from 'node:net';
import { io } from 'socket.io-client';
import { describe, expect, it } from 'vitest';
import { factoryFor } from '../../../test/factory.ts';
import { operationsOf } from '../../../test/operations.ts';
import { openTestApp } from '../../../test/test-app.ts';
import { createLogger } from '../observability/logger.ts';
import { createHttp } from './http.ts';

const ORIGIN = 'https://other.example';
const STRANGER = 'https://stranger.example';
const PUBLIC_URL = 'https://tickets.example.com';

const testApp = await openTestApp({ CORS_ORIGIN: `${ORIGIN}, https://third.example`, PUBLIC_URL });
await testApp.app.listen({ port: 0, host: '127.0.0.1' });
const { port } = testApp.app.server.address() as AddressInfo;
const admin = await testApp.addUser({ role: 'ADMIN' });
const make = factoryFor(testApp.db);

describe('a page of an origin in CORS_ORIGIN', () => {
  const preflight = (origin: string, method: string, path: string) =>
    testApp.app.inject({
      method: 'OPTIONS',
      url: `/api${path}`,
      headers: {
        origin,
        'access-control-request-method': method,
        'access-control-request-headers': 'authorization,content-type,idempotency-key',
      },
    });
  const namesIn = (header: unknown) => String(header).split(/,\s*/);

  it('may call every operation of the API, with its headers', async () => {
    for (const { method, path } of operationsOf(testApp.app)) {
      const { statusCode, headers } = await preflight(ORIGIN, method, path.replaceAll(/\{\w+\}/g, '1'));
      expect(statusCode).toBe(204);
      expect(headers['access-control-allow-origin']).toBe(ORIGIN);
      expect(namesIn(headers['access-control-allow-methods'])).toContain(method);
      expect(namesIn(headers['access-control-allow-headers'])).toEqual(
        expect.arrayContaining(['authorization', 'content-type', 'idempotency-key']),
      );
    }
  });

  it('can read responses and refusals with the headers our own page reads', async () => {
    for (const [path, status] of [
      ['/health/live', 200],
      ['/profile', 401],
      ['/no-such-thing', 404],
    ] as const) {
      const answer = await testApp.call('GET', path, { headers: { origin: ORIGIN } });
      expect([path, answer.status]).toEqual([path, status]);
      expect(answer.headers['access-control-allow-origin']).toBe(ORIGIN);
      expect(answer.headers['access-control-allow-credentials']).toBe('true');
      expect(namesIn(answer.headers['access-control-expose-headers'])).toEqual(
        expect.arrayContaining(['content-disposition', 'date', 'retry-after', 'x-request-id']),
      );
    }
  });

  it('can read the refusal of a server that is shutting down', async () => {
    const app = await createHttp({ trustProxy: false, corsOrigins: [ORIGIN] }, createLogger('silent'));
    let refused: Response | undefined;
    app.addHook('preClose', async () => {
      refused = await fetch(address, { headers: { origin: ORIGIN } });
    });
    const address = await app.listen({ port: 0, host: '127.0.0.1' });
    await app.close();
    expect([refused?.status, refused?.headers.get('access-control-allow-origin')]).toEqual([503, ORIGIN]);
  });

  it.each(['websocket', 'polling'])('can connect live by %s', async (transport) => {
    const socket = io(`http://127.0.0.1:${port}`, {
      ...{ auth: { token: admin.token }, transports: [transport], extraHeaders: { origin: ORIGIN } },
      ...{ reconnection: false, forceNew: true },
    });
    await new Promise((resolve, reject) => socket.once('connect', () => resolve(true)).once('connect_error', reject));
    socket.close();
    const polled = await fetch(`http://127.0.0.1:${port}/socket.io/?EIO=4&transport=polling`, {
      headers: { origin: ORIGIN },
    });
    expect(polled.headers.get('access-control-allow-origin')).toBe(ORIGIN);
  });

  it('other origins can read nothing', async () => {
    const { headers } = await preflight(STRANGER, 'PUT', '/movies/1');
    expect(headers['access-control-allow-origin']).not.toBe(STRANGER);
    const answer = await testApp.call('GET', '/health/live', { headers: { origin: STRANGER } });
    expect(answer.headers['access-control-allow-origin']).not.toBe(STRANGER);
  });
});

describe('with PUBLIC_URL', () => {
  const { token } = admin;
  const storedPoster = async (id: number) =>
    (await testApp.db.selectFrom('movies').select('poster_url').where('id', '=', id).executeTakeFirstOrThrow())
      .poster_url;

  async function addShow(posterUrl: string | null) {
    const movieId = await make.movie();
    await testApp.db.updateTable('movies').set({ poster_url: posterUrl }).where('id', '=', movieId).execute();
    return { movieId, showId: await make.show({ movieId }) };
  }

  it('posters on this host have absolute addresses in every response', async () => {
    const { movieId, showId } = await addShow('/posters/monsoon.svg');
    const booked = await testApp.call('POST', '/bookings', { token, body: { showId, seats: ['A1'] } });
    const answers = [
      booked,
      ...(await Promise.all(
        [
          ...['/movies', `/movies/${movieId}`, '/shows', `/shows/${showId}`, `/bookings/seats/${showId}`],
          ...['/bookings/history', '/admin/bookings', `/admin/shows/${showId}/seats`],
        ].map((path) => testApp.call('GET', path, { token, headers: { 'accept-encoding': 'identity' } })),
      )),
    ];
    for (const { body } of answers) {
      const posters = [...JSON.stringify(body).matchAll(/"posterUrl":"([^"]+)"/g)].map(([, url]) => url);
      expect(new Set(posters)).toEqual(new Set([`${PUBLIC_URL}/posters/monsoon.svg`]));
    }
    expect(await storedPoster(movieId)).toBe('/posters/monsoon.svg');
  });

  it('an address from a response can be sent back and is stored as a path', async () => {
    const { movieId } = await addShow('/posters/monsoon.svg');
    const { body } = await testApp.call('GET', `/movies/${movieId}`, { token });
    const { title, posterUrl } = body.data;
    const saved = await testApp.call('PUT', `/movies/${movieId}`, { token, body: { title, posterUrl } });
    expect([saved.status, saved.body.data.posterUrl]).toEqual([200, `${PUBLIC_URL}/posters/monsoon.svg`]);
    expect(await storedPoster(movieId)).toBe('/posters/monsoon.svg');
  });

  it.each([
    'https://elsewhere.example/x.svg',
    'https://tickets.example.com.elsewhere.example/x.svg',
    'https://tickets.example.com//elsewhere.example/x.svg',
    null,
  ])('the poster %s is unchanged', async (posterUrl) => {
    const { movieId } = await addShow(null);
    const saved = await testApp.call('PUT', `/movies/${movieId}`, { token, body: { title: 'Monsoon', posterUrl } });
    expect(saved.body.data.posterUrl).toBe(posterUrl);
    expect(await storedPoster(movieId)).toBe(posterUrl);
  });

  it('text written by users is unchanged', async () => {
    const title = 'The "posterUrl":"/x" of 1999';
    const made = await testApp.call('POST', '/movies', { token, body: { title } });
    expect(made.body.data.title).toBe(title);
  });
});
