/**
 * Tests each guard against races, and its control: the same interleaving fails if only that guard is removed. This proves that the
 * interleaving happens and that this guard is what prevents the fault.
 */
import { type KyselyPlugin, type PluginTransformQueryArgs, SelectQueryNode } from 'kysely';
import { describe, expect, it } from 'vitest';
import { openBookings } from '../src/features/booking/booking.ts';
import { createTicketCodes } from '../src/features/booking/ticket-code.ts';
import { cancelBookingForCustomer, cancelShow } from '../src/features/cancelling/cancelling.ts';
import { shows } from '../src/features/catalogue/catalogue.ts';
import { closeSeats, closeSeatsOfOneShow } from '../src/features/catalogue/closed-seats.ts';
import { markSeats } from '../src/features/catalogue/seat-marks.ts';
import { checkIn, settleScans } from '../src/features/check-in/check-in.ts';
import { openSeating } from '../src/features/seating/seating.ts';
import { type Database, openDatabase, openPool, type Pool } from '../src/platform/database/database.ts';
import { DAY_MS, factoryFor, fromNow, HOUR_MS } from './factory.ts';
import { addPausePoint, alterFunction, interleave, untilWaiting } from './interleaving.ts';
import { checkLedger } from './race.ts';
import { freshDatabase } from './test-app.ts';
import { whenOver } from './when-over.ts';

const config = { holdSeconds: 300, holdMaxSeconds: 900, holdGraceSeconds: 20 };

/** Without timeouts, which a busy machine could reach while a test sets up its interleaving. */
const noLimits = { statement_timeout: 0, lock_timeout: 0, query_timeout: 0, idle_in_transaction_session_timeout: 0 };

async function openTestData() {
  const { connection } = await freshDatabase();
  const pool = openPool({ ...connection, ...noLimits });
  whenOver(() => pool.end());
  const db = openDatabase(pool);
  const { rows: users } = await pool.query<{ id: number }>(
    `insert into users (name, email, password_hash) values ('Asha', 'a@example.com', 'x'), ('Ravi', 'r@example.com', 'x') returning id`,
  );
  await addPausePoint(pool);
  for (const name of ['hold_seats', 'book_seats', 'release_holds', 'cancel_bookings', 'change_bookings'])
    await alterFunction(pool, `ledger.${name}`, [/perform set_config\('lock_timeout'[^;]+;/, '']);
  const [asha, ravi] = users as [{ id: number }, { id: number }];
  return { pool, db, asha: asha.id, ravi: ravi.id, make: factoryFor(db) };
}

type TestData = Awaited<ReturnType<typeof openTestData>>;

const outcomes = (settled: PromiseSettledResult<unknown>[]) =>
  settled.map((result) => (result.status === 'fulfilled' ? result.value : (result.reason.code ?? result.reason)));

/** Makes every row update of this table stop at the pause point. */
const pauseBeforeUpdates = (pool: Pool, table: string) =>
  pool.query(`
    create function pause() returns trigger language plpgsql as 'begin return ledger.after_pause(new); end';
    create trigger pause before update on ${table} for each row execute function pause()`);

const ticketCodes = createTicketCodes('a secret that only tests know, long enough');
const nobody = { userId: null, address: null };
const scannerOf = (db: Database, bookingId: number) => async () =>
  (await checkIn(db, { code: ticketCodes.issue(bookingId) }, { ticketCodes, timeZone: 'UTC' }, nobody)).status;

const dropAdmissionsKey = (pool: Pool) => pool.query('alter table admissions drop constraint admissions_pkey');

const VERSION_LOCK = /perform from seat_versions [^;]+;/;

describe('the version lock', () => {
  async function holdTheSameSeat({ pool, asha, ravi, make }: TestData) {
    await alterFunction(pool, 'ledger.hold_seats', [/least\(moment \+ hold, [^)]+\)/, 'ledger.after_pause($&)']);
    const showId = await make.show();
    const hold = (userId: number) => async () =>
      (await openSeating({ pool, config }).holdSeats({ showId, userId, seats: ['A1'], isInRoom: false })).success;
    return outcomes(await interleave(pool, hold(asha), hold(ravi)));
  }

  it('gives a seat to one of two users who hold it at once [HOLD-1]', async () => {
    expect(await holdTheSameSeat(await openTestData())).toEqual([true, false]);
  });

  it('control: without it both are told that they hold the seat', async () => {
    const database = await openTestData();
    await alterFunction(database.pool, 'ledger.hold_seats', [VERSION_LOCK, '']);
    expect(await holdTheSameSeat(database)).toEqual([true, true]);
  });
});

