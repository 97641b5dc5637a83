import { ALL_SEATS, seatIndex } from '@moviebooking/contract/seats';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { addShows } from '../../../test/shows.ts';
import { freshDatabase } from '../../../test/test-app.ts';
import { parseChanges, SEAT_CHANNEL } from './seat-changes.ts';

const { connection, pool, db } = await freshDatabase();
const listener = new pg.Client(connection);
await listener.connect();
await listener.query(`listen ${SEAT_CHANNEL}`);
afterAll(() => listener.end());

/** Returns the payloads that a statement publishes. */
async function published(text: string, values: unknown[]): Promise<string[]> {
  const payloads: string[] = [];
  const note = ({ payload }: pg.Notification) => payloads.push(payload ?? '');
  listener.on('notification', note);
  await pool.query(text, values);
  // Notifications arrive before the result of a later query.
  await listener.query('select');
  listener.off('notification', note);
  return payloads;
}

describe('published changes', () => {
  it('of many shows each have the next version of their show, in order [LIVE-6]', async () => {
    const [first, second] = (await addShows(db, 2)) as [number, number];
    const change = { kind: 'released', userId: 1, seats: [0], reason: 'expired' };
    const values = [
      [first, second, first],
      [change, change, change],
    ];
    const publish = async () => {
      const payloads = await published('select ledger.publish_changes($1, $2)', values);
      return payloads.flatMap(parseChanges).map(({ showId, version }) => [showId, version]);
    };
    expect(await publish()).toEqual([
      [first, 1],
      [second, 1],
      [first, 2],
    ]);
    expect((await publish()).at(-1)).toEqual([first, 4]);
  });

  it('are split into as many payloads as their size needs', async () => {
    const [showId] = await addShows(db, 1);
    const count = 256;
    const largest = {
      kind: 'released',
      userId: 2_147_483_647,
      seats: ALL_SEATS.map(seatIndex),
      reason: 'disconnected',
    };
    const payloads = await published('select ledger.publish_changes($1, $2)', [
      Array.from({ length: count }, () => showId),
      Array.from({ length: count }, () => largest),
    ]);
    expect(payloads.length).toBeGreaterThan(10);
    const changes = payloads.flatMap(parseChanges);
    expect(changes.map(({ version }) => version)).toEqual(Array.from({ length: count }, (_, n) => n + 1));
    expect(changes.at(-1)).toEqual({ ...largest, showId, epoch: expect.any(String), version: count, seats: ALL_SEATS });
  });

  it('report a cancelled show without naming seats', async () => {
    const [showId] = await addShows(db, 1);
    const payloads = await published('select ledger.cancel_show($1, $2)', [showId, 'The projector is broken']);
    expect(payloads.flatMap(parseChanges)).toEqual([
      { showId, epoch: expect.any(String), version: 1, kind: 'show-cancelled' },
    ]);
  });

  it.each([
    'not JSON',
    '{}',
    '[{"showId":1,"version":1}]',
    '[{"showId":1,"version":1,"change":{"kind":"held","userId":1,"seats":[1]}}]',
    '[{"showId":1,"version":1,"change":{"kind":"cancelled","userId":1,"seats":[100],"bookingId":1}}]',
    '[{"showId":1,"version":1,"change":{"kind":"sold","userId":1,"seats":[1]}}]',
  ])('that are not understood are rejected: %s', (payload) => {
    expect(() => parseChanges(payload)).toThrow();
  });
});
