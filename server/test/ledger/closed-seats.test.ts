/** Tests close_seats, close_seats_of_show, apply_closed_seats, follow_screen, publish_changes, start_seat_version and end_seat_version. */
import { beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, fromNow, HOUR_MS } from '../factory.ts';
import { openLedger } from './open-ledger.ts';

const ledger = await openLedger();
const { make, rows } = ledger;
const [asha] = (await ledger.users(1)) as [number];
const LATER = fromNow(9 * DAY_MS);

beforeEach(() => ledger.changes());

const closedOn = async (screenId: number) =>
  (await rows('select seat from closed_seats where screen_id = $1 order by seat', [screenId])).map(({ seat }) => seat);
const seatsOf = async (showId: number) =>
  (await rows('select seat from seats where show_id = $1 order by seat', [showId])).map(({ seat }) => seat);
const told = async () => (await ledger.changes()).map(({ showId, change }) => [showId, change.kind]);

describe('close_seats', () => {
  const close = async (screenId: number, seats: number[]) =>
    (await rows('select ledger.close_seats($1, $2) as before', [screenId, seats]))[0].before;

  it('replaces the closed seats of a screen and returns the previous ones', async () => {
    const [screenId, other] = [await make.screen(), await make.screen()];
    expect(await close(other, [7])).toEqual([]);
    expect(await close(screenId, [3, 1])).toEqual([]);
    expect(await close(screenId, [3, 2])).toEqual([1, 3]);
    expect([await closedOn(screenId), await closedOn(other)]).toEqual([[2, 3], [7]]);
    expect(await close(0, [1])).toBeNull();
  });

  it('ends holds on them, keeps bookings, and publishes the change for each upcoming show', async () => {
    const screenId = await make.screen();
    const past = await make.show({ screenId, startsAt: fromNow(-HOUR_MS) });
    const shows = [await make.show({ screenId }), await make.show({ screenId }), await make.show()];
    for (const showId of [past, ...shows]) {
      await make.booking({ showId, userId: asha, seats: ['A1'] });
      for (const seat of ['A2', 'A3']) await make.hold(showId, asha, seat, fromNow(HOUR_MS));
    }
    await rows('insert into closed_seats select screen_id, 2 from shows where id = $1', [shows[2]]);
    await close(screenId, [0, 1]);
    expect(await Promise.all([...shows, past].map(seatsOf))).toEqual([
      [0, 2],
      [0, 2],
      [0, 1, 2],
      [0, 1, 2],
    ]);
    expect((await told()).sort()).toEqual(
      shows
        .slice(0, 2)
        .map((showId) => [showId, 'closed'])
        .sort(),
    );
    await close(screenId, [1, 0]);
    expect(await told()).toEqual([]);
  });
});

describe('close_seats_of_show', () => {
  const close = async (showId: number, seats: number[]) =>
    (await rows('select ledger.close_seats_of_show($1, $2) as before', [showId, seats]))[0].before;

  it('replaces the closed seats of one show, ends holds on them, and publishes the change', async () => {
    const screenId = await make.screen();
    const [showId, other] = [await make.show({ screenId }), await make.show({ screenId })];
    for (const id of [showId, other]) {
      await make.booking({ showId: id, userId: asha, seats: ['A1'] });
      for (const seat of ['A2', 'A3']) await make.hold(id, asha, seat, fromNow(HOUR_MS));
    }
    expect(await close(other, [7])).toEqual([]);
    await ledger.changes();
    expect(await close(showId, [1, 0])).toEqual([]);
    expect(await told()).toEqual([[showId, 'closed']]);
    expect(await close(showId, [0, 1])).toEqual([0, 1]);
    expect(await told()).toEqual([]);
    expect(await close(showId, [9])).toEqual([0, 1]);
    expect([await seatsOf(showId), await seatsOf(other)]).toEqual([
      [0, 2],
      [0, 1, 2],
    ]);
    const closed = await rows(
      'select show_id as show, seat from closed_seats_of_show where show_id = any ($1) order by 2',
      [[showId, other]],
    );
    expect(closed).toEqual([
      { show: other, seat: 7 },
      { show: showId, seat: 9 },
    ]);
    expect(await close(0, [1])).toBeNull();
  });
});

