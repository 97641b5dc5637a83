/** Tests mark_seats, places_of_show, read_places, has_wheelchair_place, release_places, and what they change in other functions. */
import { seatAt, seatIndex } from '@moviebooking/contract/seats';
import { beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, fromNow, HOUR_MS } from '../factory.ts';
import { openLedger } from './open-ledger.ts';

const ledger = await openLedger();
const { make, rows } = ledger;
const [asha, ravi] = (await ledger.users(2)) as [number, number];
beforeEach(() => ledger.changes());

const indexes = (seats: string[]) => seats.map(seatIndex).join();
const ids = (seats: number[] | null) => (seats ?? []).map(seatAt).sort().join();
const told = async () => (await ledger.changes()).map(({ showId, change }) => [showId, change.kind]);

interface Request {
  seats: string[];
  userId?: number;
  accessible?: boolean;
  isContested?: boolean;
}

/** "OUTCOME held/conflicts wheelchair/companion" */
const hold = async (showId: number, ...requests: Request[]) => {
  const answers = await rows(
    `select * from ledger.hold_seats($1, $2, $3, $4, $5, '300 s', '900 s', '60 s', 3000, false, $6) order by place`,
    [
      requests.map(() => showId),
      requests.map(({ userId = asha }) => userId),
      requests.map(({ seats }) => indexes(seats)),
      requests.map(() => false),
      requests.map(({ isContested = false }) => isContested),
      requests.map(({ accessible = false }) => accessible),
    ],
  );
  return answers.map(
    (row) => `${row.outcome} ${ids(row.held)}/${ids(row.conflicts)} ${ids(row.wheelchair)}/${ids(row.companion)}`,
  );
};
/** "OUTCOME wheelchair/companion" */
const book = async (showId: number, ...requests: Request[]) => {
  const answers = await rows(
    'select * from ledger.book_seats($1, $2, $3, null, $4, 3000, null, 0, false, $5) order by place',
    [
      requests.map(() => showId),
      requests.map(({ userId = asha }) => userId),
      requests.map(({ seats }) => indexes(seats)),
      requests.map(({ isContested = false }) => isContested),
      requests.map(({ accessible = false }) => accessible),
    ],
  );
  return answers.map((row) => `${row.outcome} ${ids(row.wheelchair)}/${ids(row.companion)}`);
};
interface Change {
  bookingId: number;
  release: string[];
  take?: string[];
  accessible?: boolean;
}
const change = async (...requests: Change[]) => {
  const answers = await rows(
    `select * from ledger.change_bookings($1, $2, $3, $4, null, $5, 3000, false, $6) order by place`,
    [
      requests.map(({ bookingId }) => bookingId),
      requests.map(() => asha),
      requests.map(({ release }) => indexes(release)),
      requests.map(({ take = [] }) => indexes(take)),
      requests.map(() => false),
      requests.map(({ accessible = false }) => accessible),
    ],
  );
  return answers.map((row) => `${row.outcome} ${ids(row.wheelchair)}/${ids(row.companion)}`);
};

async function addHall(startsAt = fromNow(3 * HOUR_MS)) {
  const showId = await make.show({ startsAt });
  const screenId = await make.places(showId, ['J1', 'J10'], ['J2', 'J9']);
  return { showId, screenId };
}
const taken = async (showId: number) =>
  ids((await rows('select seat from seats where show_id = $1', [showId])).map(({ seat }) => seat));
const booked = (showId: number, ...seats: string[]) => make.booking({ showId, userId: asha, seats });

