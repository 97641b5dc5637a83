/** The guards of the waitlists, each with its control, and how much a waitlist may cost. */
import { seatIndex } from '@moviebooking/contract/seats';
import { describe, expect, it } from 'vitest';
import { deleteEntriesOfStartedShows } from '../../src/features/waitlist/waitlist.sql.ts';
import { fromNow, HOUR_MS } from '../factory.ts';
import { addPausePoint, alterFunction, interleave, untilWaiting } from '../interleaving.ts';
import { openLedger } from './open-ledger.ts';

type Ledger = Awaited<ReturnType<typeof openLedger>>;

/** A hall with these seats only. */
async function hallOf({ make, rows }: Ledger, seats: string[]): Promise<number> {
  const showId = await make.show({ startsAt: fromNow(9 * HOUR_MS) });
  await rows(
    'insert into closed_seats_of_show select $1, seat from generate_series(0, 99) seat where seat <> all ($2)',
    [showId, seats.map(seatIndex)],
  );
  return showId;
}

const wait = (showId: number, userId: number, seats = 1) =>
  `select * from ledger.change_waitlists('{${showId}}', '{${userId}}', '{${seats}}', 60000)`;
const cancel = (bookingId: number, userId: number) =>
  `select outcome from ledger.cancel_bookings('{${bookingId}}', '{${userId}}', 60000)`;
const waitlistOf = ({ rows }: Ledger, showId: number) =>
  rows('select user_id, offered from waitlist where show_id = $1 order by id', [showId]);

describe('the version lock while joining', () => {
  /** A cancellation has seen an empty waitlist, and has not committed, when somebody joins. */
  async function joinWhileCancelled(withoutGuard: boolean) {
    const ledger = await openLedger();
    const { pool, rows, make } = ledger;
    const [asha, ravi] = (await ledger.users(2)) as [number, number];
    await addPausePoint(pool);
    await alterFunction(pool, 'ledger.settle_waitlists', [
      /then return; end if;/,
      'then if have_freed then perform ledger.after_pause(1); end if; return; end if;',
    ]);
    if (withoutGuard) await alterFunction(pool, 'ledger.change_waitlists', [/perform from seat_versions [^;]+;/, '']);
    const showId = await hallOf(ledger, ['A1']);
    const bookingId = await make.booking({ showId, userId: asha });
    const outcome = (statement: string) => async () => (await rows(statement))[0].outcome;
    const settled = await interleave(pool, outcome(cancel(bookingId, asha)), outcome(wait(showId, ravi)));
    const { rows: free } = await pool.query('select from seats where show_id = $1', [showId]);
    return { told: settled.map((result) => result.status === 'fulfilled' && result.value), taken: free.length };
  }

  it('tells a user who joins while the last seat comes free to book it [WAITLIST-1]', async () => {
    expect(await joinWhileCancelled(false)).toEqual({ told: ['CANCELLED', 'AVAILABLE'], taken: 0 });
  });

  it('control: without it the user waits for a seat that is free', async () => {
    expect(await joinWhileCancelled(true)).toEqual({ told: ['CANCELLED', 'JOINED'], taken: 0 });
  });
});

