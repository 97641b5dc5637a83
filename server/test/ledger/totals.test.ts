/** Tests note_booking_totals, move_totals_of_show, add_up_totals, rebuild_totals and their dimensions. */
import { beforeEach, expect, it } from 'vitest';
import { DAY_MS, fromNow } from '../factory.ts';
import { openLedger } from './open-ledger.ts';

const ledger = await openLedger();
const { make, rows, pool } = ledger;
const [asha] = (await ledger.users(1)) as [number];
const ADDING_UP = 7_206_196;

const current = () =>
  rows(
    `select dimension, day::text, ref_id::int, status, sum(bookings)::int as bookings, sum(seats)::int as seats, sum(paise)::int as paise
     from current_totals group by 1, 2, 3, 4 having (sum(bookings), sum(seats), sum(paise)) <> (0, 0, 0) order by 1, 2, 3, 4`,
  );
const addUp = async (atMost: number) => (await rows('select ledger.add_up_totals($1) as added', [atMost]))[0].added;
const waiting = async () => (await rows('select count(*)::int as count from total_changes'))[0].count;

/** Two screens of two cinemas, with shows of two movies. */
async function sell() {
  const [movieId, otherMovieId] = [await make.movie(), await make.movie()];
  const screens = [await make.screen(), await make.screen()] as [number, number];
  const shows = [
    await make.show({ movieId, screenId: screens[0] }),
    await make.show({ movieId: otherMovieId, screenId: screens[1], price: 100 }),
  ] as [number, number];
  for (const showId of shows) {
    await make.booking({ showId, userId: asha, seats: ['A1', 'A2'] });
    await make.booking({ showId, userId: asha, seats: ['B1'], createdAt: fromNow(-3 * DAY_MS) });
    await make.booking({ showId, userId: asha, seats: ['C1'], status: 'CANCELLED' });
  }
  return { shows, screens };
}

beforeEach(async () => {
  for (const table of ['seats', 'bookings', 'totals', 'total_changes']) await rows(`delete from ${table}`);
});

it('the lead time is rounded down to a step, from the end of the quarter hour of the booking', async () => {
  const steps = [0, 1, 3, 6, 12, 24, 48, 168];
  const leads = await rows(
    `select ledger.lead_of(made, made + make_interval(mins => 15, hours => step)) as at,
       ledger.lead_of(made, made + make_interval(mins => 14, hours => step)) as before
     from unnest($1::int[]) with ordinality step (step, n), (select '2030-01-01T12:00:00Z'::timestamptz as made) m order by n`,
    [steps],
  );
  expect(leads.map(({ at }) => at)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  expect(leads.map(({ before }) => before)).toEqual([0, 0, 1, 2, 3, 4, 5, 6]);
  expect(await rows('select ledger.lead_key(3, 7)::int as key')).toEqual([{ key: 31 }]);
});

it("a booking counts in each dimension on its day in the cinemas' time zone", async () => {
  const change = `('2030-01-01 18:45Z', '2030-01-04 18:30Z', 5, 6, 7, 'CONFIRMED', 1, 2, 300)::total_changes`;
  expect(await rows(`select dimension, day::text, ref_id::int as id from ledger.total_keys(row${change})`)).toEqual([
    { dimension: 'all', day: '2030-01-02', id: 0 },
    { dimension: 'movie', day: '2030-01-02', id: 6 },
    { dimension: 'cinema', day: '2030-01-02', id: 7 },
    { dimension: 'show', day: '2030-01-05', id: 5 },
    { dimension: 'hour', day: '2030-01-05', id: 0 },
    { dimension: 'lead', day: '2030-01-02', id: 6 },
    { dimension: 'movie lead', day: '2030-01-02', id: 54 },
    { dimension: 'cinema lead', day: '2030-01-02', id: 62 },
  ]);
  expect(await rows('select ledger.total_dimensions() as count')).toEqual([{ count: 8 }]);
});

it('adding up changes no total, and processes at most the given number of changes', async () => {
  await sell();
  const [before, changes] = [await current(), await waiting()];
  expect(await addUp(2)).toBe(2);
  expect(await waiting()).toBe(changes - 2);
  expect(await addUp(1000)).toBe(changes - 2);
  expect(await addUp(1000)).toBe(0);
  expect(await current()).toEqual(before);
  await sell();
  const after = await current();
  await addUp(1000);
  expect([await current(), await waiting()]).toEqual([after, 0]);
});

it('skips adding up while another server is doing it', async () => {
  await sell();
  const other = await pool.connect();
  await other.query('select pg_advisory_lock($1)', [ADDING_UP]);
  expect(await addUp(1000)).toBe(0);
  other.release(true);
});

it('the totals move with a show, and match those of a rebuild', async () => {
  const { shows, screens } = await sell();
  await addUp(3);
  await rows(`update shows set starts_at = starts_at + interval '3 days 5 hours', screen_id = $2 where id = $1`, [
    shows[0],
    screens[1],
  ]);
  await rows('delete from seats');
  await rows('delete from bookings where show_id = $1 and cancelled_at is not null', [shows[1]]);
  const before = await current();
  await rows('update totals_time_zone set dimensions = 1');
  await rows('select ledger.rebuild_totals()');
  expect(await current()).toEqual(before);
  expect(await waiting()).toBe(0);
  expect(await rows('select dimensions from totals_time_zone')).toEqual([{ dimensions: 8 }]);
});

it.each([
  'lock table shows in row exclusive mode',
  'lock table bookings in row exclusive mode',
  `select pg_advisory_lock(${ADDING_UP})`,
])('a rebuild waits for "%s"', async (lock) => {
  await ledger.expectToWait(lock, 'select ledger.rebuild_totals()');
});

it('rebuilds the totals only for another time zone or other dimensions', async () => {
  await sell();
  await rows('delete from total_changes');
  const set = async (zone: string) => {
    await rows('select ledger.set_totals_time_zone($1)', [zone]);
    return (await current()).length > 0;
  };
  const [{ time_zone: zone }] = await rows('select time_zone from totals_time_zone');
  expect(await set(zone)).toBe(false);
  expect(await set('America/Lima')).toBe(true);
  expect(await rows('select time_zone from totals_time_zone')).toEqual([{ time_zone: 'America/Lima' }]);
  await rows('delete from totals');
  await rows('update totals_time_zone set dimensions = 1');
  expect(await set('America/Lima')).toBe(true);
  await rows('delete from totals');
  expect(await set('America/Lima')).toBe(false);
  await set(zone);
});
