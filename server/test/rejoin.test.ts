/** Cuts many connections at once, which then rejoin at once, during bookings. */
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { type LiveConnection, openConnection } from './live-connection.ts';
import { addShows } from './shows.ts';
import { openTestApp } from './test-app.ts';

/** `CONNECTIONS=1000` for the full size. */
const CONNECTIONS = Number(process.env.CONNECTIONS ?? 200);
const SHOWS = 8;

const testApp = await openTestApp();
await testApp.app.listen({ port: 0, host: '127.0.0.1' });
const { port } = testApp.app.server.address() as AddressInfo;
const customers = await Promise.all(Array.from({ length: CONNECTIONS }, () => testApp.addUser()));
const buyer = await testApp.addUser();
const showIds = await addShows(testApp.db, SHOWS);
const showOf = (n: number) => showIds[n % SHOWS] ?? 0;
let connections: LiveConnection[] = [];
afterAll(() => {
  for (const connection of connections) connection.close();
});

const connectAll = () => Promise.all(customers.map(({ token }) => openConnection(port, token)));

async function joinAll(): Promise<void> {
  const answers = connections.map((connection, n) => connection.ask('join-show', { showId: showOf(n) }));
  expect((await Promise.all(answers)).map(({ showId }) => showId)).toEqual(connections.map((_, n) => showOf(n)));
}

/** The number of statements that joins have shared so far. */
async function joinStatements(): Promise<number> {
  const { body } = await testApp.app.inject('/metrics');
  return Number(/ledger_batch_size_count\{verb="join"\} (\d+)/.exec(body)?.[1] ?? 0);
}

const book = async (showId: number, seat: string) =>
  (await testApp.call('POST', '/bookings', { token: buyer.token, body: { showId, seats: [seat] } })).status;

describe(`${CONNECTIONS} connections that were cut at once`, () => {
  it('all rejoin with a few statements, without a refused booking, and receive the next changes [LIVE-11]', async () => {
    connections = await connectAll();
    await joinAll();
    for (const { socket } of connections) socket.io.engine.close();
    connections = await connectAll();
    const statements = await joinStatements();
    const began = performance.now();
    let isBack = false;
    const joining = joinAll().finally(() => {
      isBack = true;
    });
    const statuses: number[] = [];
    for (let n = 0; !isBack && n < 90 * SHOWS; n++) {
      const place = Math.floor(n / SHOWS);
      statuses.push(await book(showOf(n), `${'ABCDEFGHI'[Math.floor(place / 10)]}${(place % 10) + 1}`));
    }
    await joining;
    console.warn(`rejoin: ${CONNECTIONS} connections were joined again in ${Math.round(performance.now() - began)} ms`);
    expect(statuses.filter((status) => status !== 201)).toEqual([]);
    expect((await joinStatements()) - statements).toBeLessThan(CONNECTIONS / 4);

    for (const showId of showIds) expect(await book(showId, 'J10')).toBe(201);
    const heard = await Promise.all(
      connections.map((connection) => connection.waitFor('booking-confirmed', ({ seats }) => seats[0] === 'J10')),
    );
    expect(heard.map(({ showId }) => showId)).toEqual(connections.map((_, n) => showOf(n)));
  });
});
