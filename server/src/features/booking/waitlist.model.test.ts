/** Compares waitlists with a simple model under random commands. A failing run prints its seed and path. */
import { ALL_SEATS, inSeatOrder, seatIndex, seatsAt } from '@moviebooking/contract/seats';
import fc from 'fast-check';
import { it } from 'vitest';
import { addShow } from '../../../test/shows.ts';
import { freshDatabase } from '../../../test/test-app.ts';
import { whenOver } from '../../../test/when-over.ts';
import { closeSeatsOfOneShow } from '../catalogue/closed-seats.ts';
import { openSeatCommits } from '../seating/seat-commits.ts';
import { openSeating } from '../seating/seating.ts';
import { openWaitlist } from '../waitlist/waitlist.ts';
import { openBookings } from './booking.ts';

/** Set `RUNS=3000 SEED=…` for a long run. */
const RUNS = Number(process.env.RUNS ?? 200);
const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);
/** All other seats are closed. */
const HALL = ['D4', 'D5', 'D10', 'E1', 'E3', 'F5'];

const { pool, db } = await freshDatabase();
const commits = openSeatCommits({ ledgerPool: pool });
const seating = openSeating({
  pool,
  commits,
  config: { holdSeconds: 3000, holdMaxSeconds: 3000, holdGraceSeconds: 20 },
});
const bookings = openBookings({ pool, commits });
const waitlist = await openWaitlist({ pool, commits, config: { offerMinutes: 60 }, onProblem: () => {} });
whenOver(() => waitlist.close());
const { rows: users } = await pool.query<{ id: number }>(
  `insert into users (name, email, password_hash) select 'U' || n, n || '@example.com', 'x' from generate_series(1, 4) n returning id`,
);
const userId = (user: number) => users[user]?.id ?? 0;

interface Owner {
  user: number;
  is: 'held' | 'offered' | number;
}
interface Entry {
  user: number;
  wants: number;
  offer: string[] | null;
}
interface Model {
  seats: Map<string, Owner>;
  bookings: { user: number; seats: string[]; isCancelled: boolean; id: number }[];
  entries: Entry[];
  closed: string[];
}
type Command = fc.AsyncCommand<Model, { showId: number }>;

const freeSeats = ({ seats, closed }: Model) => HALL.filter((seat) => !seats.has(seat) && !closed.includes(seat));
const isTaken = ({ seats, closed }: Model, seat: string, user: number) => {
  const owner = seats.get(seat);
  return owner === undefined ? closed.includes(seat) : typeof owner.is === 'number' || owner.user !== user;
};

/** The neighbours closest to each other, in one row if possible, then in the middle of the row, then towards the back. */
function pick(free: string[], wanted: number): string[] {
  const places = free.map(seatIndex);
  const groups = places.slice(0, places.length - wanted + 1).map((first, index) => {
    const last = places[index + wanted - 1] ?? 0;
    const crossesRows = Math.floor(first / 10) === Math.floor(last / 10) ? 0 : 1;
    const rank = [crossesRows, last - first, Math.abs((first % 10) + (last % 10) - 9), -first];
    return { rank, seats: free.slice(index, index + wanted) };
  });
  const compare = (a: number[], b: number[]) => a.map((value, n) => value - (b[n] ?? 0)).find((by) => by !== 0) ?? 0;
  return groups.toSorted((a, b) => compare(a.rank, b.rank))[0]?.seats ?? [];
}

function settle(model: Model, haveFreed: boolean, hasExpired: (entry: Entry) => boolean = () => false): void {
  let canOffer = haveFreed;
  for (const entry of [...model.entries]) {
    const offer = entry.offer ?? [];
    const kept = offer.filter((seat) => model.seats.get(seat)?.is === 'offered');
    if (!entry.offer || (kept.length === offer.length && !hasExpired(entry))) continue;
    const isBooked = offer.some((seat) => typeof model.seats.get(seat)?.is === 'number');
    for (const seat of kept) model.seats.delete(seat);
    if (kept.length > 0) canOffer = true;
    entry.offer = null;
    if (isBooked || hasExpired(entry)) model.entries.splice(model.entries.indexOf(entry), 1);
  }
  if (!canOffer) return;
  for (const entry of model.entries) {
    const free = freeSeats(model);
    if (entry.offer || entry.wants > free.length) continue;
    entry.offer = pick(free, entry.wants);
    for (const seat of entry.offer) model.seats.set(seat, { user: entry.user, is: 'offered' });
  }
}