describe('the version lock while cancelling', () => {
  /** The second starts after the first decided, before it commits. */
  async function cancelTwice({ pool, asha, make }: TestData) {
    await pauseBeforeUpdates(pool, 'bookings');
    const bookingId = await make.booking({ showId: await make.show(), userId: asha });
    const cancel = async () => (await openBookings({ pool }).cancel(bookingId, asha)).status;
    return outcomes(await interleave(pool, cancel, cancel));
  }

  it('lets one of two simultaneous cancellations on two servers succeed [CANCEL-1]', async () => {
    expect(await cancelTwice(await openTestData())).toEqual(['CANCELLED', 'ALREADY_CANCELLED']);
  });

  it('control: without it both succeed', async () => {
    const database = await openTestData();
    await alterFunction(database.pool, 'ledger.cancel_bookings', [VERSION_LOCK, '']);
    expect(await cancelTwice(database)).toEqual(['CANCELLED', 'CANCELLED']);
  });

  async function changeTwice({ pool, asha, make }: TestData) {
    await pauseBeforeUpdates(pool, 'bookings');
    const showId = await make.show();
    const bookingId = await make.booking({ showId, userId: asha, seats: ['A1'] });
    const change = (take: string[]) => async () =>
      (await openBookings({ pool }).change({ bookingId, userId: asha, release: ['A1'], take, key: undefined })).seats;
    return outcomes(await interleave(pool, change(['B1']), change(['C1'])));
  }

  it('checks the second of two simultaneous changes against the result of the first [CHANGE-6]', async () => {
    expect(await changeTwice(await openTestData())).toEqual([['B1'], 'NOT_CHANGEABLE']);
  });

  it('control: without it both happen', async () => {
    const database = await openTestData();
    await alterFunction(database.pool, 'ledger.change_bookings', [VERSION_LOCK, '']);
    expect(await changeTwice(database)).toEqual([['B1'], ['C1']]);
  });

  async function cancelWhileScanned({ pool, db, asha, make }: TestData) {
    await pauseBeforeUpdates(pool, 'bookings');
    const bookingId = await make.booking({ showId: await make.show({ startsAt: fromNow(HOUR_MS) }), userId: asha });
    const cancel = async () => (await openBookings({ pool }).cancel(bookingId, asha)).status;
    return outcomes(await interleave(pool, scannerOf(db, bookingId), cancel));
  }

  it('makes a cancellation wait for the scan at the door, then refuses it [CANCEL-2]', async () => {
    expect(await cancelWhileScanned(await openTestData())).toEqual(['CHECKED_IN', 'ALREADY_CHECKED_IN']);
  });

  it('control: without it only a table constraint refuses it', async () => {
    const database = await openTestData();
    await alterFunction(database.pool, 'ledger.cancel_bookings', [VERSION_LOCK, '']);
    expect(await cancelWhileScanned(database)).toEqual(['CHECKED_IN', '23514']);
  });
});

describe('the version lock while cancelling a show', () => {
  /** A booking is decided but not committed when an administrator cancels the show. */
  async function cancelWhileBooked({ pool, db, asha, make }: TestData) {
    await alterFunction(pool, 'ledger.book_seats', [/nextval\('bookings_id_seq'\)/, 'ledger.after_pause($&)']);
    const showId = await make.show();
    const book = async () =>
      (await openBookings({ pool }).book({ showId, userId: asha, seats: ['A1'], key: undefined })).status;
    const cancel = async () => (await cancelShow(db, nobody, showId, 'Projector')).cancelledBookings;
    const told = outcomes(await interleave<unknown>(pool, book, cancel));
    const { rows } = await pool.query<{ state: string }>(
      `select concat_ws(' ', b.status, t.seat) as state from bookings b left join seats t on t.booking_id = b.id`,
    );
    return { told, stored: rows.map(({ state }) => state) };
  }

  it('makes the cancellation wait for a booking in progress, and cancels that too [CANCEL-3]', async () => {
    expect(await cancelWhileBooked(await openTestData())).toEqual({ told: ['CONFIRMED', 1], stored: ['CANCELLED'] });
  });

  it('control: without it a booking remains in a cancelled show', async () => {
    const database = await openTestData();
    await alterFunction(database.pool, 'ledger.cancel_show', [VERSION_LOCK, '']);
    expect(await cancelWhileBooked(database)).toEqual({ told: ['CONFIRMED', 0], stored: ['CONFIRMED 0'] });
  });

  async function cancelTwiceAtOnce({ pool, db, make }: TestData) {
    await pauseBeforeUpdates(pool, 'shows');
    const showId = await make.show();
    const cancel = async () => (await cancelShow(db, nobody, showId, 'Projector')).show.status;
    return outcomes(await interleave(pool, cancel, cancel));
  }

  it('lets one of two administrators cancel it at once [CANCEL-3]', async () => {
    expect(await cancelTwiceAtOnce(await openTestData())).toEqual(['CANCELLED', 'SHOW_CANCELLED']);
  });

  it('control: without it both succeed', async () => {
    const database = await openTestData();
    await alterFunction(database.pool, 'ledger.cancel_show', [VERSION_LOCK, '']);
    expect(await cancelTwiceAtOnce(database)).toEqual(['CANCELLED', 'CANCELLED']);
  });
});

