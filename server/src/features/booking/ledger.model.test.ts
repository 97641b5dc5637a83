/** Compares the ledger with a simple model under random commands. A failing run prints its seed and path. */
import { ALL_SEATS, inSeatOrder } from '@moviebooking/contract/seats';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { factoryFor } from '../../../test/factory.ts';
import { addShow } from '../../../test/shows.ts';
import { freshDatabase } from '../../../test/test-app.ts';
import { Refusal } from '../../platform/errors/refusal.ts';
import { openSeating } from '../seating/seating.ts';
import { openBookings } from './booking.ts';

/** Set `RUNS=3000 SEED=…` for a long run. */
const RUNS = Number(process.env.RUNS ?? 300);
const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);
const SEATS = ALL_SEATS.slice(0, 9);
const WHEELCHAIR = ['A7'];
const COMPANIONS = ['A8', 'A9'];
const HOLD = 300;
const HOLD_MAX = 900;

const { pool, db } = await freshDatabase();
const seating = openSeating({ pool, config: { holdSeconds: HOLD, holdMaxSeconds: HOLD_MAX, holdGraceSeconds: 20 } });
const bookings = openBookings({ pool });
const { rows: users } = await pool.query<{ id: number }>(
  `insert into users (name, email, password_hash) select 'U' || n, n || '@example.com', 'x' from generate_series(1, 3) n returning id`,
);

interface Model {
  now: number;
  version: number;
  price: number;
  /** seat → owner; a hold has since and until, a booking its id. */
  seats: Map<string, { user: number; since?: number; until?: number; booking?: number }>;
  /** Whether places are ordinary seats by now. */
  isReleased: boolean;
  bookings: { user: number; seats: string[]; isCancelled: boolean; id: number }[];
}
interface Real {
  showId: number;
}
type Command = fc.AsyncCommand<Model, Real>;

const liveHold = (model: Model, seat: string) => {
  const owner = model.seats.get(seat);
  return owner?.until !== undefined && owner.until > model.now ? owner : undefined;
};
const isTaken = (model: Model, seat: string, user: number): boolean => {
  const owner = model.seats.get(seat);
  if (!owner) return false;
  return owner.booking !== undefined || (owner.user !== user && liveHold(model, seat) !== undefined);
};

const isWheelchair = (model: Model) => (seat: string) => !model.isReleased && WHEELCHAIR.includes(seat);
const isCompanion = (model: Model) => (seat: string) => !model.isReleased && COMPANIONS.includes(seat);
/** The seats that the user has booked, and holds if they count. */
const seatsOf = (model: Model, user: number, holdsCount = false): string[] =>
  [...model.seats].flatMap(([seat, owner]) =>
    owner.user === user && (owner.booking !== undefined || (holdsCount && liveHold(model, seat))) ? [seat] : [],
  );
const codeOf = (model: Model, conflicts: string[], taken: string[]): string => {
  if (taken.some((seat) => model.seats.get(seat)?.booking !== undefined)) return 'SEATS_BOOKED';
  if (taken.length > 0) return 'SEATS_HELD';
  return conflicts.some(isWheelchair(model)) ? 'ACCESSIBLE_PLACE' : 'COMPANION_PLACE';
};

function expectSame(what: string, actual: unknown, expected: unknown): void {
  const [a, e] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (a !== e) throw new Error(`${what}: the ledger says ${a}, the model ${e}`);
}

const userId = (user: number) => users[user]?.id ?? 0;

const hold = (user: number, seats: string[], accessible: boolean): Command => ({
  check: () => true,
  toString: () => `user ${user} holds ${seats}${accessible ? ', accessible' : ''}`,
  async run(model, { showId }) {
    const answer = await seating.holdSeats({ showId, userId: userId(user), seats, accessible, isInRoom: false });
    const taken = seats.filter((seat) => isTaken(model, seat, user));
    const spaces = seats.filter((seat) => isWheelchair(model)(seat) && (accessible || taken.includes(seat)));
    const hasSpace =
      spaces.some((seat) => !taken.includes(seat)) || seatsOf(model, user, true).some(isWheelchair(model));
    const refused = (seat: string) =>
      (isWheelchair(model)(seat) && !accessible) || (isCompanion(model)(seat) && !hasSpace);
    const conflicts = seats.filter((seat) => taken.includes(seat) || refused(seat));
    const available = seats.filter((seat) => !conflicts.includes(seat));
    if (conflicts.length > taken.length)
      expectSame(
        'code',
        answer.code,
        codeOf(
          model,
          conflicts.filter((seat) => !taken.includes(seat)),
          [],
        ),
      );
    const mine = SEATS.filter((seat) => liveHold(model, seat)?.user === user);
    const all = new Set([...mine, ...available]);
    const succeeds = available.length > 0 && all.size <= 6;
    expectSame(
      'hold',
      [answer.success, answer.blocked, answer.conflicts],
      [succeeds, succeeds ? available : [], conflicts],
    );
    if (!succeeds) return;
    const since = Math.min(model.now, ...mine.map((seat) => liveHold(model, seat)?.since ?? model.now));
    const until = Math.min(model.now + HOLD, since + HOLD_MAX);
    for (const seat of all) model.seats.set(seat, { user, since, until });
    model.version += 1;
  },
});