describe('a wheelchair place', () => {
  it('is held and booked only knowingly [PLACE-2]', async () => {
    const { showId } = await addHall();
    expect(await hold(showId, { seats: ['J1', 'A1'] })).toEqual(['HELD A1/J1 J1/']);
    expect(await hold(showId, { seats: ['J1'] })).toEqual(['NONE /J1 J1/']);
    expect(await hold(showId, { seats: ['J1'], accessible: true })).toEqual(['HELD J1/ /']);
    expect(await book(showId, { seats: ['J1'] })).toEqual(['TAKEN J1/']);
    expect(await book(showId, { seats: ['J1', 'A1'], accessible: true })).toEqual(['BOOKED /']);
  });

  it('that someone else has is refused for that reason only [PLACE-2]', async () => {
    const { showId } = await addHall();
    await booked(showId, 'J1');
    await rows('insert into closed_seats select screen_id, 99 from shows where id = $1', [showId]);
    expect(await hold(showId, { seats: ['J1', 'J10'], userId: ravi })).toEqual(['NONE J10/J1,J10 /']);
  });
});

describe('a companion place', () => {
  it('is held with a wheelchair place or by a user who has one [PLACE-3]', async () => {
    const { showId } = await addHall();
    expect(await hold(showId, { seats: ['J2', 'A1'] })).toEqual(['HELD A1/J2 /J2']);
    expect(await hold(showId, { seats: ['J1', 'J2'] })).toEqual(['NONE /J1,J2 J1/J2']);
    expect(await hold(showId, { seats: ['J1', 'J2'], accessible: true })).toEqual(['HELD J1,J2/ /']);
    expect(await hold(showId, { seats: ['J9'] })).toEqual(['HELD J9/ /']);
    expect(await hold(showId, { seats: ['J10', 'J2'], userId: ravi, accessible: true })).toEqual(['HELD J10/J2 /']);
    const other = (await addHall()).showId;
    await booked(other, 'J1');
    expect(await hold(other, { seats: ['J2'] })).toEqual(['HELD J2/ /']);
    expect(await hold(other, { seats: ['J9'], userId: ravi })).toEqual(['NONE /J9 /J9']);
  });

  it('is not held with a wheelchair place that someone else has, or by whose hold has ended [PLACE-3]', async () => {
    const { showId } = await addHall();
    await booked(showId, 'J1');
    expect(await hold(showId, { seats: ['J1', 'J2'], userId: ravi, accessible: true })).toEqual(['NONE /J1,J2 /J2']);
    await make.hold(showId, ravi, 'J10', fromNow(-1000));
    expect(await hold(showId, { seats: ['J2'], userId: ravi })).toEqual(['NONE /J2 /J2']);
  });

  it('is booked with a wheelchair place or by a user who has booked one [PLACE-4]', async () => {
    const { showId } = await addHall();
    await hold(showId, { seats: ['J1', 'J2'], accessible: true });
    expect(await book(showId, { seats: ['J2'] })).toEqual(['TAKEN /J2']);
    expect(await book(showId, { seats: ['J1', 'J2'] })).toEqual(['TAKEN J1/']);
    expect(await book(showId, { seats: ['J1', 'J2'], accessible: true })).toEqual(['BOOKED /']);
    expect(await book(showId, { seats: ['J9'] }, { seats: ['J9'], userId: ravi })).toEqual(['BOOKED /', 'TAKEN /J9']);
  });

  it('is decided after an earlier request of its user in the same call [PLACE-3] [PLACE-4]', async () => {
    const { showId } = await addHall();
    const [space, companion] = [
      { seats: ['J1'], accessible: true },
      { seats: ['J2'], isContested: true },
    ];
    expect(await hold(showId, space, companion)).toEqual(['HELD J1/ /', 'AGAIN /J2 /J2']);
    expect(await book(showId, space, companion)).toEqual(['BOOKED /', 'AGAIN /J2']);
    expect(await book(showId, { ...companion, isContested: false })).toEqual(['BOOKED /']);
  });
});

