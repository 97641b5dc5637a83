import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { ALL_SEATS } from '@moviebooking/contract/seats';
import { afterAll, describe, expect, it } from 'vitest';
import { openSeating } from '../src/features/seating/seating.ts';
import { createTokens } from '../src/platform/http/sessions.ts';
import { openConnection } from './live-connection.ts';
import { type LiveSeatMap, openSeatMap, untilAllAgree } from './live-seat-map.ts';
import { randomFrom } from './random-from.ts';
import { startServer } from './running-server.ts';
import { addShow } from './shows.ts';
import { databaseUrl, freshDatabase, openTestApp } from './test-app.ts';

/** `SECONDS=60 CYCLES=10000` for the full size. */
const SECONDS = Number(process.env.SECONDS ?? 3);
const CYCLES = Number(process.env.CYCLES ?? 300);
const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);
const JWT_SECRET = 'a secret that only the live tests know, long enough';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const database = await freshDatabase();
const servers = await Promise.all(
  [1, 2].map(() =>
    startServer({
      ...{ DATABASE_URL: databaseUrl(database), JWT_SECRET, SEED_DEMO: 'false' },
      ...{ HOLD_SECONDS: '2', HOLD_MAX_SECONDS: '4', HOLD_GRACE_SECONDS: '1' },
    }),
  ),
);
afterAll(async () => {
  for (const server of servers) server.process.kill('SIGKILL');
  await Promise.all(servers.map(({ ended }) => ended));
});
const { rows: users } = await database.pool.query<{ id: number }>(
  `insert into users (name, email, password_hash)
   select 'Secret name ' || n, 'secret' || n || '@example.com', 'x' from generate_series(1, 50) n returning id`,
);
const tokens = createTokens(JWT_SECRET);
const customers = users.map(({ id }, n) => ({
  id,
  token: tokens.issue(id),
  url: servers[n % servers.length]?.url ?? '',
}));
const config = { holdSeconds: 2, holdMaxSeconds: 4, holdGraceSeconds: 1 };
const readSnapshot = (showId: number) => openSeating({ pool: database.pool, config }).readSnapshot(showId);

type Customer = (typeof customers)[number];

async function actAtRandom(
  customer: Customer,
  seatMap: LiveSeatMap,
  showId: number,
  random: () => number,
): Promise<void> {
  const headers = { authorization: `Bearer ${customer.token}`, 'content-type': 'application/json' };
  const booked: number[] = [];
  const end = Date.now() + SECONDS * 1000;
  while (Date.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, random() * 400));
    const first = Math.floor(random() * 97);
    const seats = ALL_SEATS.slice(first, first + 1 + Math.floor(random() * 3));
    const choice = random();
    if (choice < 0.15) seatMap.drop();
    else if (choice < 0.5) seatMap.socket.volatile.emit('block-seats', { showId, seats });
    else if (choice < 0.7) seatMap.socket.volatile.emit('unblock-seats', { showId });
    else if (choice < 0.85 || booked.length === 0) {
      const body = JSON.stringify({ showId, seats });
      const response = await fetch(`${customer.url}/api/bookings`, { method: 'POST', headers, body });
      const answer = (await response.json()) as { data?: { id: number } };
      if (answer.data) booked.push(answer.data.id);
    } else {
      const response = await fetch(`${customer.url}/api/bookings/cancel/${booked.pop()}`, { method: 'POST', headers });
      await response.arrayBuffer();
    }
  }
}

describe('live truth', () => {
  it(
    `every seat map matches the database after 50 clients disconnect, reconnect and act at random for ${SECONDS} s on two servers (seed ${SEED}) [LIVE-6]`,
    async () => {
      const showId = await addShow(database.db);
      const random = randomFrom(SEED);
      const seatMaps = customers.map(({ url, token }) => openSeatMap(url, token, showId));
      const seeds = customers.map(() => Math.floor(random() * 2 ** 31));
      await Promise.all(
        customers.map((customer, n) =>
          actAtRandom(customer, seatMaps[n] as LiveSeatMap, showId, randomFrom(seeds[n] ?? 0)),
        ),
      );
      await untilAllAgree(seatMaps, () => readSnapshot(showId)).finally(() => {
        for (const seatMap of seatMaps) seatMap.close();
      });
      const received = seatMaps.flatMap((seatMap) => seatMap.received).join('\n');
      expect(received).toMatch(/booking-confirmed/);
      expect(received, 'LIVE-2 no customer receives another’s name, address or booking number').not.toMatch(
        /Secret name|secret\d|bookingId|"user"/,
      );
    },
    300_000 + SECONDS * 1000,
  );

  it(
    `${CYCLES} cycles of connect, join and disconnect leave no rooms, sockets or memory behind [LIVE-7]`,
    async () => {
      const testApp = await openTestApp();
      await testApp.app.listen({ port: 0, host: '127.0.0.1' });
      const { port } = testApp.app.server.address() as AddressInfo;
      const showId = await addShow(testApp.db);
      const { token } = await testApp.addUser();
      const metric = async (name: string) => {
        const { body } = await testApp.app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' });
        return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(body)?.[1]);
      };
      const cycle = async () => {
        const connection = await openConnection(port, token);
        await connection.ask('join-show', { showId });
        connection.close();
      };
      const heapAfter = async (cycles: number) => {
        for (let done = 0; done < cycles; done += 20) await Promise.all(Array.from({ length: 20 }, cycle));
        await expect.poll(() => metric('live_sockets')).toBe(0);
        await expect.poll(() => metric('live_rooms')).toBe(0);
        await pause(500);
        collectGarbage();
        return process.memoryUsage().heapUsed;
      };
      const before = await heapAfter(200);
      const grown = (await heapAfter(CYCLES)) - before;
      expect(grown).toBeLessThan(5_000_000);
    },
    300_000 + CYCLES * 50,
  );
});