describe('an offer that is over but not settled', () => {
  /** The next user is waiting, and nobody has noticed yet that the time of the offer is over. */
  async function takeUnsettled(withoutGuard: (ledger: Ledger) => Promise<void>, call: (showId: number) => Call) {
    const ledger = await openLedger();
    const { rows, make } = ledger;
    const [asha, ravi, meera] = (await ledger.users(3)) as [number, number, number];
    const showId = await hallOf(ledger, ['A1', 'J1']);
    const bookingId = await make.booking({ showId, userId: asha });
    const other = await make.booking({ showId, userId: meera, seats: ['J1'] });
    for (const userId of [asha, ravi]) await rows(wait(showId, userId));
    await rows(cancel(bookingId, asha));
    await rows('update waitlist set offered_until = now() where show_id = $1 and offered is not null', [showId]);
    await rows('update seats set held_until = now() where show_id = $1 and offered', [showId]);
    await withoutGuard(ledger);
    const [answer] = await rows(`select * from ledger.${call(showId)({ asha, meera, other })}`);
    return { outcome: answer.outcome, waitlist: await waitlistOf(ledger, showId), ravi };
  }
  type Call = (ids: { asha: number; meera: number; other: number }) => string;
  const BOOK = [
    ...['book_seats', 'BOOKED'],
    (showId: number): Call =>
      ({ meera }) =>
        `book_seats('{${showId}}', '{${meera}}', '{0}', null, '{f}', 60000, null)`,
  ] as const;
  const BOOK_OWN = [
    ...['book_seats', 'BOOKED'],
    (showId: number): Call =>
      ({ asha }) =>
        `book_seats('{${showId}}', '{${asha}}', '{0}', null, '{f}', 60000, null)`,
  ] as const;
  const CHANGE = [
    ...['change_bookings', 'CHANGED'],
    (): Call =>
      ({ meera, other }) =>
        `change_bookings('{${other}}', '{${meera}}', '{90}', '{0}', null, '{f}', 60000)`,
  ] as const;
  const HOLD = [
    ...['hold_seats', 'HELD'],
    (showId: number): Call =>
      ({ meera }) =>
        `hold_seats('{${showId}}', '{${meera}}', '{0}', '{f}', '{f}', '1 min', '1 min', '1 min', 60000)`,
  ] as const;
  const GUARD: Record<string, [RegExp, string]> = {
    book_seats: [/else t\.offered end/, 'end'],
    change_bookings: [/else t\.offered end/, 'end'],
    hold_seats: [/else t\.offered is null end/, 'else true end'],
  };

  it.each([BOOK, BOOK_OWN, CHANGE])('%s cannot take it, and it goes to the next [WAITLIST-10]', async (_, __, call) => {
    const { outcome, waitlist, ravi } = await takeUnsettled(async () => {}, call);
    expect([outcome, waitlist]).toEqual(['TAKEN', [{ user_id: ravi, offered: [0] }]]);
  });

  it('hold_seats cannot take it [WAITLIST-10]', async () => {
    expect((await takeUnsettled(async () => {}, HOLD[2])).outcome).toBe('NONE');
  });

  it.each([BOOK, BOOK_OWN, CHANGE, HOLD])('control: without its guard %s answers %s', async (verb, outcome, call) => {
    const withoutGuard = ({ pool }: Ledger) => alterFunction(pool, `ledger.${verb}`, GUARD[verb] as [RegExp, string]);
    expect((await takeUnsettled(withoutGuard, call)).outcome).toBe(outcome);
  });
});

describe('a user who joins again while their offer is over but not settled', async () => {
  const ledger = await openLedger();
  const { rows, make } = ledger;

  async function joinAgain() {
    const [asha, ravi] = (await ledger.users(2)) as [number, number];
    const showId = await hallOf(ledger, ['A1']);
    const bookingId = await make.booking({ showId, userId: asha });
    for (const userId of [asha, ravi]) await rows(wait(showId, userId));
    await rows(cancel(bookingId, asha));
    await rows('update waitlist set offered_until = now() where show_id = $1 and offered is not null', [showId]);
    const [{ outcome, position }] = await rows(wait(showId, asha));
    return { outcome, position, waitlist: await waitlistOf(ledger, showId), asha, ravi };
  }

  it('waits again, as the last, and the seat is offered to the next [WAITLIST-2] [WAITLIST-10]', async () => {
    const { asha, ravi, ...told } = await joinAgain();
    expect(told).toEqual({
      ...{ outcome: 'JOINED', position: 2 },
      waitlist: [
        { user_id: ravi, offered: [0] },
        { user_id: asha, offered: null },
      ],
    });
  });

  it('control: is told to wait and has no entry if the offer is settled only afterwards', async () => {
    await alterFunction(ledger.pool, 'ledger.change_waitlists', [
      /perform ledger\.settle_waitlists\(show_ids, false, moment\);\s+with/,
      'with',
    ]);
    const { ravi, outcome, position, waitlist } = await joinAgain();
    expect([outcome, position, waitlist]).toEqual(['JOINED', 0, [{ user_id: ravi, offered: [0] }]]);
  });
});

