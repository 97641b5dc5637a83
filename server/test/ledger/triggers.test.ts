/**
 * Tests the triggers: forget_user, keep_an_admin, require_second_factor, set_show_occupies,
 * set_occupies_of_movie, show_occupies, stamp_catalogue, queue_booking_mails and queue_show_mails.
 */
import { expect, it } from 'vitest';
import { DAY_MS, fromNow, HOUR_MS } from '../factory.ts';
import { openLedger } from './open-ledger.ts';

const ledger = await openLedger();
const { make, rows, pool } = ledger;
const [asha, ravi] = (await ledger.users(2)) as [number, number];

it('a deleted account leaves no address in the audit log, no queued mail and no refusal', async () => {
  const [gone] = (await ledger.users(1)) as [number];
  await rows(
    `insert into audit_log (actor_id, action, entity, entity_id, address)
     select actor, 'UPDATE', entity, entity_id, '192.0.2.1'
     from (values ($1::int, 'movie', 1), ($2, 'user', $1), ($2, 'movie', $1), ($2, 'user', $2)) e (actor, entity, entity_id)`,
    [gone, asha],
  );
  const bookingId = await make.booking({ showId: await make.show(), userId: asha });
  await rows(
    `insert into outbox (kind, user_id, recipient_id, booking_id, status, ended_at)
     values ('password-reset', $1, null, null, 'WAITING', null), ('booking-confirmed', null, $1, $3, 'WAITING', null),
       ('password-reset', $2, $2, null, 'WAITING', null), ('password-reset', $1, $1, null, 'SENT', now())`,
    [gone, asha, bookingId],
  );
  for (const id of [gone, asha]) await rows(`insert into mail_refusals (user_id, reason) values ($1, '550')`, [id]);
  await ledger.deleteUser(gone);
  expect(await rows('select user_id as user from mail_refusals')).toEqual([{ user: asha }]);
  const audit = await rows('select address is null as forgotten from audit_log order by id');
  expect(audit.map(({ forgotten }) => forgotten)).toEqual([true, true, false, false]);
  const outbox = await rows('select user_id as user, status from outbox order by id');
  expect(outbox).toEqual([
    { user: asha, status: 'WAITING' },
    { user: gone, status: 'SENT' },
  ]);
});

it('the last administrator who can log in cannot be demoted', async () => {
  const [ada, zoya] = (await ledger.users(2)) as [number, number];
  const setRole = (id: number, role: string) => rows('update users set role = $2 where id = $1', [id, role]);
  for (const id of [ada, zoya]) await setRole(id, 'ADMIN');
  await rows('update users set must_reset_password = true where id = $1', [zoya]);
  await expect(setRole(ada, 'USER')).rejects.toMatchObject({ code: '23514', constraint: 'users_last_admin' });
  await rows('update users set must_reset_password = false where id = $1', [zoya]);
  await setRole(ada, 'USER');
  await expect(setRole(zoya, 'STAFF')).rejects.toMatchObject({ constraint: 'users_last_admin' });
});

it("a show occupies its screen for its movie's duration, or two hours if unknown", async () => {
  const movies = [await make.movie('Long', 180), await make.movie('Unknown', null), await make.movie('Other', 60)];
  const shows: number[] = [];
  for (const movieId of movies) shows.push(await make.show({ movieId, startsAt: fromNow(DAY_MS) }));
  const minutes = async () =>
    (
      await rows(
        `select (extract(epoch from upper(occupies) - lower(occupies)) / 60)::int as minutes from shows where id = any ($1) order by id`,
        [shows],
      )
    ).map((row) => row.minutes);
  expect(await minutes()).toEqual([180, 120, 60]);
  await rows('update movies set duration_min = 90 where id = $1', [movies[0]]);
  expect(await minutes()).toEqual([90, 120, 60]);
  const [movieId, showId] = [movies[0], shows[0]];
  const screen = `(select screen_id from shows where id = ${showId})`;
  await ledger.expectToWait(
    `select from screens where id = ${screen} for no key update`,
    `update movies set duration_min = 91 where id = ${movieId}`,
  );
  await ledger.expectToWait(
    `update movies set duration_min = duration_min where id = ${movieId}`,
    `update shows set starts_at = starts_at where id = ${showId}`,
  );
  const other = await pool.connect();
  await other.query(`begin; select from screens where id <> ${screen} for no key update`);
  await rows(`update movies set duration_min = 92 where id = $1`, [movieId]);
  other.release(true);
});