describe('a change', () => {
  it('takes wheelchair places only knowingly, and leaves no companion place alone [PLACE-2] [PLACE-5]', async () => {
    const { showId } = await addHall();
    const bookingId = await booked(showId, 'J1', 'J2', 'A1');
    expect(await change({ bookingId, release: ['J1'] })).toEqual(['TAKEN /J2']);
    expect(await change({ bookingId, release: ['J1'], take: ['J10'] })).toEqual(['TAKEN J10/']);
    expect(await change({ bookingId, release: ['J1'], take: ['J10'], accessible: true })).toEqual(['CHANGED /']);
    expect(await change({ bookingId, release: ['A1'], take: ['J9'] })).toEqual(['CHANGED /']);
    expect(await change({ bookingId, release: ['J10', 'J2', 'J9'], take: ['B1'] })).toEqual(['CHANGED /']);
    expect(await change({ bookingId, release: ['B1'], take: ['J9'] })).toEqual(['TAKEN /J9']);
  });

  it('counts all bookings of the customer for the show [PLACE-5]', async () => {
    const { showId } = await addHall();
    const [space, companion] = [await booked(showId, 'J1', 'A1'), await booked(showId, 'J2', 'A2')];
    expect(await change({ bookingId: space, release: ['J1'] })).toEqual(['TAKEN /J2']);
    expect(await change({ bookingId: companion, release: ['A2'], take: ['J9'] })).toEqual(['CHANGED /']);
    expect(await change({ bookingId: companion, release: ['J2', 'J9'], take: ['B1'] })).toEqual(['CHANGED /']);
    expect(await change({ bookingId: space, release: ['J1'] })).toEqual(['CHANGED /']);
  });
});

describe('places of a show that starts soon', () => {
  it('are ordinary seats [PLACE-6]', async () => {
    const { showId } = await addHall(fromNow(2 * HOUR_MS - 5000));
    expect(await rows('select * from ledger.read_places($1)', [[showId]])).toEqual([]);
    expect(await hold(showId, { seats: ['J1'] }, { seats: ['J2'], userId: ravi })).toEqual([
      'HELD J1/ /',
      'HELD J2/ /',
    ]);
    expect(await book(showId, { seats: ['J2'], userId: ravi })).toEqual(['BOOKED /']);
    const bookingId = await booked(showId, 'A1');
    expect(await change({ bookingId, release: ['A1'], take: ['J9'] })).toEqual(['CHANGED /']);
  });

  it('and those of all others are not, in seat order [PLACE-6]', async () => {
    const { showId } = await addHall(fromNow(2 * HOUR_MS + 5000));
    await addHall();
    expect(await rows('select * from ledger.read_places($1)', [[showId]])).toEqual([
      { show_id: showId, wheelchair: [90, 99], companion: [91, 98] },
    ]);
  });

  it('are announced once, also to those who wait for seats, until the show moves [PLACE-6]', async () => {
    const soon = await addHall(fromNow(90 * 60_000));
    await addHall(fromNow(-HOUR_MS));
    const unmarked = await make.show({ startsAt: fromNow(90 * 60_000) });
    await rows(
      'insert into closed_seats_of_show select $1, seat from generate_series(0, 99) seat where seat not in (90, 91)',
      [soon.showId],
    );
    await rows('insert into waitlist (show_id, user_id, seats, since) values ($1, $2, 2, now())', [soon.showId, ravi]);
    const release = async () => (await rows('select ledger.release_places() as shows'))[0].shows;
    await release();
    expect(await told()).toContainEqual([soon.showId, 'closed']);
    expect(await taken(soon.showId)).toBe('J1,J2');
    expect([await release(), await told()]).toEqual([0, []]);
    expect(await rows('select from released_places where show_id = $1', [unmarked])).toEqual([]);
    await rows(`update shows set starts_at = now() + interval '100 minutes' where id = $1`, [soon.showId]);
    expect([(await told()).length, await release(), (await told()).length]).toEqual([1, 1, 1]);
  });
});

it('waitlists neither count nor offer places [PLACE-6]', async () => {
  const { showId, screenId } = await addHall();
  const free = (await rows('select ledger.free_seats($1, $2, now()) as free', [showId, screenId]))[0].free;
  expect(free).toHaveLength(96);
  expect(free.filter((seat: number) => [90, 91, 98, 99].includes(seat))).toEqual([]);
});