describe('the refusal of cancelled shows', () => {
  /** A request that waited for the cancellation finds the show cancelled. */
  async function takeWhileCancelled({ pool, db, asha, make }: TestData, verb: 'book' | 'hold') {
    await pauseBeforeUpdates(pool, 'shows');
    const showId = await make.show();
    const request = { showId, userId: asha, seats: ['A1'] };
    const take = {
      book: async () => (await openBookings({ pool }).book({ ...request, key: undefined })).status,
      hold: async () => (await openSeating({ pool, config }).holdSeats({ ...request, isInRoom: false })).success,
    };
    const cancel = async () => (await cancelShow(db, nobody, showId, 'Projector')).cancelledBookings;
    return outcomes(await interleave<unknown>(pool, cancel, take[verb]));
  }
  const REFUSAL: [RegExp, string] = [/when s\.cancelled_at is not null then 'CANCELLED'/, ''];

  it('rejects a booking that waited for the cancellation [CANCEL-3]', async () => {
    expect(await takeWhileCancelled(await openTestData(), 'book')).toEqual([0, 'SHOW_CANCELLED']);
  });

  it('control: without it the seat is booked', async () => {
    const database = await openTestData();
    await alterFunction(database.pool, 'ledger.book_seats', REFUSAL);
    expect(await takeWhileCancelled(database, 'book')).toEqual([0, 'CONFIRMED']);
  });

  it('rejects a hold that waited for the cancellation [CANCEL-3]', async () => {
    expect(await takeWhileCancelled(await openTestData(), 'hold')).toEqual([0, false]);
  });

  it('control: without it the seat is held', async () => {
    const database = await openTestData();
    await alterFunction(database.pool, 'ledger.hold_seats', REFUSAL);
    expect(await takeWhileCancelled(database, 'hold')).toEqual([0, true]);
  });
});

describe('the version lock while cancelling for a customer', () => {
  async function cancelForCustomerTwice({ pool, db, asha, make }: TestData) {
    await pauseBeforeUpdates(pool, 'bookings');
    const bookingId = await make.booking({ showId: await make.show(), userId: asha });
    const cancel = async () => (await cancelBookingForCustomer(db, nobody, bookingId, 'Paid twice')).status;
    return outcomes(await interleave(pool, cancel, cancel));
  }

  it('lets one of two administrators cancel a booking at once [CANCEL-4]', async () => {
    expect(await cancelForCustomerTwice(await openTestData())).toEqual(['CANCELLED', 'ALREADY_CANCELLED']);
  });

  it('control: without it both succeed', async () => {
    const database = await openTestData();
    await alterFunction(database.pool, 'ledger.cancel_booking_for_customer', [VERSION_LOCK, '']);
    expect(await cancelForCustomerTwice(database)).toEqual(['CANCELLED', 'CANCELLED']);
  });
});

describe('the order within a batch of cancellations', () => {
  async function cancelTwiceTogether({ pool, asha, make }: TestData) {
    const bookingId = await make.booking({ showId: await make.show(), userId: asha });
    const { cancel } = openBookings({ pool });
    return outcomes(await Promise.allSettled([1, 2].map(async () => (await cancel(bookingId, asha)).status)));
  }

  it('lets the first of two cancellations in one batch succeed [CANCEL-1]', async () => {
    expect(await cancelTwiceTogether(await openTestData())).toEqual(['CANCELLED', 'ALREADY_CANCELLED']);
  });

  it('control: without it both succeed', async () => {
    const database = await openTestData();
    await alterFunction(database.pool, 'ledger.cancel_bookings', [
      /and q\.place > min\(q\.place\) over \([^)]+\)/,
      'and false',
    ]);
    expect(await cancelTwiceTogether(database)).toEqual(['CANCELLED', 'CANCELLED']);
  });
});

describe('the primary key of seats', () => {
  async function bookBesideAnotherWriter({ pool, asha, ravi, make }: TestData) {
    const showId = await make.show();
    const writer = await pool.connect();
    await writer.query('begin');
    await writer.query(
      `with made as (insert into bookings (show_id, user_id, seats, price_paise) values ($1, $2, '{0}', 0) returning *)
       insert into seats (show_id, seat, user_id, booking_id) select show_id, 0, user_id, id from made`,
      [showId, asha],
    );
    const booking = openBookings({ pool }).book({ showId, userId: ravi, seats: ['A1'], key: undefined });
    const settled = Promise.allSettled([booking.then(({ status }) => status)]);
    await Promise.race([settled, untilWaiting(pool, 1)]);
    await writer.query('commit');
    writer.release();
    return { outcome: outcomes(await settled)[0], faults: await checkLedger(pool, showId) };
  }

  it('rejects a second owner even if a writer skips the version lock [BOOK-12]', async () => {
    expect(await bookBesideAnotherWriter(await openTestData())).toEqual({ outcome: 'SEATS_BOOKED', faults: [] });
  });

  it('control: without it the seat has two owners', async () => {
    const database = await openTestData();
    await database.pool.query('alter table seats drop constraint seats_pkey');
    await alterFunction(database.pool, 'ledger.book_seats', [
      /on conflict \(show_id, seat\) do update\s+set [^)]+/,
      '',
    ]);
    const { outcome, faults } = await bookBesideAnotherWriter(database);
    expect(outcome).toBe('CONFIRMED');
    expect(faults).toContain('seat A1 has two owners');
  });
});