it('each change of the catalogue changes its stamp without waiting for others', async () => {
  const stamps = async () => (await rows('select stamp from catalogue_stamps order by id')).map(({ stamp }) => stamp);
  await rows('delete from catalogue_stamps');
  await make.cinema();
  const [first] = await stamps();
  await make.cinema();
  const [second] = await stamps();
  expect(second).not.toBe(first);
  const changing = await pool.connect();
  await changing.query(`begin; insert into cinemas (name, city) values ('Plaza', 'Pune')`);
  await make.cinema();
  expect(await stamps()).toEqual([second, expect.any(String)]);
  await changing.query('commit');
  changing.release();
  const both = await stamps();
  expect(both[0]).not.toBe(second);
  await make.cinema();
  const [changed, kept] = await stamps();
  expect([changed === both[0], kept === both[1], (await stamps()).length]).toEqual([false, true, 2]);
});

it('an account with a confirmed second factor cannot log in without it', async () => {
  const logIn = (userId: number) =>
    rows(
      `insert into logins (user_id, address, device, expires_at, used_second_factor)
       values ($1, '192.0.2.1', 'a test', now() + interval '1 hour', false)`,
      [userId],
    );
  const [withFactor, started] = (await ledger.users(2)) as [number, number];
  await rows(
    `insert into second_factors (user_id, sealed_secret, confirmed_at) values ($1, 'x', now()), ($2, 'x', null)`,
    [withFactor, started],
  );
  await logIn(started);
  await logIn(asha);
  await expect(logIn(withFactor)).rejects.toMatchObject({ code: '23514', constraint: 'logins_need_second_factor' });
});

it('mails are queued only for confirmed addresses and the affected bookings', async () => {
  await rows('delete from outbox');
  await rows('update mail_switch set is_on = true');
  await rows('update users set email_confirmed_at = null where id = $1', [ravi]);
  const [showId, other] = [await make.show(), await make.show()];
  const queued = async () => {
    const mails = await rows('select kind, booking_id as booking, details from outbox order by id');
    await rows('delete from outbox');
    return mails;
  };
  const booking = await make.booking({ showId, userId: asha, seats: ['A1'] });
  const unconfirmed = await make.booking({ showId, userId: ravi, seats: ['A2'] });
  await make.booking({ showId: other, userId: asha, seats: ['A1'] });
  expect(await queued()).toHaveLength(2);
  const [{ name: screen, id: screenId }] = await rows(
    'select c.name, c.id from shows join screens c on c.id = screen_id where shows.id = $1',
    [showId],
  );
  await rows(`update shows set starts_at = starts_at + interval '5 hours' where id = $1`, [showId]);
  expect(await queued()).toMatchObject([{ kind: 'show-moved', booking, details: { screen, screenId } }]);
  for (const id of [booking, unconfirmed]) await make.cancel(id);
  expect(await queued()).toEqual([{ kind: 'booking-cancelled', booking, details: {} }]);
  await rows('update bookings set cancel_reason = $2 where id = $1', [booking, 'later']);
  expect(await queued()).toEqual([]);
  const last = await make.booking({ showId, userId: asha, seats: ['A3'] });
  await rows('delete from outbox');
  await rows('select * from ledger.cancel_show($1, $2)', [showId, 'Projector']);
  expect(await queued()).toEqual([{ kind: 'show-cancelled', booking: last, details: { reason: 'Projector' } }]);
  const checkedIn = await make.show({ startsAt: fromNow(HOUR_MS) });
  await make.booking({ showId: checkedIn, userId: asha, status: 'CHECKED_IN' });
  expect((await queued()).map(({ kind }) => kind)).toEqual(['booking-confirmed']);
  await rows(
    `insert into bookings (show_id, user_id, seats, price_paise, status, cancelled_at) values ($1, $2, '{9}', 0, 'CANCELLED', now())`,
    [other, asha],
  );
  expect(await queued()).toEqual([]);
  await rows('update mail_switch set is_on = false');
});