describe('mark_seats', () => {
  const mark = async (screenId: number, wheelchair: string[], companion: string[]) => {
    const [row] = await rows('select * from ledger.mark_seats($1, $2, $3)', [
      screenId,
      wheelchair.map(seatIndex),
      companion.map(seatIndex),
    ]);
    return [row.wheelchair_before, row.companion_before];
  };

  it('replaces the marks of a screen and returns the previous ones [PLACE-1]', async () => {
    const [screenId, other] = [await make.screen(), await make.screen()];
    expect(await mark(other, ['A1'], [])).toEqual([[], []]);
    expect(await mark(screenId, ['J1', 'J3'], ['J2'])).toEqual([[], []]);
    expect(await mark(screenId, ['J1', 'J2'], ['J4'])).toEqual([[90, 92], [91]]);
    expect(await mark(screenId, [], [])).toEqual([[90, 91], [93]]);
    expect(await mark(other, ['A1'], [])).toEqual([[0], []]);
    expect(await mark(0, ['A1'], [])).toEqual([null, null]);
  });

  it('ends the holds on seats marked now, keeps all others, and publishes the change once [PLACE-7]', async () => {
    const { showId, screenId } = await addHall();
    const others = [await make.show({ screenId, startsAt: fromNow(-HOUR_MS) }), (await addHall()).showId];
    for (const id of [showId, ...others]) {
      await booked(id, 'A1');
      for (const seat of ['A2', 'A3', 'J1', 'J2']) await make.hold(id, ravi, seat, fromNow(HOUR_MS));
    }
    await mark(screenId, ['A1', 'A2', 'J1'], []);
    expect(await Promise.all([showId, ...others].map(taken))).toEqual([
      'A1,A3,J1,J2',
      'A1,A2,A3,J1,J2',
      'A1,A2,A3,J1,J2',
    ]);
    expect(await told()).toEqual([[showId, 'closed']]);
    await mark(screenId, ['A1', 'A2', 'J1'], []);
    expect(await told()).toEqual([]);
  });

  it('waits for the screen, and for no other show', async () => {
    const { showId, screenId } = await addHall();
    const call = `select * from ledger.mark_seats(${screenId}, '{1}', '{}')`;
    await ledger.expectToWait(`select from screens where id = ${screenId} for no key update`, call);
    await ledger.expectToWaitForNoOtherShow(showId, call);
  });

  it('applies to a show that moves to the screen [PLACE-7]', async () => {
    const { screenId } = await addHall();
    const showId = await make.show({ startsAt: fromNow(4 * DAY_MS) });
    for (const seat of ['J1', 'A1']) await make.hold(showId, ravi, seat, fromNow(HOUR_MS));
    await rows('update shows set screen_id = $2 where id = $1', [showId, screenId]);
    expect([await told(), await taken(showId)]).toEqual([[[showId, 'closed']], 'A1']);
  });
});

it('servers of the last release are told that places are held by someone else [PLACE-2]', async () => {
  const { showId } = await addHall();
  const seats = indexes(['J1', 'J2']);
  const held = `select * from ledger.hold_seats('{${showId}}', '{${asha}}', '{"${seats}"}', '{f}', '{f}', '1 min', '1 min', '1 min', 3000)`;
  expect(await rows(held)).toMatchObject([{ outcome: 'NONE', held: null, conflicts: [90, 91] }]);
  const book = (list: string) =>
    rows(`select * from ledger.book_seats('{${showId}}', '{${asha}}', '{"${list}"}', null, '{f}', 3000, null)`);
  expect(await book(seats)).toMatchObject([{ outcome: 'TAKEN', booked: null, held: [90] }]);
  expect(await book('91')).toMatchObject([{ outcome: 'TAKEN', booked: null, held: [91] }]);
});
