import { describe, expect, it } from 'vitest';
import { factoryFor } from '../../../test/factory.ts';
import { addPausePoint, alterFunction, interleave } from '../../../test/interleaving.ts';
import { freshDatabase } from '../../../test/test-app.ts';
import { whenOver } from '../../../test/when-over.ts';
import { openDatabase, openPool } from '../../platform/database/database.ts';
import { claimMail, dropMail, markSent, queueLinkMail, recordSenderHeartbeat } from './outbox.ts';

async function open(isOn: boolean) {
  const database = await freshDatabase();
  if (isOn) await recordSenderHeartbeat(database.db);
  const make = factoryFor(database.db);
  const addUser = async () => {
    const user = {
      ...{ name: 'Asha Rao', email: 'asha@example.com', password_hash: 'none' },
      email_confirmed_at: new Date(),
    };
    return (await database.db.insertInto('users').values(user).returning('id').executeTakeFirstOrThrow()).id;
  };
  const queued = () =>
    database.db.selectFrom('outbox').select(['kind', 'user_id', 'booking_id', 'details']).orderBy('id').execute();
  return { ...database, make, userId: await addUser(), queued };
}

describe('the outbox', () => {
  it('holds mails about committed changes only', async () => {
    const { db, make, userId, queued } = await open(true);
    const reset = { kind: 'password-reset', userId } as const;
    const failure = new Error('rolled back');
    await expect(
      db.transaction().execute(async (tx) => {
        await queueLinkMail(tx, 'asha@example.com', reset);
        throw failure;
      }),
    ).rejects.toBe(failure);
    expect(await queued()).toEqual([]);
    await queueLinkMail(db, 'asha@example.com', reset);
    const showId = await make.show();
    const bookingId = await make.booking({ showId, userId });
    await make.cancel(bookingId);
    expect(await queued()).toEqual([
      { kind: 'password-reset', user_id: userId, booking_id: null, details: {} },
      { kind: 'booking-confirmed', user_id: null, booking_id: bookingId, details: {} },
      { kind: 'booking-cancelled', user_id: null, booking_id: bookingId, details: {} },
    ]);
  });

  it('holds neither names nor addresses', async () => {
    const { db, pool, make, userId } = await open(true);
    await make.booking({ showId: await make.show(), userId });
    await queueLinkMail(db, 'asha@example.com', { kind: 'password-reset', userId });
    const { rows } = await pool.query('select outbox::text as text from outbox');
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toMatch(/asha|rao/i);
  });

  it('tells customers with confirmed bookings that their show moved, and from where', async () => {
    const { db, make, userId, queued } = await open(true);
    const screenId = await make.screen(await make.cinema('Regal'), 'Screen 1');
    const startsAt = new Date('2099-01-02T10:00:00Z');
    const showId = await make.show({ screenId, startsAt });
    const kept = await make.booking({ showId, userId, seats: ['A1'] });
    await make.booking({ showId, userId, seats: ['A2'], status: 'CANCELLED' });
    await make.booking({ showId, userId, seats: ['A3'], status: 'CHECKED_IN' });
    await db.deleteFrom('outbox').execute();
    await db.updateTable('shows').set({ price_paise: 100 }).where('id', '=', showId).execute();
    await db.updateTable('shows').set({ starts_at: startsAt }).where('id', '=', showId).execute();
    expect(await queued()).toEqual([]);
    await db
      .updateTable('shows')
      .set({ starts_at: new Date('2099-01-02T12:00:00Z') })
      .where('id', '=', showId)
      .execute();
    expect(await queued()).toEqual([
      {
        kind: 'show-moved',
        user_id: null,
        booking_id: kept,
        details: { startTime: '2099-01-02T10:00:00+00:00', screenId, screen: 'Screen 1', cinema: 'Regal' },
      },
    ]);
  });

  it('holds no mail about a show that moved into the past', async () => {
    const { db, make, userId, queued } = await open(true);
    const showId = await make.show();
    await make.booking({ showId, userId });
    await db.deleteFrom('outbox').execute();
    const move = (hours: number) =>
      db
        .updateTable('shows')
        .set({ starts_at: new Date(Date.now() + hours * 3_600_000) })
        .where('id', '=', showId)
        .execute();
    await move(-1);
    expect(await queued()).toEqual([]);
    await move(1);
    expect(await queued()).toMatchObject([{ kind: 'show-moved' }]);
  });

  it('stays empty while mail is off', async () => {
    const { db, make, userId, queued } = await open(false);
    const showId = await make.show();
    await make.cancel(await make.booking({ showId, userId }));
    await make.booking({ showId, userId, seats: ['B1'] });
    await db
      .updateTable('shows')
      .set({ starts_at: new Date('2099-01-02T12:00:00Z') })
      .where('id', '=', showId)
      .execute();
    await queueLinkMail(db, 'asha@example.com', { kind: 'password-reset', userId });
    expect(await queued()).toEqual([]);
  });
});

it('queues no mail about bookings for an unconfirmed address, and none later when it is confirmed', async () => {
  const { db, make, userId, queued } = await open(true);
  const confirm = (at: Date | null) =>
    db.updateTable('users').set({ email_confirmed_at: at }).where('id', '=', userId).execute();
  await confirm(null);
  const showId = await make.show();
  const [kept, cancelled] = [
    await make.booking({ showId, userId, seats: ['A1'] }),
    await make.booking({ showId, userId, seats: ['A2'] }),
  ];
  await make.cancel(cancelled);
  await db
    .updateTable('shows')
    .set({ starts_at: new Date('2099-01-02T12:00:00Z') })
    .where('id', '=', showId)
    .execute();
  await confirm(new Date());
  expect(await queued()).toEqual([]);
  await make.cancel(kept);
  expect(await queued()).toMatchObject([{ kind: 'booking-cancelled', booking_id: kept }]);
});