describe('the lock on an idempotency key', () => {
  async function bookTwiceWithOneKey({ pool, asha, make }: TestData) {
    await alterFunction(pool, 'ledger.book_seats', [/nextval\('bookings_id_seq'\)/, 'ledger.after_pause($&)']);
    const showIds = [await make.show(), await make.show()];
    const book = (showId = 0) => openBookings({ pool }).book({ showId, userId: asha, seats: ['A1'], key: 'once' });
    const settled = await interleave(
      pool,
      () => book(showIds[0]).then(({ status }) => status),
      () => book(showIds[1]).then(({ status }) => status),
    );
    return outcomes(settled);
  }

  it('rejects the second of two bookings with one key on two servers [BOOK-8]', async () => {
    expect(await bookTwiceWithOneKey(await openTestData())).toEqual(['CONFIRMED', 'IDEMPOTENCY_MISMATCH']);
  });

  it('control: without it both are made', async () => {
    const database = await openTestData();
    await alterFunction(database.pool, 'ledger.book_seats', [/perform pg_advisory_xact_lock[^;]+;/, '']);
    expect(await bookTwiceWithOneKey(database)).toEqual(['CONFIRMED', 'CONFIRMED']);
  });
});

describe('the exclusion constraint of shows', () => {
  /** Two transactions without other locks; the second starts after the first wrote, before it commits. */
  async function scheduleOverlapping({ pool, make }: TestData) {
    const [movieId, screenId, startsAt] = [await make.movie(), await make.screen(), fromNow(DAY_MS)];
    const insert = 'insert into shows (movie_id, screen_id, starts_at, price_paise) values ($1, $2, $3, 0)';
    const first = await pool.connect();
    await first.query('begin');
    await first.query(insert, [movieId, screenId, startsAt]);
    const second = pool.query(insert, [movieId, screenId, startsAt]);
    const settled = Promise.allSettled([second.then(() => 'made')]);
    await Promise.race([settled, untilWaiting(pool, 1)]);
    await first.query('commit');
    first.release();
    const third = await Promise.allSettled([pool.query(insert, [movieId, screenId, startsAt]).then(() => 'made')]);
    return outcomes([...(await settled), ...third]);
  }
  const OVERLAP = '23P01';

  it('rejects a show that overlaps an uncommitted one', async () => {
    expect(await scheduleOverlapping(await openTestData())).toEqual([OVERLAP, OVERLAP]);
  });

  it('control: a plain check finds committed shows and misses uncommitted ones', async () => {
    const database = await openTestData();
    await database.pool.query(`
      alter table shows drop constraint shows_never_overlap;
      create function look_first() returns trigger language plpgsql as $$
      begin
        if exists (select from shows s where s.screen_id = new.screen_id and s.occupies && new.occupies) then
          raise exclusion_violation;
        end if;
        return new;
      end $$;
      create trigger zz_look_first before insert on shows for each row execute function look_first()`);
    expect(await scheduleOverlapping(database)).toEqual(['made', OVERLAP]);
  });
});

describe('the expected total', () => {
  /** An administrator doubles the price while a customer books. */
  async function openPriceChange({ pool, db, asha, make }: TestData) {
    const [movieId, screenId, startTime] = [await make.movie(), await make.screen(), fromNow(DAY_MS)];
    const showId = await make.show({ movieId, screenId, startsAt: startTime, price: 250 });
    const book = () =>
      openBookings({ pool })
        .book({ showId, userId: asha, seats: ['A1', 'A2'], key: undefined, expectedTotal: 500 })
        .then(({ totalPrice }) => totalPrice);
    const change = () =>
      shows
        .change(db, { userId: asha, address: null }, showId, { movieId, screenId, startTime, price: 500 })
        .then(({ price }) => price);
    return { book, change };
  }

  async function bookWhileThePriceChanges(data: TestData) {
    await pauseBeforeUpdates(data.pool, 'shows');
    const { book, change } = await openPriceChange(data);
    return outcomes(await interleave(data.pool, change, book));
  }

  it('rejects a booking that waited for a price increase [BOOK-14]', async () => {
    expect(await bookWhileThePriceChanges(await openTestData())).toEqual([500, 'PRICE_CHANGED']);
  });

  it('makes a price change wait for a booking in progress, which keeps its price [BOOK-14]', async () => {
    const data = await openTestData();
    await alterFunction(data.pool, 'ledger.book_seats', [/nextval\('bookings_id_seq'\)/, 'ledger.after_pause($&)']);
    const { book, change } = await openPriceChange(data);
    expect(outcomes(await interleave(data.pool, book, change))).toEqual([500, 500]);
  });

  it('control: without it the customer pays the new price unseen', async () => {
    const data = await openTestData();
    await alterFunction(data.pool, 'ledger.book_seats', [/when r\.expected_total <> [^\n]+ then 'OTHER_PRICE'/, '']);
    expect(await bookWhileThePriceChanges(data)).toEqual([500, 1000]);
  });
});

