/** Tests release_holds, release_expired_holds and renew_leases. */
import { beforeEach, describe, expect, it } from 'vitest';
import { untilWaiting } from '../interleaving.ts';
import { openLedger } from './open-ledger.ts';

const ledger = await openLedger();
const { make, rows, pool } = ledger;
const [asha, ravi] = (await ledger.users(2)) as [number, number];

interface Hold {
  until?: number;
  leased?: number;
}

/** In seconds from now. */
const hold = (showId: number, userId: number, seats: number[], { until = 100, leased }: Hold = {}) =>
  rows(
    `insert into seats (show_id, seat, user_id, held_since, held_until, leased_until)
     select $1, unnest($3::int[]), $2, now(), now() + make_interval(secs => $4), now() + make_interval(secs => $5)`,
    [showId, userId, seats, until, leased ?? null],
  );
const seatsOf = async (...showIds: number[]) =>
  (
    await rows(
      `select array(select seat from seats where show_id = s.id order by seat) as seats
       from unnest($1::int[]) with ordinality s (id, n) order by n`,
      [showIds],
    )
  ).map(({ seats }) => seats);
const released = async () =>
  (await ledger.changes()).map(({ showId, version, change: { kind, ...change } }) => {
    expect(kind).toBe('released');
    return { showId, version, ...change };
  });

beforeEach(async () => {
  await rows('delete from seats where booking_id is null');
  await ledger.changes();
});

describe('release_holds', () => {
  const release = (...requests: [showId: number, userId: number, seats: number[]][]) =>
    rows('select * from ledger.release_holds($1, $2, $3, 3000) order by place', [
      requests.map(([showId]) => showId),
      requests.map(([, userId]) => userId),
      requests.map(([, , seats]) => seats.join()),
    ]);

  it('releases the given holds of the user, or all in the show', async () => {
    const [showId, other] = [await make.show(), await make.show()];
    await make.booking({ showId, userId: asha, seats: ['A1'] });
    for (const id of [showId, other]) await hold(id, asha, [5, 4, 3]);
    await hold(showId, ravi, [1, 2]);
    const answers = await release([showId, ravi, [3, 1]], [other, asha, []], [showId, asha, [3, 5, 2, 0]]);
    expect(answers).toEqual([
      { place: 1, released: [1] },
      { place: 2, released: [3, 4, 5] },
      { place: 3, released: [3, 5] },
    ]);
    expect(await seatsOf(showId, other)).toEqual([[0, 2, 4], []]);
    expect(await released()).toEqual([
      { showId, version: 1, userId: ravi, seats: [1], reason: 'released' },
      { showId: other, version: 1, userId: asha, seats: [3, 4, 5], reason: 'released' },
      { showId, version: 2, userId: asha, seats: [3, 5], reason: 'released' },
    ]);
    await release([showId, asha, []]);
    expect(await seatsOf(showId)).toEqual([[0, 2]]);
  });

  it('waits for a locked show up to the given time', async () => {
    const showId = await make.show();
    const call = (ms: number) => `select ledger.release_holds('{${showId}}', '{${asha}}', '{}', ${ms})`;
    expect(await ledger.waitsForShow(showId, call)).toBe('3s');
  });
});