function expectSame(what: string, actual: unknown, expected: unknown): void {
  const [a, e] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (a !== e) throw new Error(`${what}: the ledger says ${a}, the model ${e}`);
}
const outcomeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error) => error.code,
  );
const waitingOf = (model: Model, user: number) => {
  const place = model.entries.findIndex((entry) => entry.user === user);
  const entry = model.entries[place];
  return entry ? [entry.wants, place + 1, entry.offer] : null;
};

const command = (name: string, run: Command['run']): Command => ({ check: () => true, toString: () => name, run });

const hold = (user: number, seats: string[]) =>
  command(`user ${user} holds ${seats}`, async (model, { showId }) => {
    const { success } = await seating.holdSeats({ showId, userId: userId(user), seats, isInRoom: false });
    const available = seats.filter((seat) => !isTaken(model, seat, user));
    expectSame('hold', success, available.length > 0);
    for (const seat of available) if (!model.seats.has(seat)) model.seats.set(seat, { user, is: 'held' });
  });

const release = (user: number) =>
  command(`user ${user} releases all`, async (model, { showId }) => {
    const released = await seating.releaseHolds({ showId, userId: userId(user) });
    const expected = HALL.filter(
      (seat) => model.seats.get(seat)?.user === user && model.seats.get(seat)?.is === 'held',
    );
    expectSame('release', released, expected);
    for (const seat of expected) model.seats.delete(seat);
  });

const book = (user: number, seats: string[]) =>
  command(`user ${user} books ${seats}`, async (model, { showId }) => {
    const isPossible = !seats.some((seat) => isTaken(model, seat, user));
    const booking = await bookings.book({ showId, userId: userId(user), seats, key: undefined }).catch(() => undefined);
    expectSame('book', booking?.seats, isPossible ? seats : undefined);
    if (booking) {
      for (const seat of seats) model.seats.set(seat, { user, is: booking.id });
      model.bookings.push({ user, seats, isCancelled: false, id: booking.id });
    }
    settle(model, false);
  });

const cancel = (place: number) =>
  command(`booking ${place} is cancelled`, async (model) => {
    const booking = model.bookings[place % model.bookings.length];
    if (!booking) return;
    const outcome = await outcomeOf(bookings.cancel(booking.id, userId(booking.user)));
    expectSame('cancel', outcome, booking.isCancelled ? 'ALREADY_CANCELLED' : 'done');
    booking.isCancelled = true;
    for (const seat of booking.seats) if (model.seats.get(seat)?.is === booking.id) model.seats.delete(seat);
    settle(model, true);
  });

const change = (place: number, giving: number, take: string[]) =>
  command(`booking ${place} gives back seat ${giving} for ${take}`, async (model) => {
    const booking = model.bookings[place % model.bookings.length];
    if (!booking || booking.isCancelled) return;
    const released = booking.seats[giving % booking.seats.length] ?? '';
    const taken = take.filter((seat) => seat !== released).slice(0, 1);
    const after = inSeatOrder([...booking.seats.filter((seat) => seat !== released), ...taken]);
    const isPossible = after.length > 0 && !taken.some((seat) => isTaken(model, seat, booking.user));
    const changed = await bookings
      .change({ bookingId: booking.id, userId: userId(booking.user), release: [released], take: taken, key: undefined })
      .catch(() => undefined);
    expectSame('change', changed?.seats, isPossible ? after : undefined);
    if (changed) {
      model.seats.delete(released);
      for (const seat of taken) model.seats.set(seat, { user: booking.user, is: booking.id });
      booking.seats = after;
    }
    settle(model, true);
  });

const join = (user: number, seats: number) =>
  command(`user ${user} waits for ${seats}`, async (model, { showId }) => {
    const outcome = await outcomeOf(waitlist.join({ showId, userId: userId(user), seats }));
    const isPossible = freeSeats(model).length < seats;
    expectSame('join', outcome, isPossible ? 'done' : 'SEATS_AVAILABLE');
    if (!isPossible) return;
    const entry = model.entries.find((waiting) => waiting.user === user);
    if (entry) entry.wants = seats;
    else model.entries.push({ user, wants: seats, offer: null });
  });