describe('the version lock at check-in', () => {
  async function scanTwice({ pool, db, asha, make }: TestData, scannerDb = db) {
    await pauseBeforeUpdates(pool, 'bookings');
    const showId = await make.show({ startsAt: fromNow(HOUR_MS) });
    const scan = scannerOf(scannerDb, await make.booking({ showId, userId: asha }));
    return outcomes(await interleave(pool, scan, scan));
  }

  /** A scan has counted its totals but not committed when an administrator moves the show by an hour. */
  async function scanWhileTheShowMoves({ pool, db, asha, make }: TestData, scannerDb = db) {
    await pool.query(`
      create function pause() returns trigger language plpgsql as 'begin return ledger.after_pause(null::record); end';
      create trigger zz_pause after update on bookings for each statement execute function pause()`);
    const [movieId, screenId, startsAt] = [await make.movie(), await make.screen(), fromNow(HOUR_MS)];
    const showId = await make.show({ movieId, screenId, startsAt });
    const scan = scannerOf(scannerDb, await make.booking({ showId, userId: asha }));
    const startTime = new Date(startsAt.getTime() + HOUR_MS);
    const move = async () => {
      await shows.change(db, { userId: asha, address: null }, showId, { movieId, screenId, startTime, price: 250 });
    };
    await interleave<unknown>(pool, scan, move);
    const { rows } = await pool.query<{ total: string }>(`
      select concat_ws(' ', status, case ref_id
          when extract(hour from starts_at at time zone time_zone) then 'new hour' else 'old hour' end, sum(bookings)) as total
      from current_totals, totals_time_zone, shows where dimension = 'hour'
      group by status, ref_id, starts_at, time_zone having sum(bookings) <> 0`);
    return rows.map(({ total }) => total);
  }

  /** Leaves `for update` out of every query. */
  const withoutRowLocks: KyselyPlugin = {
    transformQuery({ node }: PluginTransformQueryArgs) {
      if (!SelectQueryNode.is(node)) return node;
      const { endModifiers: _, ...unlocked } = node;
      return unlocked;
    },
    transformResult: async ({ result }) => result,
  };

  it('admits one of two simultaneous scans', async () => {
    expect(await scanTwice(await openTestData())).toEqual(['CHECKED_IN', 'ALREADY_CHECKED_IN']);
  });

  it('control: without it only the primary key of admissions refuses the second', async () => {
    const database = await openTestData();
    const scannerDb = database.db.withPlugin(withoutRowLocks);
    expect(await scanTwice(database, scannerDb)).toEqual(['CHECKED_IN', 'ALREADY_CHECKED_IN']);
  });

  it('control: without both, both are admitted', async () => {
    const database = await openTestData();
    await dropAdmissionsKey(database.pool);
    expect(await scanTwice(database, database.db.withPlugin(withoutRowLocks))).toEqual(['CHECKED_IN', 'CHECKED_IN']);
  });

  /** The code of the booking and that of a seat are scanned at once. */
  async function scanBoth({ pool, db, asha, make }: TestData, scannerDb = db) {
    await pauseBeforeUpdates(pool, 'bookings');
    const showId = await make.show({ startsAt: fromNow(HOUR_MS) });
    const bookingId = await make.booking({ showId, userId: asha, seats: ['A1', 'A2'] });
    const scan = (code: string) => async () =>
      (await checkIn(scannerDb, { code }, { ticketCodes, timeZone: 'UTC' }, nobody)).admitted;
    const seatCode = ticketCodes.issueForSeat({ bookingId, seat: 0, change: 0 });
    return outcomes(await interleave(pool, scan(seatCode), scan(ticketCodes.issue(bookingId))));
  }

  it('admits each seat once when its code and that of the booking are scanned at once [SEAT-TICKET-3]', async () => {
    expect(await scanBoth(await openTestData())).toEqual([['A1'], ['A2']]);
  });

  it('control: without lock and primary key the seat is admitted twice', async () => {
    const database = await openTestData();
    await dropAdmissionsKey(database.pool);
    expect(await scanBoth(database, database.db.withPlugin(withoutRowLocks))).toEqual([['A1'], ['A1', 'A2']]);
  });

  /** A change that gives a seat back is decided but not committed when the code of that seat is scanned. */
  async function scanWhileGivenBack({ pool, db, asha, make }: TestData, scannerDb = db) {
    await pauseBeforeUpdates(pool, 'bookings');
    const showId = await make.show({ startsAt: fromNow(HOUR_MS) });
    const bookingId = await make.booking({ showId, userId: asha, seats: ['A1', 'A2'] });
    const change = async () =>
      (await openBookings({ pool }).change({ bookingId, userId: asha, release: ['A1'], take: [], key: undefined }))
        .seats;
    const code = ticketCodes.issueForSeat({ bookingId, seat: 0, change: 0 });
    const scan = async () => (await checkIn(scannerDb, { code }, { ticketCodes, timeZone: 'UTC' }, nobody)).admitted;
    return outcomes(await interleave<unknown>(pool, change, scan));
  }

  it('makes the scan of a seat wait for the change that gives it back [SEAT-TICKET-5]', async () => {
    expect(await scanWhileGivenBack(await openTestData())).toEqual([['A2'], 'NOT_FOUND']);
  });

  it('control: without it the seat is admitted although it was given back', async () => {
    const database = await openTestData();
    const scannerDb = database.db.withPlugin(withoutRowLocks);
    expect(await scanWhileGivenBack(database, scannerDb)).toEqual([['A2'], ['A1']]);
  });

  /** A scan has admitted a seat but not committed when the customer cancels or changes the booking. */
  async function changeMindWhileScanned({ pool, db, asha, make }: TestData, verb: 'cancel' | 'change') {
    await pauseBeforeUpdates(pool, 'bookings');
    const showId = await make.show({ startsAt: fromNow(HOUR_MS) });
    const bookingId = await make.booking({ showId, userId: asha, seats: ['A1', 'A2'] });
    const bookings = openBookings({ pool });
    const code = ticketCodes.issueForSeat({ bookingId, seat: 0, change: 0 });
    const scan = async () => (await checkIn(db, { code }, { ticketCodes, timeZone: 'UTC' }, nobody)).admitted;
    const giveUp = async () =>
      verb === 'cancel'
        ? (await bookings.cancel(bookingId, asha)).status
        : (await bookings.change({ bookingId, userId: asha, release: ['A1'], take: [], key: undefined })).seats;
    return outcomes(await interleave<unknown>(pool, scan, giveUp));
  }

  it.each([
    ['cancel', 'ALREADY_CHECKED_IN'],
    ['change', 'NOT_CHANGEABLE'],
  ] as const)('makes a %s wait for the scan of a seat, then refuses it [SEAT-TICKET-5]', async (verb, refusal) => {
    expect(await changeMindWhileScanned(await openTestData(), verb)).toEqual([['A1'], refusal]);
  });

  it.each([
    ['cancel', '23514'],
    ['change', ['A2']],
  ] as const)(
    'control: without it in %s_bookings a seat that was given back is admitted, or a constraint fails',
    async (verb, outcome) => {
      const database = await openTestData();
      await alterFunction(database.pool, `ledger.${verb}_bookings`, [VERSION_LOCK, '']);
      expect(await changeMindWhileScanned(database, verb)).toEqual([['A1'], outcome]);
    },
  );

  async function settleTwice({ pool, db, asha, make }: TestData, scannerDb = db) {
    await pauseBeforeUpdates(pool, 'bookings');
    const showId = await make.show({ startsAt: fromNow(HOUR_MS) });
    const code = ticketCodes.issue(await make.booking({ showId, userId: asha }));
    const settleAs = (scanId: string) => async () => {
      const scans = [{ scanId, code, scannedAt: new Date() }];
      const [settled] = await settleScans(scannerDb, { scans }, { ticketCodes, timeZone: 'UTC' }, nobody);
      return settled?.reason;
    };
    return outcomes(await interleave(pool, settleAs('one device'), settleAs('another')));
  }

  it('accepts one of two offline scans that are uploaded at once', async () => {
    expect(await settleTwice(await openTestData())).toEqual([null, 'ALREADY_CHECKED_IN']);
  });

  it('control: without lock and primary key both are accepted', async () => {
    const database = await openTestData();
    await dropAdmissionsKey(database.pool);
    expect(await settleTwice(database, database.db.withPlugin(withoutRowLocks))).toEqual([null, null]);
  });

  it('keeps the totals of a moving show exact', async () => {
    expect(await scanWhileTheShowMoves(await openTestData())).toEqual(['CHECKED_IN new hour 1']);
  });

  it('control: without it the totals are wrong', async () => {
    const database = await openTestData();
    const totals = await scanWhileTheShowMoves(database, database.db.withPlugin(withoutRowLocks));
    expect(totals).toContain('CONFIRMED new hour 1');
  });
});