describe('release_expired_holds', () => {
  const release = async (grace = '0') =>
    (await rows('select ledger.release_expired_holds($1::interval) as freed', [grace]))[0].freed;

  it('releases expired holds, and those whose user has left', async () => {
    const [showId, other, live] = [await make.show(), await make.show(), await make.show()];
    await make.booking({ showId, userId: asha, seats: ['A1'] });
    await hold(showId, asha, [9, 8], { until: -1, leased: 50 });
    await hold(showId, asha, [7], { leased: -1 });
    await hold(showId, ravi, [6], { leased: 50 });
    await hold(showId, ravi, [5]);
    await hold(other, ravi, [4], { until: -1 });
    await hold(live, asha, [3], { leased: 50 });
    expect(await release()).toBe(4);
    expect(await seatsOf(showId, other, live)).toEqual([[0, 5, 6], [], [3]]);
    expect(await released()).toEqual([
      { showId, version: 1, userId: asha, seats: [7], reason: 'disconnected' },
      { showId, version: 2, userId: asha, seats: [8, 9], reason: 'expired' },
      { showId: other, version: 1, userId: ravi, seats: [4], reason: 'expired' },
    ]);
    expect(await release()).toBe(0);
  });

  it('releases a hold whose user has left even if nothing in the show has expired [HOLD-7]', async () => {
    const showId = await make.show();
    await hold(showId, asha, [1], { leased: -1 });
    await hold(showId, ravi, [2], { leased: 50 });
    expect(await release()).toBe(1);
    expect(await seatsOf(showId)).toEqual([[2]]);
  });

  it('ends no lease during the grace period after a database restart [HOLD-7]', async () => {
    const showId = await make.show();
    await hold(showId, asha, [1], { leased: -1 });
    await hold(showId, ravi, [2], { until: -1 });
    expect(await release('100 years')).toBe(1);
    expect(await seatsOf(showId)).toEqual([[1]]);
  });

  it.each(['0', '100 years'])('with a grace period of %s skips shows in which nothing has ended', async (grace) => {
    const [ended, live] = [await make.show(), await make.show()];
    await hold(ended, asha, [1], { until: -1 });
    await hold(live, asha, [2], grace === '0' ? {} : { leased: -1 });
    const holder = await pool.connect();
    await holder.query('begin');
    await holder.query('select from seat_versions where show_id = $1 for update', [live]);
    const released = release(grace);
    const first = await Promise.race([released, untilWaiting(pool, 1).then(() => 'waits')]);
    holder.release(true);
    expect(first).toBe(1);
  });

  it('leaves locked shows for the next call without waiting', async () => {
    const [locked, free] = [await make.show(), await make.show()];
    for (const showId of [locked, free]) await hold(showId, asha, [1], { until: -1 });
    const holder = await pool.connect();
    await holder.query('begin');
    await holder.query('select from seat_versions where show_id = $1 for update', [locked]);
    expect(await release()).toBe(1);
    expect(await release()).toBe(0);
    await holder.query('commit');
    holder.release();
    expect(await seatsOf(locked, free)).toEqual([[1], []]);
    expect(await release()).toBe(1);
  });
});

describe('renew_leases', () => {
  it('renews the leases of all holds of these users in these shows', async () => {
    const [showId, other] = [await make.show(), await make.show()];
    await make.booking({ showId, userId: asha, seats: ['A1'] });
    for (const id of [showId, other]) {
      await hold(id, asha, [1, 2]);
      await hold(id, ravi, [3], { leased: 5 });
    }
    await rows(`select ledger.renew_leases($1, $2, '100 seconds')`, [
      [showId, other],
      [asha, ravi],
    ]);
    const leases = await rows(
      `select show_id as "showId", seat, round(extract(epoch from leased_until - now()) / 5)::int * 5 as leased
       from seats where show_id = any ($1) order by show_id, seat`,
      [[showId, other]],
    );
    expect(leases.map((lease) => [lease.showId, lease.seat, lease.leased])).toEqual([
      ...[0, 1, 2, 3].map((seat) => [showId, seat, [null, 100, 100, 5][seat]]),
      ...[1, 2, 3].map((seat) => [other, seat, [0, null, null, 100][seat]]),
    ]);
    expect(
      await rows('select distinct leased_until from seats where show_id = $1 and seat in (1, 2)', [showId]),
    ).toHaveLength(1);
  });

  it('skips a seat that is being changed, without waiting', async () => {
    const showId = await make.show();
    await hold(showId, asha, [1, 2]);
    const changing = await pool.connect();
    await changing.query('begin');
    await changing.query('update seats set held_until = held_until where show_id = $1 and seat = 1', [showId]);
    await rows(`select ledger.renew_leases($1, $2, '100 seconds')`, [[showId], [asha]]);
    await changing.query('commit');
    changing.release();
    expect(await rows('select seat from seats where leased_until is not null')).toEqual([{ seat: 2 }]);
  });
});
