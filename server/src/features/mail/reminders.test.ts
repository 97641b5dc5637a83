import { describe, expect, it } from 'vitest';
import { DAY_MS, factoryFor, fromNow, HOUR_MS } from '../../../test/factory.ts';
import { addPausePoint, alterFunction, interleave } from '../../../test/interleaving.ts';
import { startMailServer } from '../../../test/mail-server.ts';
import { freshDatabase, openTestApp, type TestDatabase } from '../../../test/test-app.ts';
import { whenOver } from '../../../test/when-over.ts';
import { openDatabase, openPool } from '../../platform/database/database.ts';
import { openBookings } from '../booking/booking.ts';
import { queueReminders } from '../outbox/outbox.ts';

const HOURS = 3;
const MINUTE_MS = 60_000;
const DUE_MS = HOURS * HOUR_MS;
/** A show that starts then is about to be reminded of, or has just been. */
const [NOT_YET, JUST_NOW] = [fromNow(DUE_MS + 10 * MINUTE_MS), fromNow(DUE_MS - 10 * MINUTE_MS)];

function open({ pool, db }: TestDatabase) {
  const make = factoryFor(db);
  let users = 0;
  return {
    make,
    async addUser() {
      users += 1;
      const user = { name: 'Asha', email: `${users}@x.example`, password_hash: 'x', email_confirmed_at: new Date() };
      return (await db.insertInto('users').values(user).returning('id').executeTakeFirstOrThrow()).id;
    },
    /** A show that has had its start for long. */
    async show(startsAt: Date): Promise<number> {
      const showId = await make.show({ startsAt });
      await pool.query(`update reminders set since = now() - interval '30 days' where show_id = $1`, [showId]);
      return showId;
    },
    book: (showId: number, userId: number, seat: string, more: object = {}) =>
      make.booking({ showId, userId, seats: [seat], createdAt: fromNow(-10 * DAY_MS), ...more }),
    /** The bookings of the reminders that are queued for this show. */
    async reminded(showId: number, hours = HOURS): Promise<number[]> {
      if (hours > 0) await queueReminders(db, hours);
      const { rows } = await pool.query(
        `select booking_id as id from outbox o join bookings b on b.id = o.booking_id
         where o.kind = 'reminder' and b.show_id = $1 order by o.id`,
        [showId],
      );
      return rows.map(({ id }) => id);
    },
    move: (showId: number, startsAt: Date) =>
      db.updateTable('shows').set({ starts_at: startsAt }).where('id', '=', showId).execute(),
  };
}

const database = await freshDatabase();
const { addUser, show, book, reminded, make, move } = open(database);
const { pool } = database;

