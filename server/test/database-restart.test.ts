/**
 * After a database restart leases outlive a grace period, in which servers renew those of connected users. A grace of years makes
 * PostgreSQL look freshly started.
 */
import { expect, it } from 'vitest';
import { openSeating } from '../src/features/seating/seating.ts';
import { openPlaces } from '../src/features/waiting/places.ts';
import { factoryFor } from './factory.ts';
import { freshDatabase } from './test-app.ts';

const JUST_STARTED = 100_000_000;
const LONG_AGO = 0;

const { db, pool } = await freshDatabase();
const make = factoryFor(db);
const { rows } = await pool.query<{ id: number }>(
  `insert into users (name, email, password_hash) select 'Asha', n || '@example.com', 'x' from generate_series(1, 2) n returning id`,
);
const [asha, ravi] = rows.map(({ id }) => id) as [number, number];

it('keeps the lease of a hold for a grace period, but ends the hold on time [HOLD-7]', async () => {
  const showId = await make.show();
  const open = (holdGraceSeconds: number) =>
    openSeating({ pool, config: { holdSeconds: 300, holdMaxSeconds: 900, holdGraceSeconds } });
  const { holdSeats } = open(LONG_AGO);
  await holdSeats({ showId, userId: asha, seats: ['A1'], isInRoom: true });
  await holdSeats({ showId, userId: ravi, seats: ['B1', 'B2'], isInRoom: true });
  await pool.query(`update seats set leased_until = now() - interval '1 second'`);
  await pool.query(`update seats set held_until = now() - interval '1 second' where user_id = $1`, [asha]);
  expect(await open(JUST_STARTED).releaseExpiredHolds()).toBe(1);
  expect(await open(LONG_AGO).releaseExpiredHolds()).toBe(2);
});

it('keeps a place in the queue for a grace period [WAIT-6]', async () => {
  const showId = await make.show();
  const open = (holdGraceSeconds: number) => openPlaces(pool, { roomLimit: 1, roomMinutes: 15, holdGraceSeconds });
  const [justStarted, longAgo] = [open(JUST_STARTED), open(LONG_AGO)];
  for (const userId of [asha, ravi]) await justStarted.enter({ showId, userId });
  await pool.query(`update line_places set leased_until = now() - interval '1 second'`);
  const places = async () =>
    (await pool.query<{ state: string }>('select state from line_places order by number')).rows.map(
      ({ state }) => state,
    );
  await justStarted.advance([showId]);
  expect(await places()).toEqual(['INSIDE', 'WAITING']);
  await longAgo.advance([showId]);
  expect(await places()).toEqual([]);
});