describe('closing seats', () => {
  it("waits for other changes of the screen's closed seats, and not for other screens' shows", async () => {
    const screenId = await make.screen();
    const showId = await make.show({ screenId });
    await make.show();
    const close = `select ledger.close_seats(${screenId}, '{1}')`;
    await ledger.expectToWait(`select from screens where id = ${screenId} for no key update`, close);
    await ledger.expectToWaitForNoOtherShow(showId, close);
  });
});

describe('a show that moves to another screen', () => {
  const move = (showId: number, screenId: number, startsAt: Date) =>
    rows('update shows set screen_id = $2, starts_at = $3 where id = $1', [showId, screenId, startsAt]);

  it('gets the closed seats of the new screen', async () => {
    const [open, closed, alsoOpen] = [await make.screen(), await make.screen(), await make.screen()];
    await rows('insert into closed_seats values ($1, 1)', [closed]);
    const [showId, other] = [
      await make.show({ screenId: open, startsAt: fromNow(4 * DAY_MS) }),
      await make.show({ screenId: closed, startsAt: LATER }),
    ];
    for (const id of [showId, other])
      for (const seat of ['A2', 'A3']) await make.hold(id, asha, seat, fromNow(HOUR_MS));
    await ledger.expectToWaitForNoOtherShow(showId, `update shows set screen_id = ${closed} where id = ${showId}`);
    await move(showId, closed, fromNow(5 * DAY_MS));
    expect(await told()).toEqual([[showId, 'closed']]);
    expect([await seatsOf(showId), await seatsOf(other)]).toEqual([[2], [1, 2]]);
    await move(showId, open, fromNow(5 * DAY_MS));
    expect(await told()).toEqual([[showId, 'closed']]);
    await move(showId, alsoOpen, fromNow(5 * DAY_MS));
    expect(await told()).toEqual([]);
  });
});

describe('publish_changes', () => {
  const publish = (showIds: number[], changes: object[]) =>
    rows('select ledger.publish_changes($1, $2)', [showIds, changes.map((change) => JSON.stringify(change))]);

  it('gives each change the next version of its show, in order', async () => {
    const [one, two, other] = [await make.show(), await make.show(), await make.show()];
    await publish([two, one, two, 0], [{ n: 1 }, { n: 2 }, { n: 3 }, { n: 4 }]);
    await publish([two], [{ n: 5 }]);
    const [{ epoch }] = await rows('select epoch from ledger.epoch');
    expect(await ledger.changes()).toEqual([
      { showId: two, epoch, version: 1, change: { n: 1 } },
      { showId: one, epoch, version: 1, change: { n: 2 } },
      { showId: two, epoch, version: 2, change: { n: 3 } },
      { showId: two, epoch, version: 3, change: { n: 5 } },
    ]);
    const versions = await rows('select version::int from seat_versions where show_id = any ($1) order by show_id', [
      [one, two, other],
    ]);
    expect(versions.map(({ version }) => version)).toEqual([1, 3, 0]);
  });

  it("fills each payload up to PostgreSQL's limit before starting another", async () => {
    const showId = await make.show();
    const payloads: string[] = [];
    const listener = await ledger.pool.connect();
    listener.on('notification', ({ payload = '' }) => payloads.push(payload));
    await listener.query('listen seats');
    await publish(Array(7).fill(showId), Array(7).fill({ text: 'x'.repeat(2500) }));
    await listener.query('select 1');
    listener.release(true);
    expect(payloads.map((payload) => JSON.parse(payload).length)).toEqual([3, 3, 1]);
  });

  it('rounds times to whole milliseconds', async () => {
    const at = '2030-01-01T00:00:00.123Z';
    const [{ ms }] = await rows(`select ledger.milliseconds($1::timestamptz + interval '900 microseconds') as ms`, [
      at,
    ]);
    expect(Number(ms)).toBe(Date.parse(at));
  });

  it('publishes nothing when nothing has changed', async () => {
    await rows('select ledger.publish_changes(null, null)');
    expect(await ledger.changes()).toEqual([]);
  });

  it('a version is created and deleted with its show', async () => {
    const [showId, other] = [await make.show(), await make.show()];
    for (const id of [showId, other]) await make.hold(id, asha, 'A1', fromNow(HOUR_MS));
    await rows('delete from shows where id = $1', [showId]);
    const left = await rows('select show_id as id, version::int from seat_versions where show_id = any ($1)', [
      [showId, other],
    ]);
    expect([left, await seatsOf(showId), await seatsOf(other)]).toEqual([[{ id: other, version: 0 }], [], [0]]);
  });
});