describe('a reminder', () => {
  it('is queued when its time has come, and not before [REMIND-1]', async () => {
    const user = await addUser();
    const [later, now] = [await show(NOT_YET), await show(JUST_NOW)];
    await book(later, user, 'A1');
    const bookingId = await book(now, user, 'A1');
    expect([await reminded(later), await reminded(now)]).toEqual([[], [bookingId]]);
    expect(await reminded(later, HOURS + 0.5)).toHaveLength(1);
  });

  it('goes once to each user who has a confirmed booking and wants it [REMIND-1]', async () => {
    const [asha, ravi, meera, dev, zoya, gone] = [
      ...[await addUser(), await addUser(), await addUser()],
      ...[await addUser(), await addUser(), await addUser()],
    ] as [number, number, number, number, number, number];
    const showId = await show(JUST_NOW);
    await book(showId, asha, 'A1', { status: 'CANCELLED' });
    const [first] = [await book(showId, asha, 'A2'), await book(showId, asha, 'A3')];
    const ofRavi = await book(showId, ravi, 'B1');
    await book(showId, meera, 'B2', { status: 'CHECKED_IN' });
    await book(showId, dev, 'B3');
    await book(showId, zoya, 'B4');
    await book(showId, gone, 'B5');
    await pool.query('update users set wants_reminders = false where id = $1', [dev]);
    await pool.query('update users set email_confirmed_at = null where id = $1', [zoya]);
    await pool.query(
      `update users set deleted_at = now(), email = null, email_confirmed_at = null, name = 'Deleted user' where id = $1`,
      [gone],
    );
    expect(await reminded(showId)).toEqual([first, ofRavi]);
    expect(await reminded(showId)).toEqual([first, ofRavi]);
  });

  it('is not for bookings made after its time, nor for shows scheduled or moved after it [REMIND-2]', async () => {
    const user = await addUser();
    const booked = await show(JUST_NOW);
    await book(booked, user, 'A1', { createdAt: fromNow(-5 * MINUTE_MS) });
    const scheduled = await make.show({ startsAt: JUST_NOW });
    await book(scheduled, user, 'A1');
    const moved = await show(fromNow(DAY_MS));
    await book(moved, user, 'A1');
    await move(moved, JUST_NOW);
    for (const showId of [booked, scheduled, moved]) expect(await reminded(showId)).toEqual([]);
  });

  it('moves with the show, and is dropped when the show is cancelled or has started [REMIND-3]', async () => {
    const user = await addUser();
    const [moved, cancelled, started] = [await show(JUST_NOW), await show(JUST_NOW), await show(fromNow(-MINUTE_MS))];
    const bookingId = await book(moved, user, 'A1');
    await book(cancelled, user, 'A1');
    await book(started, user, 'A1');
    await move(moved, fromNow(DAY_MS));
    await pool.query(`update shows set cancelled_at = now(), cancel_reason = 'Projector' where id = $1`, [cancelled]);
    for (const showId of [moved, cancelled, started]) expect(await reminded(showId)).toEqual([]);
    await pool.query('update reminders set since = since - $1::interval', ['2 days']);
    expect(await reminded(moved, 24.1)).toEqual([bookingId]);
  });

  it('is not repeated for a show that moves on, except to users who have booked since [REMIND-4]', async () => {
    const [asha, ravi] = [await addUser(), await addUser()];
    const showId = await show(JUST_NOW);
    const first = await book(showId, asha, 'A1');
    const cancelled = await book(showId, ravi, 'A4', { status: 'CANCELLED' });
    await pool.query(`update bookings set cancelled_at = now() - interval '9 days' where id = $1`, [cancelled]);
    expect(await reminded(showId)).toEqual([first]);
    await book(showId, asha, 'A2', { createdAt: new Date() });
    const second = await book(showId, ravi, 'A3', { createdAt: new Date() });
    await move(showId, fromNow(2 * DAY_MS));
    expect(await reminded(showId)).toEqual([first]);
    // Two days later.
    await pool.query(
      `update reminders set since = since - $2::interval, starts_at = starts_at - $2::interval,
         reminded_at = reminded_at - $2::interval where show_id = $1`,
      [showId, '47 hours'],
    );
    await pool.query(`update bookings set created_at = created_at - $2::interval where show_id = $1`, [
      showId,
      '47 hours',
    ]);
    expect(await reminded(showId)).toEqual([first, second]);
  });

  it('is still queued after its time if no server ran then [REMIND-1]', async () => {
    const late = await show(fromNow(10 * MINUTE_MS));
    const bookingId = await book(late, await addUser(), 'A1');
    expect(await reminded(late)).toEqual([bookingId]);
  });

  it('waits for a show that is locked, without delaying others [REMIND-5]', async () => {
    const user = await addUser();
    const [locked, free] = [await show(fromNow(HOUR_MS)), await show(fromNow(2 * HOUR_MS))];
    for (const showId of [locked, free]) await book(showId, user, 'A1');
    const holder = await pool.connect();
    await holder.query('begin');
    await holder.query('select from seat_versions where show_id = $1 for no key update', [locked]);
    expect([await reminded(locked), await reminded(free)]).toEqual([[], [expect.any(Number)]]);
    await holder.query('commit');
    holder.release();
    expect(await reminded(locked)).toHaveLength(1);
  });

  it('is queued for every user of many shows at once', async () => {
    const user = await addUser();
    const shows: number[] = [];
    for (let count = 0; count < 45; count += 1) {
      shows.push(await show(JUST_NOW));
      await book(shows.at(-1) ?? 0, user, 'A1');
    }
    for (const showId of shows) expect(await reminded(showId)).toHaveLength(1);
  });

  it('is lost by no server that is killed before the commit, and is queued once [REMIND-5]', async () => {
    const showId = await show(JUST_NOW);
    const bookingId = await book(showId, await addUser(), 'A1');
    const dying = await pool.connect();
    dying.on('error', () => {});
    await dying.query('begin');
    const { rows } = await dying.query(
      `select ledger.queue_reminders(interval '3 hours') as shows, pg_backend_pid() as pid`,
    );
    expect(rows[0].shows).toBe(1);
    await pool.query('select pg_terminate_backend($1)', [rows[0].pid]);
    dying.release(true);
    expect(await reminded(showId, 0)).toEqual([]);
    await expect.poll(() => reminded(showId)).toEqual([bookingId]);
  });
});

