/** Tests the functions that read bookings, shows and seats, and lock_shows. */
import { describe, expect, it } from 'vitest';
import { fromNow, HOUR_MS } from '../factory.ts';
import { openLedger } from './open-ledger.ts';

const ledger = await openLedger();
const { make, rows, pool } = ledger;
const [asha, ravi, mina, gone] = (await ledger.users(4)) as [number, number, number, number];
await rows(`update users set role = 'STAFF' where id = $1`, [mina]);
await ledger.deleteUser(gone);
const close = async (showId: number, seats: number[]) =>
  rows('insert into closed_seats select screen_id, unnest($2::int[]) from shows where id = $1', [showId, seats]);

describe('read_snapshots and read_seat_maps', () => {
  it('return the seats of each show and the roles of the requesting users', async () => {
    const [showId, empty] = [await make.show(), await make.show()];
    await make.booking({ showId, userId: asha, seats: ['C1', 'A2'] });
    await make.booking({ showId, userId: asha, seats: ['B1'] });
    for (const [userId, seat] of [
      [ravi, 'A9'],
      [asha, 'A8'],
    ] as const)
      await make.hold(showId, userId, seat, fromNow(HOUR_MS));
    await make.hold(showId, ravi, 'A7', fromNow(-1000));
    await close(showId, [60, 50, 1]);
    await rows(`update shows set cancelled_at = now(), cancel_reason = 'Projector' where id = $1`, [empty]);
    const asked = [
      [showId, asha],
      [showId, asha],
      [empty, ravi],
      [showId, mina],
      [showId, gone],
      [0, ravi],
    ] as const;
    const snapshots = await rows('select *, version::int from ledger.read_snapshots($1, $2) order by show_id', [
      asked.map(([id]) => id),
      asked.map(([, userId]) => userId),
    ]);
    expect(snapshots).toMatchObject([
      {
        ...{ show_id: showId, booked: [1, 10, 20], held: [7, 8], holders: [asha, ravi], closed: [50, 60] },
        ...{ cancel_reason: null, roles: { [asha]: 'USER', [mina]: 'STAFF' }, version: 0 },
      },
      {
        ...{ show_id: empty, booked: [], held: [], holders: [], held_until: [], closed: [] },
        ...{ cancel_reason: 'Projector', roles: { [ravi]: 'USER' } },
      },
    ]);
    expect(Object.keys(snapshots[0].roles)).toHaveLength(2);
    expect(snapshots[0].held_until).toHaveLength(2);
    const maps = await rows('select * from ledger.read_seat_maps($1) order by show_id', [[empty, showId, 0]]);
    expect(
      maps.map(({ show_id, booked, bookings, show }) => [show_id, booked, bookings, JSON.parse(show).show_id]),
    ).toEqual([
      [showId, [1, 10, 20], 2, showId],
      [empty, [], 0, empty],
    ]);
  });
});

describe('bookings and shows by their ids', () => {
  it('are returned once each, and no others', async () => {
    const [showId, other] = [await make.show(), await make.show()];
    const [id] = [await make.booking({ showId, userId: asha }), await make.booking({ showId: other, userId: ravi })];
    expect(await rows('select * from ledger.find_bookings($1)', [[id, 0, id]])).toEqual([
      { booking_id: id, show_id: showId, user_id: asha },
    ]);
    expect(await rows('select booking_id from ledger.read_bookings($1)', [[id, 0, id]])).toEqual([{ booking_id: id }]);
    expect(await rows('select show_id from ledger.read_shows($1)', [[showId, 0, showId]])).toEqual([
      { show_id: showId },
    ]);
  });

  it('of users are returned in pages, newest first', async () => {
    const shows = await Promise.all([1, 2, 3].map(() => make.show()));
    const [reader, writer] = (await ledger.users(2)) as [number, number];
    const ids: number[] = [];
    for (const showId of shows) {
      ids.push(await make.booking({ showId, userId: reader }));
      await make.booking({ showId, userId: writer, seats: ['B1'] });
    }
    const [nobody] = (await ledger.users(1)) as [number];
    const read = await rows('select * from ledger.read_histories($1, $2, $3) order by place, booking_id desc', [
      [reader, nobody, reader],
      [2, 5, 2],
      [0, 0, 2],
    ]);
    expect(
      read.map(({ place, total, booking_id, show }) => [place, total, booking_id, show && JSON.parse(show).show_id]),
    ).toEqual([
      [1, 3, ids[2], shows[2]],
      [1, 3, ids[1], shows[1]],
      [2, 0, null, null],
      [3, 3, ids[0], shows[0]],
    ]);
    const first = await rows('select booking_id from ledger.read_histories($1, $2, $3)', [[reader], [3], [0]]);
    expect(first.map(({ booking_id }) => booking_id)).toEqual(ids.toReversed());
  });

  it('of a user with many are counted and returned up to the newest 10,000', async () => {
    const showId = await make.show();
    const [boxOffice] = (await ledger.users(1)) as [number];
    const added = await rows(
      `insert into bookings (show_id, user_id, seats, price_paise, status, cancelled_at)
       select $1, $2, '{0}', 100, 'CANCELLED', now() from generate_series(1, 10003) returning id`,
      [showId, boxOffice],
    );
    const ids = added.map(({ id }) => id).sort((a, b) => b - a);
    const read = await rows(
      'select total, booking_id from ledger.read_histories($1, $2, $3) order by place, booking_id desc',
      [
        [boxOffice, boxOffice],
        [5, 5],
        [9997, 10000],
      ],
    );
    expect(read.map(({ total, booking_id }) => [total, booking_id])).toEqual([
      [10_000, ids[9997]],
      [10_000, ids[9998]],
      [10_000, ids[9999]],
      [10_000, null],
    ]);
  });
});

describe('lock_shows', () => {
  it('waits for these shows up to the given time', async () => {
    const [showId] = [await make.show(), await make.show()];
    const call = (ms: number) => `select ledger.lock_shows('{${showId}}', ${ms})`;
    expect(await ledger.waitsForShow(showId, call)).toBe('1min');
  });

  it('that are free skips locked ones and locks the rest', async () => {
    const [locked, free, other] = [await make.show(), await make.show(), await make.show()];
    const [holder, caller] = [await pool.connect(), await pool.connect()];
    const lockFree = async () =>
      (await caller.query('select ledger.lock_shows_that_are_free($1) as shows', [[free, locked, 0]])).rows[0].shows;
    const isLocked = async () =>
      (
        await rows(
          `select show_id from seat_versions where show_id = any ($1) and show_id not in (
             select show_id from seat_versions where show_id = any ($1) for no key update skip locked) order by 1`,
          [[locked, free, other]],
        )
      ).map(({ show_id }) => show_id);
    await caller.query('begin');
    expect(await lockFree()).toEqual([locked, free]);
    expect(await isLocked()).toEqual([locked, free]);
    await caller.query('rollback');
    await holder.query('begin');
    await holder.query('select from seat_versions where show_id = $1 for update', [locked]);
    await caller.query(`begin; set local lock_timeout = '1min'`);
    expect(await lockFree()).toEqual([free]);
    expect(await isLocked()).toEqual([locked, free]);
    expect((await caller.query('show lock_timeout')).rows[0].lock_timeout).toBe('3s');
    holder.release(true);
    caller.release(true);
  });
});