describe('an account that is being deleted while seats come free for it', async () => {
  const ledger = await openLedger();
  const { pool, rows, make } = ledger;

  /** The deletion has removed the entry, and has not committed. */
  async function cancelDuringDeletion() {
    const [asha, ravi, dev] = (await ledger.users(3)) as [number, number, number];
    const showId = await hallOf(ledger, ['A1']);
    const bookingId = await make.booking({ showId, userId: dev });
    for (const userId of [asha, ravi]) await rows(wait(showId, userId));
    const deletion = await pool.connect();
    await deletion.query('begin');
    await deletion.query('delete from waitlist where user_id = $1', [asha]);
    const cancelling = rows(cancel(bookingId, dev));
    await untilWaiting(pool, 1);
    await deletion.query('commit');
    deletion.release();
    await cancelling;
    const seats = await rows('select user_id, offered from seats where show_id = $1', [showId]);
    return { waitlist: await waitlistOf(ledger, showId), seats, asha, ravi };
  }

  it('is skipped, and they are offered to the next [WAITLIST-5]', async () => {
    const { waitlist, seats, ravi } = await cancelDuringDeletion();
    expect([waitlist, seats]).toEqual([[{ user_id: ravi, offered: [0] }], [{ user_id: ravi, offered: true }]]);
  });

  it('control: without the check the seat is held for nobody, and for ever', async () => {
    await alterFunction(pool, 'ledger.settle_waitlists', [/continue when not found;/, '']);
    const { waitlist, seats, asha, ravi } = await cancelDuringDeletion();
    expect([waitlist, seats]).toEqual([[{ user_id: ravi, offered: null }], [{ user_id: asha, offered: true }]]);
    await rows('update seats set held_until = now() where user_id = $1', [asha]);
    await rows(`select ledger.release_expired_holds('0')`);
    expect(await rows('select offered from seats where user_id = $1', [asha])).toEqual([{ offered: true }]);
  });
});

it('an offer of a show that has started keeps its entry until its seats are free [WAITLIST-12]', async () => {
  const ledger = await openLedger();
  const { pool, rows, make } = ledger;
  const [asha, ravi] = (await ledger.users(2)) as [number, number];
  const showId = await hallOf(ledger, ['A1']);
  const bookingId = await make.booking({ showId, userId: asha });
  for (const userId of [asha, ravi]) await rows(wait(showId, userId));
  await rows(cancel(bookingId, asha));
  await rows(`update shows set starts_at = now() - interval '2 hours' where id = $1`, [showId]);
  await rows(`update waitlist set offered_until = now() - interval '2 hours' where user_id = $1`, [asha]);
  await rows(`update seats set held_until = now() - interval '2 hours' where show_id = $1`, [showId]);
  await deleteEntriesOfStartedShows(pool);
  expect(await waitlistOf(ledger, showId)).toEqual([{ user_id: asha, offered: [0] }]);
  await rows(`select ledger.release_expired_holds('0')`);
  expect(await waitlistOf(ledger, showId)).toEqual([]);
  expect(await rows('select from seats where show_id = $1', [showId])).toEqual([]);
});

describe('a user who must queue', async () => {
  const ledger = await openLedger();
  const { rows, make } = ledger;

  async function outcomesInQueue() {
    const [asha, ravi, first, dev] = (await ledger.users(4)) as [number, number, number, number];
    const showId = await hallOf(ledger, ['A1', 'J1']);
    const bookingId = await make.booking({ showId, userId: dev });
    const own = await make.booking({ showId, userId: asha, seats: ['J1'] });
    await rows(wait(showId, asha));
    await rows(cancel(bookingId, dev));
    const other = await hallOf(ledger, ['A1']);
    const elsewhere = await make.booking({ showId: other, userId: dev });
    await rows(wait(other, ravi));
    await rows(cancel(elsewhere, dev));
    await ledger.place(showId, first, 'INSIDE');
    for (const userId of [asha, ravi]) await ledger.place(showId, userId, 'WAITING');
    const ask = async (call: string) => (await rows(`select outcome from ledger.${call}`))[0].outcome;
    const hold = (userId: number, seats: string) =>
      ask(
        `hold_seats('{${showId}}', '{${userId}}', '{"${seats}"}', '{f}', '{f}', '1 min', '1 min', '1 min', 60000, true)`,
      );
    const book = (userId: number, seats: string) =>
      ask(`book_seats('{${showId}}', '{${userId}}', '{"${seats}"}', null, '{f}', 60000, null, 0, true)`);
    return {
      held: [await hold(asha, '0'), await hold(asha, '0,1'), await hold(ravi, '0')],
      booked: [await book(ravi, '0'), await book(asha, '0,1')],
      changed: await ask(`change_bookings('{${own}}', '{${asha}}', '{90}', '{0}', null, '{f}', 60000, true)`),
    };
  }

  it('may hold and book the seats of an offer, and no others [WAITLIST-9]', async () => {
    expect(await outcomesInQueue()).toEqual({
      held: ['HELD', 'WAITING', 'WAITING'],
      booked: ['WAITING', 'WAITING'],
      changed: 'CHANGED',
    });
  });

  it('control: is refused without that rule', async () => {
    for (const verb of ['hold_seats', 'book_seats', 'change_bookings'])
      await alterFunction(ledger.pool, `ledger.${verb}`, [/and not ledger\.is_offered\(.+, moment\)/, '']);
    expect((await outcomesInQueue()).held[0]).toBe('WAITING');
  });
});