const leave = (user: number) =>
  command(`user ${user} stops waiting`, async (model, { showId }) => {
    await waitlist.leave(showId, userId(user));
    const entry = model.entries.find((waiting) => waiting.user === user);
    if (entry?.offer) settle(model, false, (waiting) => waiting === entry);
    else if (entry) model.entries.splice(model.entries.indexOf(entry), 1);
  });

const expire = () =>
  command('the offers expire', async (model, { showId }) => {
    await pool.query(
      `with entry as (update waitlist set offered_until = now() where show_id = $1 and offered is not null)
       update seats set held_until = now() where show_id = $1 and offered`,
      [showId],
    );
    await seating.releaseExpiredHolds();
    settle(model, false, () => true);
  });

const close = (closed: string[]) =>
  command(`only ${closed} are closed`, async (model, { showId }) => {
    const inUse = HALL.filter((seat) => typeof model.seats.get(seat)?.is === 'number');
    const now = closed.filter((seat) => !inUse.includes(seat));
    const elsewhere = ALL_SEATS.filter((seat) => !HALL.includes(seat));
    await closeSeatsOfOneShow(db, { userId: null, address: null }, showId, { seats: [...elsewhere, ...now] });
    model.closed = now;
    for (const seat of now) model.seats.delete(seat);
    settle(model, true);
  });

const look = () =>
  command('look', async (model, { showId }) => {
    for (const [user] of users.entries()) {
      const waiting = await waitlist.find(showId, userId(user));
      expectSame(
        `user ${user} waits`,
        waiting && [waiting.seats, waiting.position, waiting.offer?.seats ?? null],
        waitingOf(model, user),
      );
    }
    const { rows } = await pool.query(
      'select seat, user_id, booking_id, offered from seats where show_id = $1 order by seat',
      [showId],
    );
    expectSame(
      'seats',
      rows.map((row) => [seatsAt([row.seat])[0], row.user_id, row.booking_id ?? (row.offered ? 'offered' : 'held')]),
      HALL.flatMap((seat) => {
        const owner = model.seats.get(seat);
        return owner ? [[seat, userId(owner.user), owner.is]] : [];
      }),
    );
  });

const user = fc.nat(users.length - 1);
const seats = fc.uniqueArray(fc.constantFrom(...HALL), { minLength: 1, maxLength: 4 }).map(inSeatOrder);
const commands = fc.commands(
  [
    fc.tuple(user, seats).map(([who, which]) => hold(who, which)),
    user.map(release),
    fc.tuple(user, seats).map(([who, which]) => book(who, which)),
    fc.tuple(user, seats).map(([who, which]) => book(who, which)),
    fc.nat(20).map(cancel),
    fc.tuple(fc.nat(20), fc.nat(3), seats).map(([which, giving, take]) => change(which, giving, take)),
    fc.tuple(user, fc.integer({ min: 1, max: 6 })).map(([who, wanted]) => join(who, wanted)),
    user.map(leave),
    fc.constant(expire()),
    fc.subarray(HALL, { maxLength: 2 }).map(close),
    fc.constant(look()),
  ],
  { maxCommands: 40 },
);

it(
  `behaves like a simple model of it (${RUNS} runs from seed ${SEED}) [WAITLIST-1…7] [WAITLIST-10] [WAITLIST-11]`,
  async () => {
    await fc.assert(
      fc.asyncProperty(commands, async (plan) => {
        const showId = await addShow(db);
        await pool.query(
          'insert into closed_seats_of_show select $1, seat from generate_series(0, 99) seat where seat <> all ($2)',
          [showId, HALL.map(seatIndex)],
        );
        const model: Model = { seats: new Map(), bookings: [], entries: [], closed: [] };
        await fc.asyncModelRun(() => ({ model, real: { showId } }), [...plan, look()]);
        await pool.query('delete from waitlist where show_id = $1', [showId]);
        await pool.query('delete from seats where show_id = $1 and booking_id is null', [showId]);
      }),
      { numRuns: RUNS, seed: SEED },
    );
  },
  300_000 + RUNS * 1000,
);