describe('the locks while closing seats', () => {
  const close = (db: Database, screenId: number, ...seats: string[]) =>
    closeSeats(db, nobody, screenId, { seats }).then(() => 'closed');
  /** Pauses a change after it replaced the list and ended the holds, before it publishes and commits. */
  const pauseBeforePublishing = (pool: Pool) =>
    alterFunction(pool, 'ledger.apply_closed_seats', [
      /ledger\.publish_changes\(show_ids/,
      'ledger.publish_changes(ledger.after_pause(show_ids)',
    ]);

  const closeForShow = (db: Database, showId: number, ...seats: string[]) =>
    closeSeatsOfOneShow(db, nobody, showId, { seats }).then(() => 'closed');

  async function holdOrBookWhileClosing(data: TestData, isForOneShow = false) {
    const { pool, db, asha, ravi, make } = data;
    await pauseBeforePublishing(pool);
    const screenId = await make.screen();
    const showId = await make.show({ screenId });
    const hold = async () =>
      (await openSeating({ pool, config }).holdSeats({ showId, userId: asha, seats: ['A1'], isInRoom: false })).message;
    const book = async () =>
      (await openBookings({ pool }).book({ showId, userId: ravi, seats: ['B1'], key: undefined })).status;
    // One after the other: otherwise they would wait for each other instead of the change.
    const both = async () => {
      const held = await Promise.allSettled([hold()]);
      return outcomes([...held, ...(await Promise.allSettled([book()]))]).join();
    };
    const change = () => (isForOneShow ? closeForShow(db, showId, 'A1', 'B1') : close(db, screenId, 'A1', 'B1'));
    const settled = outcomes(await interleave<string>(pool, change, both));
    const { rows } = await pool.query(
      'select from seats t where booking_id is null and seat in (select * from ledger.closed_for_show(t.show_id, $1))',
      [screenId],
    );
    return { settled, closedAndHeld: rows.length };
  }

  it.each([
    ['of a screen', false],
    ['of one show', true],
  ])('%s make a hold and a booking wait for the change, and reject both [CLOSED-1]', async (_, isForOneShow) => {
    expect(await holdOrBookWhileClosing(await openTestData(), isForOneShow)).toEqual({
      settled: ['closed', 'Seat A1 is out of service.,SEATS_CLOSED'],
      closedAndHeld: 0,
    });
  });

  it.each([
    ['of a screen', false, 'ledger.close_seats'],
    ['of one show', true, 'ledger.close_seats_of_show'],
  ])('%s, control: without the version lock both succeed, and a closed seat is held', async (_, isForOneShow, name) => {
    const data = await openTestData();
    const checkOfShow = /if not found then return null; end if;/;
    await alterFunction(
      data.pool,
      name,
      [VERSION_LOCK, ''],
      ...(isForOneShow ? [[checkOfShow, ''] as [RegExp, string]] : []),
    );
    expect(await holdOrBookWhileClosing(data, isForOneShow)).toEqual({
      settled: ['closed', 'Seat A1 is held for you.,CONFIRMED'],
      closedAndHeld: 1,
    });
  });

  async function closeWhileHeld({ pool, db, asha, make }: TestData) {
    await alterFunction(pool, 'ledger.hold_seats', [/least\(moment \+ hold, [^)]+\)/, 'ledger.after_pause($&)']);
    const screenId = await make.screen();
    const showId = await make.show({ screenId });
    const hold = async () => {
      await openSeating({ pool, config }).holdSeats({ showId, userId: asha, seats: ['A1'], isInRoom: false });
      return 'held';
    };
    const settled = outcomes(await interleave(pool, hold, () => close(db, screenId, 'A1')));
    const { rows } = await pool.query('select seat from seats');
    return { settled, held: rows.length };
  }

  it('make a change wait for a hold in progress, which it ends [CLOSED-3]', async () => {
    expect(await closeWhileHeld(await openTestData())).toEqual({ settled: ['held', 'closed'], held: 0 });
  });

  it('control: without the version lock the hold stays', async () => {
    const data = await openTestData();
    await alterFunction(data.pool, 'ledger.close_seats', [VERSION_LOCK, '']);
    expect(await closeWhileHeld(data)).toEqual({ settled: ['held', 'closed'], held: 1 });
  });

  async function closeTwice({ pool, db, make }: TestData) {
    await pauseBeforePublishing(pool);
    const screenId = await make.screen();
    await interleave(
      pool,
      () => close(db, screenId, 'A1'),
      () => close(db, screenId, 'B1'),
    );
    const { rows } = await pool.query('select seat from closed_seats order by seat');
    return rows.map(({ seat }) => seat);
  }

  it('let the second of two simultaneous changes win', async () => {
    expect(await closeTwice(await openTestData())).toEqual([10]);
  });

  it('control: without the screen lock the seats of both are closed', async () => {
    const data = await openTestData();
    await alterFunction(data.pool, 'ledger.close_seats', [/where id = screen for no key update/, 'where id = screen']);
    expect(await closeTwice(data)).toEqual([0, 10]);
  });
});

