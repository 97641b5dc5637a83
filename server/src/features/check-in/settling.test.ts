import { createHash } from 'node:crypto';
import { listedText, type TicketList } from '@moviebooking/contract/check-in';
import { describe, expect, it } from 'vitest';
import { factoryFor, fromNow, HOUR_MS } from '../../../test/factory.ts';
import { addPausePoint, interleave } from '../../../test/interleaving.ts';
import { freshDatabase, openTestApp } from '../../../test/test-app.ts';
import { createTicketCodes } from '../booking/ticket-code.ts';

const testApp = await openTestApp();
const make = factoryFor(testApp.db);
const staff = await testApp.addUser({ role: 'STAFF' });

async function ticket(startsAt = fromNow(HOUR_MS), seats = ['C10', 'C9'], app = testApp) {
  const factory = factoryFor(app.db);
  const customer = await app.addUser({ name: 'Asha Rao' });
  const showId = await factory.show({ startsAt });
  const bookingId = await factory.booking({ showId, userId: customer.id, seats });
  const history = await app.call('GET', '/bookings/history', { token: customer.token });
  return { customer, showId, bookingId, code: history.body.data[0].ticketCode as string };
}

const scanOf = (scanId: string, code: string, scannedAt = new Date()) => ({
  scanId,
  code,
  scannedAt: scannedAt.toISOString(),
});
const send = (...scans: object[]) =>
  testApp.call('POST', '/admin/check-in/settle', { token: staff.token, body: { scans } });
const settle = async (...scans: object[]) =>
  (await send(...scans)).body.data as { scanId: string; reason: string | null }[];
const entranceOf = async (showId: number) =>
  (await testApp.call('GET', `/admin/check-in/shows/${showId}`, { token: staff.token })).body.data;
