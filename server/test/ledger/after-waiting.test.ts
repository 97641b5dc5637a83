/** A transaction that waited for a show uses what was committed in the meantime. */
import { expect, it } from 'vitest';
import { fromNow, HOUR_MS } from '../factory.ts';
import { untilWaiting } from '../interleaving.ts';
import { openLedger } from './open-ledger.ts';

const { make, rows, pool, users } = await openLedger();
const [asha, ravi] = (await users(2)) as [number, number];

/** Returns the result of a call that began while another transaction had the show locked to make this change. */
async function callDuring(showId: number, change: string, call: string) {
  const other = await pool.connect();
  await other.query('begin');
  await other.query('select from seat_versions where show_id = $1 for no key update', [showId]);
  await other.query(change);
  const answer = rows(`select * from ledger.${call}`);
  await Promise.race([answer, untilWaiting(pool, 1)]);
  await other.query('commit');
  other.release();
  return answer;
}
const hold = (showId: number, seat: number, userId: number) =>
  `insert into seats (show_id, seat, user_id, held_since, held_until)
   values (${showId}, ${seat}, ${userId}, now(), now() + interval '1 hour')`;
const checkIn = (bookingId: number) =>
  `update bookings set status = 'CHECKED_IN', checked_in_at = now() where id = ${bookingId}`;
const seatsOf = async (showId: number) =>
  (await rows('select seat from seats where show_id = $1 order by seat', [showId])).map(({ seat }) => seat);

it('book_seats refuses a seat that was held in the meantime', async () => {
  const showId = await make.show();
  const call = `book_seats('{${showId}}', '{${asha}}', '{0}', null, '{f}', 60000, null)`;
  expect(await callDuring(showId, hold(showId, 0, ravi), call)).toMatchObject([{ outcome: 'TAKEN', held: [0] }]);
});

it('hold_seats does not take a seat that was held in the meantime', async () => {
  const showId = await make.show();
  const call = `hold_seats('{${showId}}', '{${asha}}', '{0}', '{f}', '{f}', '1 min', '1 min', '1 min', 60000)`;
  expect(await callDuring(showId, hold(showId, 0, ravi), call)).toMatchObject([{ outcome: 'NONE', conflicts: [0] }]);
});

it('release_holds also releases a hold made in the meantime', async () => {
  const showId = await make.show();
  await make.hold(showId, asha, 'A1', fromNow(HOUR_MS));
  const call = `release_holds('{${showId}}', '{${asha}}', '{""}', 60000)`;
  expect(await callDuring(showId, hold(showId, 1, asha), call)).toEqual([{ place: 1, released: [0, 1] }]);
});

it('change_bookings refuses a ticket scanned, and a seat held, in the meantime', async () => {
  const showId = await make.show();
  const [id, other] = [
    await make.booking({ showId, userId: asha }),
    await make.booking({ showId, userId: asha, seats: ['J1'] }),
  ];
  const call = (bookingId: number, seat: number) =>
    `change_bookings('{${bookingId}}', '{${asha}}', '{${seat}}', '{5}', null, '{f}', 60000)`;
  expect(await callDuring(showId, checkIn(id), call(id, 0))).toMatchObject([{ outcome: 'NOT_CHANGEABLE' }]);
  expect(await callDuring(showId, hold(showId, 5, ravi), call(other, 90))).toMatchObject([
    { outcome: 'TAKEN', held: [5] },
  ]);
});

it('cancel_bookings refuses a ticket scanned in the meantime', async () => {
  const showId = await make.show();
  const id = await make.booking({ showId, userId: asha });
  const answer = await callDuring(showId, checkIn(id), `cancel_bookings('{${id}}', '{${asha}}', 60000)`);
  expect(answer).toMatchObject([{ outcome: 'ALREADY_CHECKED_IN' }]);
});

it('cancel_booking_for_customer refuses a ticket scanned in the meantime', async () => {
  const showId = await make.show();
  const id = await make.booking({ showId, userId: asha });
  const answer = await callDuring(showId, checkIn(id), `cancel_booking_for_customer(${id}, 'Projector') as outcome`);
  expect(answer).toEqual([{ outcome: 'ALREADY_CHECKED_IN' }]);
});

it('close_seats ends a hold made in the meantime [CLOSED-3]', async () => {
  const screenId = await make.screen();
  const showId = await make.show({ screenId });
  await callDuring(showId, hold(showId, 1, asha), `close_seats(${screenId}, '{1}')`);
  expect(await seatsOf(showId)).toEqual([]);
});