const release = (user: number, seats: string[] | undefined): Command => ({
  check: () => true,
  toString: () => `user ${user} releases ${seats ?? 'all'}`,
  async run(model, { showId }) {
    const released = await seating.releaseHolds({ showId, userId: userId(user), seats });
    const expected = (seats ?? SEATS).filter((seat) => {
      const owner = model.seats.get(seat);
      return owner?.user === user && owner.until !== undefined;
    });
    expectSame('release', released, expected);
    for (const seat of expected) model.seats.delete(seat);
    if (expected.length > 0) model.version += 1;
  },
});

const book = (user: number, seats: string[], expectedPrice: number | undefined, accessible: boolean): Command => ({
  check: () => true,
  toString: () => `user ${user} books ${seats} at ${expectedPrice ?? 'any price'}${accessible ? ', accessible' : ''}`,
  async run(model, { showId }) {
    const taken = seats.filter((seat) => isTaken(model, seat, user));
    const hasSpace = [...seats, ...seatsOf(model, user)].some(isWheelchair(model));
    const refused = (seat: string) =>
      (isWheelchair(model)(seat) && !accessible) || (isCompanion(model)(seat) && !hasSpace);
    const conflicts = seats.filter((seat) => taken.includes(seat) || refused(seat));
    const expectedTotal = expectedPrice === undefined ? undefined : expectedPrice * seats.length;
    const isOtherPrice = expectedPrice !== undefined && expectedPrice !== model.price;
    try {
      const request = { showId, userId: userId(user), seats, accessible, key: undefined, expectedTotal };
      const booking = await bookings.book(request);
      expectSame('booking', [booking.seats, [], false], [seats, conflicts, isOtherPrice]);
      expectSame('total', booking.totalPrice, model.price * seats.length);
      for (const seat of seats) model.seats.set(seat, { user, booking: booking.id });
      model.bookings.push({ user, seats, isCancelled: false, id: booking.id });
      model.version += 1;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (conflicts.length === 0 && isOtherPrice) {
        expectSame('price', [error.code, error.details.total], ['PRICE_CHANGED', model.price * seats.length]);
        return;
      }
      expectSame('refusal', [error.code, error.details.conflicts], [codeOf(model, conflicts, taken), conflicts]);
    }
  },
});

const cancel = (user: number, pick: number): Command => ({
  check: ({ bookings: made }) => made.length > 0,
  toString: () => `user ${user} cancels booking ${pick}`,
  async run(model) {
    const booking = model.bookings[pick % model.bookings.length];
    if (!booking) return;
    const expected = booking.user !== user ? 'FORBIDDEN' : booking.isCancelled ? 'ALREADY_CANCELLED' : 'CANCELLED';
    const outcome = await bookings.cancel(booking.id, userId(user)).then(
      ({ status }) => status,
      (error) => error.code,
    );
    expectSame('cancel', outcome, expected);
    if (expected !== 'CANCELLED') return;
    booking.isCancelled = true;
    for (const seat of booking.seats) model.seats.delete(seat);
    model.version += 1;
  },
});

const change = (user: number, pick: number, giving: number[], take: string[], accessible: boolean): Command => ({
  check: ({ bookings: made }) => made.length > 0,
  toString: () => `user ${user} changes booking ${pick}: gives back ${giving}, takes ${take}`,
  async run(model) {
    const booking = model.bookings[pick % model.bookings.length];
    if (!booking) return;
    const release = inSeatOrder([...new Set(giving.map((n) => booking.seats[n % booking.seats.length] ?? ''))]);
    const taken = take.filter((seat) => !release.includes(seat)).slice(0, release.length);
    const after = inSeatOrder([...booking.seats.filter((seat) => !release.includes(seat)), ...taken]);
    const conflicts = taken.filter((seat) => isTaken(model, seat, user));
    const all = [...seatsOf(model, user).filter((seat) => !release.includes(seat)), ...taken];
    const isAlone = all.some(isCompanion(model)) && !all.some(isWheelchair(model));
    const refusal =
      (booking.user !== user && 'FORBIDDEN') ||
      (booking.isCancelled && 'NOT_CHANGEABLE') ||
      (after.length === 0 && 'VALIDATION_FAILED') ||
      (conflicts.length > 0 && codeOf(model, conflicts, conflicts)) ||
      (taken.some(isWheelchair(model)) && !accessible && 'ACCESSIBLE_PLACE') ||
      (isAlone && 'COMPANION_PLACE');
    const outcome = await bookings
      .change({ bookingId: booking.id, userId: userId(user), release, take: taken, accessible, key: undefined })
      .then(
        ({ seats: changed }) => changed,
        (error) => error.code,
      );
    expectSame('change', outcome, refusal || after);
    if (refusal) return;
    for (const seat of release) model.seats.delete(seat);
    for (const seat of taken) model.seats.set(seat, { user, booking: booking.id });
    booking.seats = after;
    model.version += taken.length > 0 ? 2 : 1;
  },
});