describe('the limit per account', () => {
  const MAX_PER_HOUR = 20;

  async function openWith(bookings: number) {
    const opened = await open(true);
    const { db, make } = opened;
    const showId = await make.show();
    const book = (userId: number, seat: number) =>
      make.booking({ showId, userId, seats: [`${'ABCDEFGHIJ'[Math.floor(seat / 10)]}${1 + (seat % 10)}`] });
    for (let seat = 0; seat < bookings; seat += 1) await book(opened.userId, seat);
    const claimAll = async () => {
      const kinds: string[] = [];
      for (let mail = await claimMail(db); mail; mail = await claimMail(db)) {
        kinds.push(mail.kind);
        await markSent(db, mail);
      }
      return kinds;
    };
    /** Makes claims look older. */
    const wait = (minutes: number) =>
      opened.pool.query(`update outbox set counted_at = counted_at - make_interval(mins => $1)`, [minutes]);
    return { ...opened, book, claimAll, wait };
  }

  it('sends 20 mails in an hour and combines the rest into one', async () => {
    const { claimAll, book, userId, queued } = await openWith(35);
    expect(await claimAll()).toEqual([...Array(MAX_PER_HOUR).fill('booking-confirmed'), 'many-changes']);
    await book(userId, 40);
    await book(userId, 41);
    expect(await claimAll()).toEqual([]);
    expect(await queued()).toHaveLength(MAX_PER_HOUR + 1);
  });

  it('applies to any 60 minutes', async () => {
    const { claimAll, book, userId, wait } = await openWith(10);
    expect(await claimAll()).toHaveLength(10);
    await wait(40);
    for (let seat = 10; seat < 25; seat += 1) await book(userId, seat);
    expect(await claimAll()).toEqual([...Array(10).fill('booking-confirmed'), 'many-changes']);
    await wait(21);
    for (let seat = 30; seat < 45; seat += 1) await book(userId, seat);
    // The combined mail is 21 minutes old, so this hour has no second one.
    expect(await claimAll()).toEqual(Array(10).fill('booking-confirmed'));
  });

  it('says when mails resume', async () => {
    const { db, claimAll, pool } = await openWith(MAX_PER_HOUR);
    await claimAll();
    await pool.query(`update outbox set counted_at = '2099-01-02T10:00:00Z'`);
    await pool.query(`insert into outbox (kind, booking_id, recipient_id)
      select kind, booking_id, recipient_id from outbox limit 1`);
    const mail = await claimMail(db);
    expect(mail).toMatchObject({ kind: 'many-changes', details: { resumesAt: '2099-01-02T11:00:00+00:00' } });
  });

  it('does not affect other accounts', async () => {
    const { db, claimAll, book } = await openWith(30);
    const ravi = { name: 'Ravi', email: 'ravi@example.com', password_hash: 'none', email_confirmed_at: new Date() };
    const { id } = await db.insertInto('users').values(ravi).returning('id').executeTakeFirstOrThrow();
    await book(id, 50);
    expect((await claimAll()).filter((kind) => kind === 'booking-confirmed')).toHaveLength(MAX_PER_HOUR + 1);
  });

  it('counts reset links and never withholds them', async () => {
    const { db, make, claimAll, userId } = await openWith(0);
    const reset = () => queueLinkMail(db, 'asha@example.com', { kind: 'password-reset', userId });
    await reset();
    const showId = await make.show();
    for (const row of 'ABC')
      for (let number = 1; number <= 10; number += 1)
        await make.booking({ showId, userId, seats: [`${row}${number}`] });
    const kinds = await claimAll();
    expect(kinds.filter((kind) => kind === 'booking-confirmed')).toHaveLength(MAX_PER_HOUR - 1);
    await reset();
    expect(await claimAll()).toEqual(['password-reset']);
  });

  it('does not count mails with nothing left to say', async () => {
    const { db, claimAll, book, userId } = await openWith(5);
    for (let mail = await claimMail(db); mail; mail = await claimMail(db)) await dropMail(db, mail);
    for (let seat = 10; seat < 30; seat += 1) await book(userId, seat);
    expect(await claimAll()).toEqual(Array(MAX_PER_HOUR).fill('booking-confirmed'));
  });

  /** Two servers claim at once for an account that may be sent one more mail. */
  async function claimTheLast(guard: 'with the lock' | 'without it') {
    const { connection, claimAll, book, userId, wait } = await openWith(MAX_PER_HOUR - 1);
    await claimAll();
    await wait(1);
    await book(userId, 60);
    await book(userId, 61);
    const limits = { statement_timeout: 0, lock_timeout: 0, query_timeout: 0 };
    const pool = openPool({ ...connection, ...limits });
    whenOver(() => pool.end());
    await addPausePoint(pool);
    await alterFunction(pool, 'ledger.claim_mail', [
      /coalesce\(o\.counted_at, clock_timestamp\(\)\)/,
      'ledger.after_pause($&)',
    ]);
    if (guard === 'without it')
      await alterFunction(pool, 'ledger.claim_mail', [/perform pg_advisory_xact_lock[^;]+;/, '']);
    const claim = async () => (await claimMail(openDatabase(pool)))?.kind;
    return (await interleave(pool, claim, claim)).map((one) => (one.status === 'fulfilled' ? one.value : one.reason));
  }

  it('holds when two servers claim at once', async () => {
    expect(await claimTheLast('with the lock')).toEqual(['booking-confirmed', 'many-changes']);
  });

  it('control: is exceeded without the lock', async () => {
    expect(await claimTheLast('without it')).toEqual(['booking-confirmed', 'booking-confirmed']);
  });
});