describe('the version lock while a customer gives up a wheelchair place', () => {
  const places = { wheelchair: ['J1', 'J10'], companion: ['J2', 'J9'] };
  const requestOf = (showId: number, userId: number, seats: string[], accessible = false) => ({
    ...{ showId, userId, seats, accessible, key: undefined },
  });

  /** The customer books a companion place on another server, before the place it goes with is given up for good. */
  async function bookWhileGivenUp({ pool, asha, make }: TestData, verb: 'change' | 'cancel') {
    await pauseBeforeUpdates(pool, 'bookings');
    const showId = await make.show();
    await make.places(showId, places.wheelchair, places.companion);
    const bookingId = await make.booking({ showId, userId: asha, seats: ['J1'] });
    const giveUp = {
      change: () =>
        openBookings({ pool }).change({ bookingId, userId: asha, release: ['J1'], take: ['A1'], key: undefined }),
      cancel: () => openBookings({ pool }).cancel(bookingId, asha),
    }[verb];
    const book = () => openBookings({ pool }).book(requestOf(showId, asha, ['J2']));
    return outcomes(
      await interleave(
        pool,
        async () => (await giveUp()).seats.join(),
        async () => (await book()).seats.join(),
      ),
    );
  }

  it.each([
    ['change', 'A1'],
    ['cancel', 'J1'],
  ] as const)('makes the booking of a companion place wait for a %s, and refuses it [PLACE-4]', async (verb, after) => {
    expect(await bookWhileGivenUp(await openTestData(), verb)).toEqual([after, 'COMPANION_PLACE']);
  });

  it.each(['change', 'cancel'] as const)('control: without it the companion place is sold alone (%s)', async (verb) => {
    const data = await openTestData();
    await alterFunction(data.pool, 'ledger.book_seats', [VERSION_LOCK, '']);
    expect((await bookWhileGivenUp(data, verb))[1]).toBe('J2');
  });

  /** A change takes a companion place while another gives up the wheelchair place of the same customer. */
  async function changeBoth({ pool, asha, make }: TestData, areTogether: boolean) {
    const showId = await make.show();
    await make.places(showId, places.wheelchair, places.companion);
    const space = await make.booking({ showId, userId: asha, seats: ['J1'] });
    const other = await make.booking({ showId, userId: asha, seats: ['A1'] });
    const server = openBookings({ pool });
    const change = (bookings: typeof server, bookingId: number, release: string, take: string) => async () =>
      (
        await bookings.change({ bookingId, userId: asha, release: [release], take: [take], key: undefined })
      ).seats.join();
    const first = change(server, space, 'J1', 'B1');
    const second = change(areTogether ? server : openBookings({ pool }), other, 'A1', 'J2');
    if (areTogether) return outcomes(await Promise.allSettled([first(), second()]));
    await pauseBeforeUpdates(pool, 'bookings');
    return outcomes(await interleave(pool, first, second));
  }

  it('makes a change that takes a companion place wait for it, and refuses that [PLACE-5]', async () => {
    expect(await changeBoth(await openTestData(), false)).toEqual(['B1', 'COMPANION_PLACE']);
  });

  it('control: without it the companion place is sold alone (two changes)', async () => {
    const data = await openTestData();
    await alterFunction(data.pool, 'ledger.change_bookings', [VERSION_LOCK, '']);
    expect(await changeBoth(data, false)).toEqual(['B1', 'J2']);
  });

  it('is not needed in a batch: its changes of one customer are decided in order [PLACE-5]', async () => {
    expect(await changeBoth(await openTestData(), true)).toEqual(['B1', 'COMPANION_PLACE']);
  });

  it('control: without that order the companion place is sold alone', async () => {
    const data = await openTestData();
    await alterFunction(data.pool, 'ledger.change_bookings', [/or row_number\(\)[^>]+> 1 as/, 'as']);
    expect(await changeBoth(data, true)).toEqual(['B1', 'J2']);
  });
});

