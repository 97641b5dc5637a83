import { describe, expect, it } from 'vitest';
import { factoryFor } from '../../../test/factory.ts';
import { freshDatabase } from '../../../test/test-app.ts';
import { queueMail, switchMail } from './outbox.ts';

async function open(isOn: boolean) {
  const database = await freshDatabase();
  await switchMail(database.db, isOn);
  const make = factoryFor(database.db);
  const addUser = async () => {
    const user = { name: 'Asha Rao', email: 'asha@example.com', password_hash: 'none' };
    return (await database.db.insertInto('users').values(user).returning('id').executeTakeFirstOrThrow()).id;
  };
  const queued = () =>
    database.db.selectFrom('outbox').select(['kind', 'user_id', 'booking_id', 'details']).orderBy('id').execute();
  return { ...database, make, userId: await addUser(), queued };
}

const inAnHour = () => new Date(Date.now() + 3_600_000);

describe('the outbox', () => {
  it('has the mails of what was committed, and of nothing else', async () => {
    const { db, make, userId, queued } = await open(true);
    const path = '/reset-password?token=x';
    const reset = { kind: 'password-reset', userId, path, expiresAt: inAnHour() } as const;
    const failure = new Error('rolled back');
    await expect(
      db.transaction().execute(async (tx) => {
        await queueMail(tx, reset);
        throw failure;
      }),
    ).rejects.toBe(failure);
    expect(await queued()).toEqual([]);
    await queueMail(db, reset);
    const showId = await make.show();
    const bookingId = await make.booking({ showId, userId });
    await make.cancel(bookingId);
    expect(await queued()).toEqual([
      {
        kind: 'password-reset',
        user_id: userId,
        booking_id: null,
        details: { path, expiresAt: reset.expiresAt.toISOString() },
      },
      { kind: 'booking-confirmed', user_id: null, booking_id: bookingId, details: {} },
      { kind: 'booking-cancelled', user_id: null, booking_id: bookingId, details: {} },
    ]);
  });

  it('holds neither names nor addresses', async () => {
    const { db, pool, make, userId } = await open(true);
    await make.booking({ showId: await make.show(), userId });
    await queueMail(db, { kind: 'password-reset', userId, path: '/', expiresAt: inAnHour() });
    const { rows } = await pool.query('select outbox::text as text from outbox');
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toMatch(/asha|rao/i);
  });

  it('tells the holders of confirmed bookings that their show moved, and where it was', async () => {
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
    await queueMail(db, { kind: 'password-reset', userId, path: '/', expiresAt: inAnHour() });
    expect(await queued()).toEqual([]);
  });
});