describe('two servers', () => {
  async function remindAtOnce(guard: 'with the lock' | 'without it') {
    const own = await freshDatabase();
    const { addUser, show, book, reminded } = open(own);
    const showId = await show(JUST_NOW);
    await book(showId, await addUser(), 'A1');
    const pool = openPool({ ...own.connection, statement_timeout: 0, lock_timeout: 0, query_timeout: 0 });
    whenOver(() => pool.end());
    await addPausePoint(pool);
    await alterFunction(pool, 'ledger.queue_reminders', [
      /select 'reminder'/,
      `select ledger.after_pause('reminder'::text)`,
    ]);
    if (guard === 'without it')
      await alterFunction(pool, 'ledger.queue_reminders', [/due := ledger\.lock_shows_that_are_free\(due\);/, '']);
    const remind = () => queueReminders(openDatabase(pool), HOURS);
    await interleave(pool, remind, remind);
    return (await reminded(showId, 0)).length;
  }

  it('queue a reminder once [REMIND-5]', async () => {
    expect(await remindAtOnce('with the lock')).toBe(1);
  });

  it('control: queue it twice without the lock', async () => {
    expect(await remindAtOnce('without it')).toBe(2);
  });
});

describe('a booking made just before the reminders of its show', () => {
  async function bookDuring(guard: 'with the lock' | 'without it') {
    const own = await freshDatabase();
    const { addUser, show, reminded } = open(own);
    const [showId, userId] = [await show(fromNow(DUE_MS + 10 * MINUTE_MS)), await addUser()];
    const pool = openPool({ ...own.connection, statement_timeout: 0, lock_timeout: 0, query_timeout: 0 });
    whenOver(() => pool.end());
    await addPausePoint(pool);
    await alterFunction(
      pool,
      'ledger.book_seats',
      [/perform set_config\('lock_timeout'[^;]+;/, ''],
      [/nextval\('bookings_id_seq'\)/, 'ledger.after_pause($&)'],
    );
    if (guard === 'without it')
      await alterFunction(pool, 'ledger.queue_reminders', [/due := ledger\.lock_shows_that_are_free\(due\);/, '']);
    const bookings = openBookings({ pool });
    await interleave<unknown>(
      pool,
      () => bookings.book({ showId, userId, seats: ['A1'], key: undefined }),
      async () => {
        // The reminders are due now, a moment after the booking was made.
        await pool.query(`update reminders set starts_at = now() + interval '3 hours' where show_id = $1`, [showId]);
        await queueReminders(openDatabase(pool), HOURS);
      },
    );
    return (await reminded(showId)).length;
  }

  it('is reminded of [REMIND-5]', async () => {
    expect(await bookDuring('with the lock')).toBe(1);
  });

  it('control: is missed without the lock', async () => {
    expect(await bookDuring('without it')).toBe(0);
  });
});

describe('the mail', () => {
  async function openWithMail(variables: Record<string, string> = {}) {
    const mailServer = await startMailServer();
    const own = await freshDatabase();
    /** Starts the server, which reminds at once. */
    const start = () =>
      openTestApp(
        {
          SMTP_URL: mailServer.url,
          MAIL_FROM: 'tickets@regal.example',
          PUBLIC_URL: 'https://regal.example',
          ...variables,
        },
        { database: own },
      );
    return { ...own, ...open(own), mails: mailServer.mails, start };
  }

  it('has the tickets of all bookings of the user for the show, and says where to turn reminders off [REMIND-1]', async () => {
    const { addUser, show, book, mails, start } = await openWithMail();
    const user = await addUser();
    const showId = await show(new Date(Date.now() + HOUR_MS));
    const ids = [await book(showId, user, 'C10'), await book(showId, user, 'C9')];
    await book(showId, user, 'A1', { status: 'CANCELLED' });
    await start();
    await expect.poll(() => mails.length).toBe(1);
    const [mail] = mails;
    expect(mail?.subject).toMatch(/^Reminder: Monsoon, /);
    for (const text of [mail?.text, mail?.html])
      for (const fact of ['Show these codes at the door.', 'C9', 'C10', 'https://regal.example/profile'])
        expect(text).toContain(fact);
    expect(mail?.text).toContain(`Booking ID: ${ids.join(', ')}`);
    expect(mail?.text).toMatch(/Seats: C9, C10\nTotal: ₹500\n/);
    expect(mail?.text).toMatch(/Ticket for C10: MB-\w+-\w{12}\nTicket for C9: MB-/);
    expect(mail?.attachments.map(({ filename }) => filename)).toEqual([
      ...ids.map((id) => `ticket-${id}.png`),
      ...ids.map((id) => `booking-${id}.ics`),
    ]);
    for (const { contentId } of mail?.attachments.filter(({ contentId }) => contentId) ?? [])
      expect(mail?.html).toContain(`cid:${contentId?.slice(1, -1)}`);
  });

  it('looks like the confirmation if there is one booking [REMIND-1]', async () => {
    const { addUser, show, book, mails, start } = await openWithMail();
    const bookingId = await book(await show(new Date(Date.now() + HOUR_MS)), await addUser(), 'C9');
    await start();
    await expect.poll(() => mails.length).toBe(1);
    expect(mails[0]?.text).toContain('Your show is coming up. Show this code at the door.');
    expect(mails[0]?.attachments.map(({ filename }) => filename)).toEqual(['ticket.png', `booking-${bookingId}.ics`]);
  });

  it('is dropped if there is nothing left to remind of, and not sent with REMINDER_HOURS=0 [REMIND-6]', async () => {
    const { addUser, show, book, mails, start, pool, db, make } = await openWithMail({ REMINDER_HOURS: '0' });
    const [off, cancelled, admitted, kept] = [await addUser(), await addUser(), await addUser(), await addUser()];
    const showId = await show(new Date(Date.now() + HOUR_MS));
    const bookings = [];
    for (const [index, user] of [off, cancelled, admitted, kept].entries())
      bookings.push(await book(showId, user, `A${index + 1}`));
    await queueReminders(db, HOURS);
    await make.cancel(bookings[1] ?? 0);
    await pool.query(`update bookings set status = 'CHECKED_IN', checked_in_at = now() where id = $1`, [bookings[2]]);
    await pool.query('update users set wants_reminders = false where id = $1', [off]);
    const never = await show(new Date(Date.now() + HOUR_MS));
    await book(never, kept, 'A1');
    await start();
    const readOutbox = async () => (await pool.query('select booking_id as id, status from outbox')).rows;
    await expect.poll(readOutbox).toEqual([{ id: bookings[3], status: 'SENT' }]);
    expect(mails).toHaveLength(1);
  });
});