const setPrice = (price: number): Command => ({
  check: () => true,
  toString: () => `the price becomes ${price}`,
  async run(model, { showId }) {
    await pool.query('update shows set price_paise = $2 where id = $1', [showId, price * 100]);
    model.price = price;
  },
});

/** Lets time pass for the holds, by moving them into the past. */
const pass = (seconds: number): Command => ({
  check: () => true,
  toString: () => `${seconds} s pass`,
  async run(model, { showId }) {
    model.now += seconds;
    await pool.query(
      `update seats set held_since = held_since - $2::interval, held_until = held_until - $2::interval
       where show_id = $1 and held_until is not null`,
      [showId, `${seconds} seconds`],
    );
  },
});

/** The show starts soon from now on. */
const releasePlaces = (): Command => ({
  check: ({ isReleased }) => !isReleased,
  toString: () => 'the places are released',
  async run(model, { showId }) {
    await pool.query(`update shows set starts_at = now() + interval '1 hour' where id = $1`, [showId]);
    expectSame('released', await seating.releasePlaces(), 1);
    model.isReleased = true;
    model.version += 2;
  },
});

const releaseExpired = (): Command => ({
  check: () => true,
  toString: () => 'expired holds are released',
  async run(model) {
    const expired = [...model.seats].filter(([, { until }]) => until !== undefined && until <= model.now);
    expectSame('released', await seating.releaseExpiredHolds(), expired.length);
    for (const [seat] of expired) model.seats.delete(seat);
    model.version += new Set(expired.map(([, { user }]) => user)).size;
  },
});

const look = (): Command => ({
  check: () => true,
  toString: () => 'look',
  async run(model, { showId }) {
    const snapshot = await seating.readSnapshot(showId);
    const booked = SEATS.filter((seat) => model.seats.get(seat)?.booking !== undefined);
    const held = SEATS.filter((seat) => liveHold(model, seat));
    expectSame('snapshot', [snapshot.version, snapshot.bookedSeats], [model.version, booked]);
    expectSame(
      'holds',
      Object.entries(snapshot.blockedSeats).map(([seat, { userId: holder }]) => [seat, holder]),
      held.map((seat) => [seat, userId(model.seats.get(seat)?.user ?? -1)]),
    );
    for (const seat of held) {
      const left = (Date.parse(snapshot.blockedSeats[seat]?.expiresAt ?? '') - Date.now()) / 1000;
      const expected = (model.seats.get(seat)?.until ?? 0) - model.now;
      if (Math.abs(left - expected) > 30) throw new Error(`${seat} is held for ${left} s, not ${expected} s`);
    }
  },
});

const user = fc.integer({ min: 0, max: users.length - 1 });
const seats = fc.uniqueArray(fc.constantFrom(...SEATS), { minLength: 1, maxLength: 6 }).map(inSeatOrder);
const PRICES = [0, 100, 250];
const price = fc.constantFrom(...PRICES);
const commands = fc.commands(
  [
    fc.tuple(user, seats, fc.boolean()).map(([who, which, accessible]) => hold(who, which, accessible)),
    fc
      .tuple(user, seats, fc.option(price, { nil: undefined }), fc.boolean())
      .map(([who, which, at, accessible]) => book(who, which, at, accessible)),
    price.map(setPrice),
    fc.tuple(user, fc.option(seats, { nil: undefined })).map(([who, which]) => release(who, which)),
    fc.tuple(user, fc.nat(20)).map(([who, which]) => cancel(who, which)),
    fc
      .tuple(user, fc.nat(20), fc.array(fc.nat(5), { minLength: 1, maxLength: 6 }), seats, fc.boolean())
      .map(([who, which, giving, take, accessible]) => change(who, which, giving, take, accessible)),
    // Avoids the exact time of an expiry, because the model's clock stands still while the ledger's runs.
    fc.constantFrom(130, 170, 290, 310).map(pass),
    fc.constant(releaseExpired()),
    fc.constant(releasePlaces()),
    fc.constant(look()),
  ],
  { maxCommands: 40 },
);

describe('the ledger', () => {
  it(
    `behaves like a simple model of it (${RUNS} runs from seed ${SEED}) [HOLD-1…5] [BOOK-4…7] [BOOK-14] [CANCEL-1] [CHANGE-1…4] [PLACE-1…6]`,
    async () => {
      await fc.assert(
        fc.asyncProperty(commands, async (plan) => {
          const showId = await addShow(db, { price: 250 });
          await factoryFor(db).places(showId, WHEELCHAIR, COMPANIONS);
          const model: Model = { now: 0, version: 0, price: 250, isReleased: false, seats: new Map(), bookings: [] };
          await fc.asyncModelRun(() => ({ model, real: { showId } }), [...plan, look()]);
          await pool.query('delete from seats where show_id = $1 and booking_id is null', [showId]);
        }),
        { numRuns: RUNS, seed: SEED },
      );
    },
    300_000 + RUNS * 1000,
  );
});
