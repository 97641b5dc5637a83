import { beforeEach, describe, expect, it } from 'vitest';
import { openBookings } from '../src/features/booking/booking.ts';
import { openSeatCommits } from '../src/features/seating/seat-commits.ts';
import { openSeating } from '../src/features/seating/seating.ts';
import { addShow, addShows } from './shows.ts';
import { freshDatabase } from './test-app.ts';
import { whenOver } from './when-over.ts';

const { pool, db } = await freshDatabase();
const { rows } = await pool.query<{ id: number }>(
  `insert into users (name, email, password_hash) select 'U', n || '@example.com', 'x' from generate_series(1, 3) n returning id`,
);
const [asha = 0, ravi = 0, mira = 0] = rows.map(({ id }) => id);
const config = { holdSeconds: 300, holdMaxSeconds: 900, holdGraceSeconds: 20 };
const batches: string[] = [];

function openServer() {
  const commits = openSeatCommits({ ledgerPool: pool, onBatch: (verb, size) => batches.push(`${verb} ${size}`) });
  const seating = openSeating({ pool, commits, config });
  const bookings = openBookings({ pool, commits });
  whenOver(() => bookings.close());
  return {
    hold: (showId: number, userId: number, ...seats: string[]) =>
      seating.holdSeats({ showId, userId, seats, isInRoom: false }).then(({ blocked }) => blocked),
    release: (showId: number, userId: number, ...seats: string[]) =>
      seating.releaseHolds({ showId, userId, seats: seats.length > 0 ? seats : undefined }),
    book: (showId: number, userId: number, ...seats: string[]) =>
      bookings.book({ showId, userId, seats, key: undefined }).then(
        ({ id }) => id,
        ({ code }) => code,
      ),
    cancel: (bookingId: number, userId: number) => bookings.cancel(bookingId, userId).then(({ status }) => status),
  };
}

const { hold, release, book, cancel } = openServer();
beforeEach(() => {
  batches.length = 0;
});

/** Returns the transactions that wrote the seats of these shows. */
const writersOf = async (...showIds: number[]) =>
  (
    await pool.query<{ xmin: string }>('select distinct xmin::text from seats where show_id = any ($1)', [showIds])
  ).rows.map(({ xmin }) => xmin);

describe('requests that arrive together', () => {
  it('share one transaction, whatever they ask for, and each gets its answer', async () => {
    const [one = 0, other = 0] = await addShows(db, 2);
    await hold(one, mira, 'A1', 'A2');
    const booked = Number(await book(other, mira, 'B1'));
    batches.length = 0;
    const answers = [
      hold(one, asha, 'C1'),
      book(other, ravi, 'D1'),
      release(one, mira, 'A1'),
      book(one, ravi, 'E1', 'E2'),
    ];
    expect(await Promise.all(answers)).toEqual([['C1'], expect.any(Number), ['A1'], expect.any(Number)]);
    expect(batches).toEqual(['hold 1', 'book 2', 'release 1']);
    const remaining = await pool.query('select xmin::text from seats where show_id = $1 and seat = 1', [one]);
    const writers = await writersOf(one, other);
    expect(writers.filter((xmin) => xmin !== remaining.rows[0].xmin)).toHaveLength(2);
    expect(await cancel(booked, mira)).toBe('CANCELLED');
    expect(await writersOf(one, other)).toHaveLength(2);
  });

  it('give the seat to the first, even against another kind of request', async () => {
    const showId = await addShow(db);
    const holdFirst = [hold(showId, asha, 'A1'), book(showId, ravi, 'A1'), hold(showId, mira, 'A2')];
    expect(await Promise.all(holdFirst)).toEqual([['A1'], 'SEATS_HELD', ['A2']]);
    const bookFirst = [book(showId, ravi, 'B1', 'B2'), hold(showId, asha, 'B1'), book(showId, mira, 'B2')];
    expect(await Promise.all(bookFirst)).toEqual([expect.any(Number), [], 'SEATS_BOOKED']);
    const holdInFront = [hold(showId, mira, 'D9'), book(showId, ravi, 'D1'), hold(showId, asha, 'D1')];
    expect(await Promise.all(holdInFront)).toEqual([['D9'], expect.any(Number), []]);
    // The booking waits for the hold of its first seat, so no later request may get its second.
    const chain = [hold(showId, asha, 'C1'), book(showId, ravi, 'C1', 'C2'), hold(showId, mira, 'C2')];
    expect(await Promise.all(chain)).toEqual([['C1'], 'SEATS_HELD', ['C2']]);
    const seats = [release(showId, asha, 'C1'), hold(showId, ravi, 'C1')];
    expect(await Promise.all(seats)).toEqual([['C1'], ['C1']]);
  });

  it('of one user run in order', async () => {
    const showId = await addShow(db);
    const answers = [
      release(showId, ravi),
      hold(showId, asha, 'A1', 'A2'),
      book(showId, asha, 'A1'),
      release(showId, asha),
      hold(showId, asha, 'A3'),
    ];
    expect(await Promise.all(answers)).toEqual([[], ['A1', 'A2'], expect.any(Number), ['A2'], ['A3']]);
  });

  it('wait for the show version and never for the show, so they cannot deadlock with its deletion', async () => {
    const showId = await addShow(db);
    const other = await pool.connect();
    try {
      await other.query('begin');
      await other.query('select from shows where id = $1 for update', [showId]);
      const answers = [hold(showId, asha, 'A1'), book(showId, ravi, 'B1')];
      expect(await Promise.all(answers)).toEqual([['A1'], expect.any(Number)]);
      // A request that waits would be tried a second time.
      expect(batches).toEqual(['hold 1', 'book 1']);
    } finally {
      other.release(true);
    }
  });

  it('all fail together if one statement fails, then succeed alone', async () => {
    const [showId = 0, failing = 0] = await addShows(db, 2);
    await pool.query(
      `create function fail() returns trigger language plpgsql as $$ begin raise 'this always fails'; end $$`,
    );
    await pool.query(
      `create trigger fail before insert on bookings for each row when (new.show_id = ${failing}) execute function fail()`,
    );
    const booking = book(failing, ravi, 'A1');
    expect(await hold(showId, asha, 'A1')).toEqual(['A1']);
    expect(await booking).toBe('P0001');
    expect(await pool.query('select from seats where show_id = $1', [failing])).toMatchObject({ rowCount: 0 });
    await pool.query('drop function fail cascade');
    expect(await book(failing, ravi, 'A1')).toEqual(expect.any(Number));
  });
});

describe('transactions of several statements', () => {
  it('are atomic, and leave their connection usable', async () => {
    const { pool: own } = await freshDatabase();
    await own.query('create table notes (note text)');
    const note = (text: string) => ({ text: 'insert into notes values ($1) returning note', values: [text] });
    const done = await own.commitTogether([note('one'), note('two')]);
    expect(done.flatMap((result) => result.rows)).toEqual([{ note: 'one' }, { note: 'two' }]);
    const failed = own.commitTogether([note('three'), { name: 'wrong', text: 'select 1 / 0' }, note('four')]);
    await expect(failed).rejects.toMatchObject({ code: '22012' });
    expect((await own.query('select note from notes')).rows.map(({ note }) => note)).toEqual(['one', 'two']);
    expect(own.idleCount).toBe(own.totalCount);
    await expect(own.commitTogether([{ name: 'wrong', text: 'select 1 / 0' }])).rejects.toMatchObject({
      code: '22012',
    });
  });
});