describe('the order of requests of one customer in a batch', () => {
  async function takeBothAtOnce({ pool, asha, make }: TestData, verb: 'book' | 'hold') {
    const showId = await make.show();
    await make.places(showId, ['J1'], ['J2']);
    const [{ book }, { holdSeats }] = [openBookings({ pool }), openSeating({ pool, config })];
    const take = async (seats: string[], accessible: boolean) => {
      const request = { showId, userId: asha, seats, accessible };
      if (verb === 'book') return (await book({ ...request, key: undefined })).seats.join();
      const { code, blocked } = await holdSeats({ ...request, isInRoom: false });
      return code ?? blocked.join();
    };
    return outcomes(await Promise.allSettled([take(['J1'], true), take(['J2'], false)]));
  }

  it.each(['book', 'hold'] as const)(
    'lets them %s a wheelchair place and then a companion place [PLACE-3]',
    async (verb) => {
      expect(await takeBothAtOnce(await openTestData(), verb)).toEqual(['J1', 'J2']);
    },
  );

  it('control: without it the companion place is refused', async () => {
    const data = await openTestData();
    await alterFunction(data.pool, 'ledger.book_seats', [/ and not r\.is_contested/, '']);
    expect(await takeBothAtOnce(data, 'book')).toEqual(['J1', 'COMPANION_PLACE']);
    const again = await openTestData();
    await alterFunction(again.pool, 'ledger.hold_seats', [/and \(companion is null or not is_contested\)/, '']);
    expect(await takeBothAtOnce(again, 'hold')).toEqual(['J1', 'COMPANION_PLACE']);
  });
});

describe('the version lock while marking seats', () => {
  /** The marks are replaced but not committed when a customer books one of the seats as an ordinary one. */
  async function bookWhileMarked({ pool, db, asha, make }: TestData) {
    await alterFunction(pool, 'ledger.apply_closed_seats', [
      /ledger\.publish_changes\(show_ids/,
      'ledger.publish_changes(ledger.after_pause(show_ids)',
    ]);
    const screenId = await make.screen();
    const showId = await make.show({ screenId });
    const mark = async () =>
      (await markSeats(db, nobody, screenId, { wheelchair: ['J1'], companion: ['J2'] })).wheelchair.join();
    const book = async (seat: string) =>
      (await openBookings({ pool }).book({ showId, userId: asha, seats: [seat], key: undefined })).status;
    const both = async () =>
      outcomes([...(await Promise.allSettled([book('J1')])), ...(await Promise.allSettled([book('J2')]))]).join();
    return outcomes(await interleave<string>(pool, mark, both));
  }

  it('makes bookings wait for the change, and refuses them [PLACE-7]', async () => {
    expect(await bookWhileMarked(await openTestData())).toEqual(['J1', 'ACCESSIBLE_PLACE,COMPANION_PLACE']);
  });

  it('control: without it both are booked as ordinary seats', async () => {
    const data = await openTestData();
    await alterFunction(data.pool, 'ledger.mark_seats', [VERSION_LOCK, '']);
    expect(await bookWhileMarked(data)).toEqual(['J1', 'CONFIRMED,CONFIRMED']);
  });
});