const listOf = ({ signedList }: { signedList: { list: string } }): TicketList => JSON.parse(signedList.list);
const statusOf = async (id: number) =>
  (await testApp.db.selectFrom('bookings').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status;

describe('the entrance of a show', () => {
  it('counts admitted and booked seats', async () => {
    const { showId, code, customer } = await ticket();
    await make.booking({ showId, userId: customer.id, seats: ['A1', 'A2', 'A3'] });
    await make.cancel(await make.booking({ showId, userId: customer.id, seats: ['B1'] }));
    expect(await entranceOf(showId)).toMatchObject({ showId, admittedSeats: 0, bookedSeats: 5, conflicts: [] });
    await testApp.call('POST', '/admin/check-in', { token: staff.token, body: { code, showId } });
    expect(await entranceOf(showId)).toMatchObject({ admittedSeats: 2, bookedSeats: 5 });
  });

  it('has a list to find tickets by, without names, codes or cancelled bookings', async () => {
    const { showId, code, customer } = await ticket();
    await make.cancel(await make.booking({ showId, userId: customer.id, seats: ['B1'] }));
    const { signedList } = await entranceOf(showId);
    const list = listOf({ signedList });
    expect(list).toMatchObject({ showId, movieTitle: 'Monsoon', screenName: 'Screen 1' });
    expect(list.tickets).toEqual([
      {
        ...{ codes: [expect.any(String)], seats: ['C9', 'C10'], checkedInAt: null },
        ...{ seatCodes: [[expect.any(String)], [expect.any(String)]], admittedAt: [null, null] },
      },
    ]);
    const hash = createHash('sha256')
      .update(listedText(showId, ` ${code.toLowerCase()}`))
      .digest('base64url');
    expect(hash.startsWith(list.tickets[0]?.codes[0] as string)).toBe(true);
    for (const secret of ['Asha', customer.email, code, code.split('-')[2] as string])
      expect(JSON.stringify(signedList)).not.toContain(secret);
  });

  it('lists the time during which the show admits', async () => {
    const startsAt = fromNow(HOUR_MS);
    const list = listOf(await entranceOf((await ticket(startsAt)).showId));
    expect(Date.parse(list.admitsFrom)).toBeLessThanOrEqual(startsAt.getTime() - 3 * HOUR_MS);
    expect(Date.parse(list.admitsUntil)).toBe(startsAt.getTime() + 2 * HOUR_MS);
  });

  it('gets a 404 for an unknown show', async () => {
    const answer = await testApp.call('GET', '/admin/check-in/shows/2147483647', { token: staff.token });
    expect(answer).toMatchObject({ status: 404, body: { message: 'Show not found' } });
  });
});

describe('the checksum of a ticket list', () => {
  it('is the SHA-256 of the text', async () => {
    const { list, checksum } = (await entranceOf((await ticket()).showId)).signedList;
    expect(checksum).toBe(createHash('sha256').update(list).digest('base64url'));
  });

  it('comes with a signature that pages of the last release can verify', async () => {
    const { list, signature, key } = (await entranceOf((await ticket()).showId)).signedList;
    const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
    const publicKey = await crypto.subtle.importKey('raw', Buffer.from(key, 'base64url'), algorithm, false, ['verify']);
    const isValid = (text: string) =>
      crypto.subtle.verify(algorithm, publicKey, Buffer.from(signature, 'base64url'), Buffer.from(text));
    expect(await isValid(list)).toBe(true);
    expect(await isValid(`${list} `)).toBe(false);
  });
});

describe('a ticket code', () => {
  it('is listed together with the codes by previous secrets', () => {
    const sold = createTicketCodes('before').issue(7);
    expect(createTicketCodes('now', ['before']).allOf(7)).toEqual([createTicketCodes('now').issue(7), sold]);
  });
});

describe('offline scans', () => {
  it('admit as of when they were made, and may be sent again', async () => {
    const { code, showId, bookingId } = await ticket();
    const scannedAt = fromNow(-10 * 60_000);
    for (const _ of [1, 2])
      expect(await settle(scanOf('late 1', code, scannedAt))).toEqual([{ scanId: 'late 1', reason: null }]);
    expect(await entranceOf(showId)).toMatchObject({ admittedSeats: 2, bookedSeats: 2, conflicts: [] });
    const [listed] = listOf(await entranceOf(showId)).tickets;
    expect(listed?.checkedInAt).toBe(scannedAt.toISOString());
    const audit = await testApp.db.selectFrom('audit_log').select('id').where('entity_id', '=', bookingId).execute();
    expect(audit.length).toBe(1);
  });

  it('admit even if the show is over when they are settled', async () => {
    const { code, bookingId } = await ticket(fromNow(-3 * HOUR_MS));
    expect(await settle(scanOf('long ago', code, fromNow(-2 * HOUR_MS)))).toMatchObject([{ reason: null }]);
    expect(await statusOf(bookingId)).toBe('CHECKED_IN');
  });

  it('admit now if the device’s clock is ahead', async () => {
    const { code, showId } = await ticket();
    expect(await settle(scanOf('ahead', code, fromNow(HOUR_MS / 2)))).toMatchObject([{ reason: null }]);
    const [listed] = listOf(await entranceOf(showId)).tickets;
    expect(Date.parse(listed?.checkedInAt as string)).toBeLessThanOrEqual(Date.now());
  });

  it('of one ticket on two devices: the first settled admits, the other is a conflict that both devices see', async () => {
    const { code, showId, bookingId } = await ticket();
    const [early, late] = [fromNow(-600_000), fromNow(-300_000)];
    expect(await settle(scanOf('device 1', code, late))).toMatchObject([{ reason: null }]);
    for (const _ of [1, 2])
      expect(await settle(scanOf('device 2', code, early))).toEqual([
        { scanId: 'device 2', reason: 'ALREADY_CHECKED_IN' },
      ]);
    expect(await settle(scanOf('device 1', code, late))).toMatchObject([{ reason: null }]);
    const { admittedSeats, conflicts } = await entranceOf(showId);
    expect(admittedSeats).toBe(2);
    expect(conflicts).toEqual([
      {
        scanId: 'device 2',
        scannedAt: early.toISOString(),
        reason: 'ALREADY_CHECKED_IN',
        bookingId,
        seats: ['C9', 'C10'],
        admittedScanId: 'device 1',
        admittedAt: late.toISOString(),
      },
    ]);
  });

  it('conflict with an online scan, a cancelled booking and a rescheduled show', async () => {
    const used = await ticket();
    await testApp.call('POST', '/admin/check-in', { token: staff.token, body: { code: used.code, scanId: 'online' } });
    const cancelled = await ticket();
    await make.cancel(cancelled.bookingId);
    const moved = await ticket();
    const startsAt = (date: Date) =>
      testApp.db.updateTable('shows').set({ starts_at: date }).where('id', '=', moved.showId).execute();
    await startsAt(fromNow(72 * HOUR_MS));
    const scans = [used, cancelled, moved].map(({ code }, index) => scanOf(`mixed ${index}`, code));
    const reasons = ['ALREADY_CHECKED_IN', 'ALREADY_CANCELLED', 'WRONG_TIME'];
    expect((await settle(...scans)).map(({ reason }) => reason)).toEqual(reasons);
    expect((await entranceOf(used.showId)).conflicts).toMatchObject([{ admittedScanId: 'online' }]);
    expect((await entranceOf(cancelled.showId)).conflicts).toMatchObject([{ admittedScanId: null, admittedAt: null }]);

    await startsAt(fromNow(HOUR_MS));
    expect((await settle(...scans)).map(({ reason }) => reason)).toEqual(reasons);
    expect(await statusOf(moved.bookingId)).toBe('CONFIRMED');
  });

  it('with an unknown code admit no one and are not stored', async () => {
    expect(await settle(scanOf('forged', 'MB-1-AAAAAAAAAAAA'))).toEqual([{ scanId: 'forged', reason: 'NOT_FOUND' }]);
    const kept = await testApp.db
      .selectFrom('scan_conflicts')
      .select('scan_id')
      .where('scan_id', '=', 'forged')
      .execute();
    expect(kept).toEqual([]);
  });

  it('are refused as a whole if one is invalid', async () => {
    const { code } = await ticket();
    const good = scanOf('good', code);
    for (const scan of [{ ...good, scanId: '' }, { ...good, code: '' }, { ...good, scannedAt: 'yesterday' }, {}])
      expect((await send(good, scan)).status).toBe(400);
    expect((await send()).status).toBe(400);
    expect((await send(...Array.from({ length: 51 }, () => good))).status).toBe(400);
  });

  it('on 20 devices at once become one admission and 19 conflicts', async () => {
    const { code, showId } = await ticket();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, device) => settle(scanOf(`crowd ${device}`, code))),
    );
    const reasons = answers.map(([scan]) => scan?.reason);
    expect(reasons.filter((reason) => reason === null).length).toBe(1);
    expect(reasons.filter((reason) => reason === 'ALREADY_CHECKED_IN').length).toBe(19);
    expect((await entranceOf(showId)).conflicts.length).toBe(19);
  });

  it('count as one conflict if sent 20 times at once', async () => {
    const { code, showId } = await ticket();
    await settle(scanOf('stands', code));
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(scanOf('twin', code))));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.data[0].reason}`))).toEqual(
      new Set(['200 ALREADY_CHECKED_IN']),
    );
    expect((await entranceOf(showId)).conflicts.length).toBe(1);
  });
});

describe('one scan id for two tickets', () => {
  it('is settled for each ticket on its own', async () => {
    const [used, unused] = [await ticket(), await ticket()];
    await settle(scanOf('of the first', used.code));
    for (const _ of [1, 2]) {
      expect(await settle(scanOf('reused', used.code))).toMatchObject([{ reason: 'ALREADY_CHECKED_IN' }]);
      expect(await settle(scanOf('reused', unused.code))).toMatchObject([{ reason: null }]);
    }
    expect(await statusOf(unused.bookingId)).toBe('CHECKED_IN');
  });

  /** Two devices concurrently settle conflicts with the same scan id, for tickets of two shows. */
  async function settleBoth(key: 'scan and booking' | 'scan alone') {
    const database = await freshDatabase();
    const app = await openTestApp({}, { database });
    const sender = await app.addUser({ role: 'STAFF' });
    await addPausePoint(database.pool);
    await database.pool.query(`
      create function pause_before_conflict() returns trigger language plpgsql as
        'begin perform ledger.after_pause(1); return new; end';
      create trigger pause_before_conflict before insert on scan_conflicts
        for each row execute function pause_before_conflict();`);
    if (key === 'scan alone')
      await database.pool.query(
        'alter table scan_conflicts drop constraint scan_conflicts_pkey, add primary key (scan_id)',
      );
    const cancelledTicket = async () => {
      const made = await ticket(fromNow(HOUR_MS), ['A1'], app);
      await factoryFor(app.db).cancel(made.bookingId);
      return made;
    };
    const [one, other] = [await cancelledTicket(), await cancelledTicket()];
    const settleOne = (code: string) => async () => {
      const body = { scans: [scanOf('same id', code)] };
      const answer = await app.call('POST', '/admin/check-in/settle', { token: sender.token, body });
      return answer.status === 200 ? answer.body.data[0].reason : answer.status;
    };
    const outcomes = await interleave(database.pool, settleOne(one.code), settleOne(other.code));
    const kept = await app.db.selectFrom('scan_conflicts').select('booking_id').orderBy('booking_id').execute();
    return {
      outcomes: outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : outcome.reason)),
      isKeptFor: [one, other].map(({ bookingId }) => kept.some(({ booking_id }) => booking_id === bookingId)),
    };
  }

  it('keeps both conflicts when both are settled at once', async () => {
    expect(await settleBoth('scan and booking')).toEqual({
      outcomes: ['ALREADY_CANCELLED', 'ALREADY_CANCELLED'],
      isKeptFor: [true, true],
    });
  });

  it('control: loses one of them if the scan id alone is the key', async () => {
    const { outcomes, isKeptFor } = await settleBoth('scan alone');
    expect(outcomes.toSorted()).toEqual([500, 'ALREADY_CANCELLED']);
    expect(isKeptFor.filter(Boolean).length).toBe(1);
  });
});