describe('change_waitlists', async () => {
  const ledger = await openLedger();
  const { rows, make } = ledger;
  const [asha = 0] = await ledger.users(1);

  it('decides each request of a call by its own show and user [WAITLIST-1] [WAITLIST-4]', async () => {
    const [ravi, meera, dev, gone] = (await ledger.users(4)) as [number, number, number, number];
    await ledger.deleteUser(gone);
    const [one, two, free] = [await hallOf(ledger, ['A1']), await hallOf(ledger, ['A1']), await hallOf(ledger, ['A1'])];
    for (const showId of [one, two]) {
      await make.booking({ showId, userId: dev });
      for (const userId of [asha, ravi]) await rows(wait(showId, userId));
    }
    const [cancelled, started, soon] = [
      await make.show(),
      await make.show({ startsAt: fromNow(-HOUR_MS) }),
      await make.show({ startsAt: fromNow(HOUR_MS - 60_000) }),
    ];
    await rows(`update shows set cancelled_at = now(), cancel_reason = 'Projector' where id = $1`, [cancelled]);
    const requests = [
      ...[[one, asha, 0] as const, [two, meera, 3] as const, [one, dev, 2] as const, [cancelled, asha, 1] as const],
      ...[[started, asha, 1] as const, [soon, asha, 1] as const, [2_000_000_000, asha, 0] as const],
      ...[[free, asha, 1] as const, [one, gone, 1] as const],
    ];
    const answers = await rows('select * from ledger.change_waitlists($1, $2, $3, 60000) order by place', [
      ...[requests.map(([showId]) => showId), requests.map(([, userId]) => userId), requests.map(([, , n]) => n)],
    ]);
    expect(answers.map(({ outcome, show_id, seats, position }) => [outcome, show_id, seats, position])).toEqual([
      ['LEFT', null, null, 0],
      ['JOINED', two, 3, 3],
      ['JOINED', one, 2, 2],
      ...['CANCELLED', 'STARTED', 'TOO_LATE', 'NO_SHOW', 'AVAILABLE', 'NO_USER'].map((refusal) => [
        refusal,
        null,
        null,
        0,
      ]),
    ]);
    const usersOf = async (showId: number) => (await waitlistOf(ledger, showId)).map(({ user_id }) => user_id);
    expect([await usersOf(one), await usersOf(two)]).toEqual([
      [ravi, dev],
      [asha, ravi, meera],
    ]);
  });

  it('ends the offer that is declined, and touches no other offer, show or free seat [WAITLIST-3] [WAITLIST-10]', async () => {
    const [ravi, meera, dev] = (await ledger.users(3)) as [number, number, number];
    const shows = [await hallOf(ledger, ['A1', 'B1']), await hallOf(ledger, ['A1', 'B1'])] as const;
    for (const showId of shows) {
      const bookings = [
        await make.booking({ showId, userId: dev }),
        await make.booking({ showId, userId: dev, seats: ['B1'] }),
      ];
      for (const userId of [asha, ravi, meera]) await rows(wait(showId, userId));
      for (const bookingId of bookings) await rows(cancel(bookingId, dev));
    }
    const [one, two] = shows;
    const withFreeSeat = await hallOf(ledger, ['A1']);
    const booked = await make.booking({ showId: withFreeSeat, userId: dev });
    await rows(wait(withFreeSeat, meera));
    await rows('delete from seats where booking_id = $1', [booked]);
    await rows('update waitlist set offered_until = now() where show_id = $1 and user_id = $2', [two, asha]);
    await ledger.changes();
    await rows(wait(one, asha, 0));
    expect(await Promise.all([one, two, withFreeSeat].map((showId) => waitlistOf(ledger, showId)))).toEqual([
      [
        { user_id: ravi, offered: [10] },
        { user_id: meera, offered: [0] },
      ],
      [
        { user_id: asha, offered: [0] },
        { user_id: ravi, offered: [10] },
        { user_id: meera, offered: null },
      ],
      [{ user_id: meera, offered: null }],
    ]);
    expect(await rows('select seat, user_id from seats where show_id = $1 order by seat', [two])).toEqual([
      { seat: 0, user_id: asha },
      { seat: 10, user_id: ravi },
    ]);
    expect((await ledger.changes()).map(({ showId, change }) => [showId, change])).toMatchObject([
      [one, { kind: 'released', userId: asha, seats: [0], reason: 'released' }],
      [one, { kind: 'held', userId: meera, seats: [0] }],
    ]);
  });

  it('lets a user with a booking wait again when a seat of the offer is closed [WAITLIST-11]', async () => {
    const [ravi, dev] = (await ledger.users(2)) as [number, number];
    const showId = await hallOf(ledger, ['A1', 'A2', 'J1', 'J2']);
    await make.booking({ showId, userId: asha, seats: ['J1'] });
    const others = [
      await make.booking({ showId, userId: dev, seats: ['A1', 'A2'] }),
      await make.booking({ showId, userId: dev, seats: ['J2'] }),
    ];
    await rows(wait(showId, asha, 2));
    await rows(wait(showId, ravi));
    for (const bookingId of others) await rows(cancel(bookingId, dev));
    await ledger.changes();
    await rows(
      'select ledger.close_seats_of_show($1, array(select seat::smallint from generate_series(0, 99) seat where seat <> all ($2)))',
      [showId, [1, 90, 91]],
    );
    expect(await waitlistOf(ledger, showId)).toEqual([
      { user_id: asha, offered: null },
      { user_id: ravi, offered: [91] },
    ]);
    expect((await ledger.changes()).map(({ change }) => change)).toMatchObject([
      { kind: 'closed' },
      { kind: 'released', userId: asha, seats: [1], reason: 'released' },
    ]);
  });

  it('waits for the show, and for no other', async () => {
    const showId = await make.show();
    expect(
      await ledger.waitsForShow(
        showId,
        (lockWaitMs) => `select ledger.change_waitlists('{${showId}}', '{${asha}}', '{1}', ${lockWaitMs})`,
      ),
    ).toBe('3s');
  });

  it('offers 50 seats to a waitlist of 10,000, and touches no other show [WAITLIST-5]', async () => {
    const hall = Array.from({ length: 50 }, (_, index) => `${'ABCDE'[Math.floor(index / 10)]}${(index % 10) + 1}`);
    const showId = await hallOf(ledger, hall);
    const bookings = [];
    for (let first = 0; first < 50; first += 5)
      bookings.push(await make.booking({ showId, userId: asha, seats: hall.slice(first, first + 5) }));
    await rows(
      `with added as (
         insert into users (name, email, password_hash, email_confirmed_at)
         select 'Ravi', n || '@waits.example', 'x', now() from generate_series(1, 10000) n returning id
       )
       insert into waitlist (show_id, user_id, seats, since)
       select $1, id, 1 + row_number() over (order by id) % 6, now() from added order by id`,
      [showId],
    );
    await ledger.changes();
    const all = `select from ledger.cancel_bookings('{${bookings}}', array_fill(${asha}, array[10]), 60000)`;
    await ledger.expectToWaitForNoOtherShow(showId, all);
    await rows(all);
    const offers = await rows(
      'select id, seats, offered from waitlist where show_id = $1 and offered is not null order by id',
      [showId],
    );
    const offered = offers.flatMap((entry) => entry.offered);
    expect([offered.length, new Set(offered).size]).toEqual([50, 50]);
    // 2, 3, 4, 5, 6, 1, 2, 3, … as long as they fit: the 15th wants 4, and 1 is left.
    expect(offers.map(({ seats }) => seats)).toEqual([2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6, 1, 2, 3, 1, 2]);
    const changes = await ledger.changes();
    expect(changes.every((change) => change.showId === showId)).toBe(true);
    expect(changes.filter(({ change }) => change.kind === 'held')).toHaveLength(offers.length);
  });
});
