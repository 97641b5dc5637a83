import type { AddressInfo } from 'node:net';
import { createSigner } from 'fast-jwt';
import { afterAll, describe, expect, it } from 'vitest';
import { type LiveConnection, openConnection } from '../../../test/live-connection.ts';
import { addShow } from '../../../test/shows.ts';
import { JWT_SECRET, openTestApp, type TestApp } from '../../../test/test-app.ts';

const HOLD_SECONDS = 600;
const HOLD_MAX_SECONDS = 1000;
const testApp = await openTestApp({
  HOLD_SECONDS: String(HOLD_SECONDS),
  HOLD_MAX_SECONDS: String(HOLD_MAX_SECONDS),
  HOLD_GRACE_SECONDS: '8',
});
const port = await listen(testApp);
const asha = await testApp.addUser();
const ravi = await testApp.addUser({ name: 'Ravi', email: 'ravi-secret@example.com' });
const admin = await testApp.addUser({ role: 'ADMIN' });

async function listen({ app }: TestApp): Promise<number> {
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
}

const connections: LiveConnection[] = [];
async function connect(token: string, showId?: number, to = port): Promise<LiveConnection> {
  const connection = await openConnection(to, token);
  connections.push(connection);
  if (showId !== undefined) await connection.ask('join-show', { showId });
  return connection;
}
afterAll(() => {
  for (const connection of connections) connection.close();
});
const book = (token: string, showId: number, seats: string[]) =>
  testApp.call('POST', '/bookings', { token, body: { showId, seats } });

/** Moves the show's holds into the past. */
const passSeconds = (showId: number, seconds: number) =>
  testApp.pool.query(
    `update seats set held_since = held_since - $2 * interval '1 s', held_until = held_until - $2 * interval '1 s'
     where show_id = $1 and held_until is not null`,
    [showId, seconds],
  );

/** Waits until a server has renewed the lease of the show's holds. */
async function expectRenewal(showId: number): Promise<void> {
  const leasedUntil = async () => {
    const { rows } = await testApp.pool.query('select max(leased_until) as until from seats where show_id = $1', [
      showId,
    ]);
    return Number(rows[0].until);
  };
  const before = await leasedUntil();
  await expect.poll(leasedUntil).toBeGreaterThan(before);
}

describe('a cancelled show', () => {
  it('notifies the room with the reason and then a snapshot, and ends all holds [CANCEL-3]', async () => {
    const showId = await addShow(testApp.db);
    const [a, m] = [await connect(asha.token, showId), await connect(admin.token, showId)];
    await a.ask('block-seats', { showId, seats: ['A1', 'A2'] });
    await book(ravi.token, showId, ['B1']);
    const body = { reason: 'The projector is broken' };
    await testApp.call('POST', `/admin/shows/${showId}/cancel`, { token: admin.token, body });
    for (const connection of [a, m]) {
      const { epoch, version, ...event } = await connection.waitFor('show-cancelled');
      expect(event).toEqual({ showId, reason: 'The projector is broken' });
      const truth = await connection.waitFor('seats-updated', (snapshot) => snapshot.version === version);
      expect(truth).toMatchObject({
        epoch,
        bookedSeats: [],
        blockedSeats: {},
        cancelReason: 'The projector is broken',
      });
    }
    expect(await a.ask('block-seats', { showId, seats: ['C1'] })).toEqual({
      ...{ success: false, showId, blocked: [], conflicts: [], expiresAt: null, message: 'This show was cancelled.' },
    });
    expect(await a.ask('unblock-seats', { showId })).toMatchObject({ unblocked: [] });

    const late = await connect(ravi.token);
    expect(await late.ask('join-show', { showId })).toMatchObject({ cancelReason: 'The projector is broken' });
    expect(await late.waitFor('show-cancelled')).toMatchObject({ showId, reason: 'The projector is broken' });
    const scheduled = await a.ask('join-show', { showId: await addShow(testApp.db) });
    expect(scheduled).not.toHaveProperty('cancelReason');
  });
});

describe('holds', () => {
  it('holds the available seats, lists the rest as conflicts, and notifies the room [HOLD-1]', async () => {
    const showId = await addShow(testApp.db);
    const [a, r] = [await connect(asha.token, showId), await connect(ravi.token, showId)];
    const first = await a.ask('block-seats', { showId, seats: ['A1', 'A2'] });
    expect(first).toMatchObject({ success: true, showId, blocked: ['A1', 'A2'], conflicts: [] });
    const second = await r.ask('block-seats', { showId, seats: ['A2', 'A3'] });
    expect(second).toMatchObject({ success: true, blocked: ['A3'], conflicts: ['A2'] });
    const third = await r.ask('block-seats', { showId, seats: ['a1'] });
    expect(third).toMatchObject({ success: false, blocked: [], conflicts: ['A1'], message: 'Seat A1 is taken.' });
    expect(await r.waitFor('seats-blocked', ({ userId }) => userId === asha.id)).toEqual({
      showId,
      epoch: expect.any(String),
      version: 1,
      seats: ['A1', 'A2'],
      userId: asha.id,
      expiresAt: first.expiresAt,
    });
    expect(await r.waitFor('seat-block-response', ({ success }) => !success)).toEqual(third);
  });

  it('gives all holds of a user for a show one expiry, renewed by each hold, never past the maximum [HOLD-2]', async () => {
    const showId = await addShow(testApp.db);
    const a = await connect(asha.token, showId);
    const first = await a.ask('block-seats', { showId, seats: ['A1'] });
    await passSeconds(showId, 300);
    const second = await a.ask('block-seats', { showId, seats: ['A2'] });
    expect(Date.parse(second.expiresAt)).toBeGreaterThanOrEqual(Date.parse(first.expiresAt));
    await passSeconds(showId, 300);
    const third = await a.ask('block-seats', { showId, seats: ['A1'] });
    const madeAt = Date.parse(first.expiresAt) - (HOLD_SECONDS + 600) * 1000;
    expect(Date.parse(third.expiresAt)).toBe(madeAt + HOLD_MAX_SECONDS * 1000);
    const { blockedSeats } = await a.ask('get-seat-availability', { showId });
    expect(blockedSeats).toEqual({
      A1: { userId: asha.id, expiresAt: third.expiresAt },
      A2: { userId: asha.id, expiresAt: third.expiresAt },
    });
  });

  it('allows at most six seats per user and show [HOLD-3]', async () => {
    const showId = await addShow(testApp.db);
    const a = await connect(asha.token, showId);
    await a.ask('block-seats', { showId, seats: ['A1', 'A2', 'A3', 'A4'] });
    const more = await a.ask('block-seats', { showId, seats: ['A4', 'A5', 'A6', 'A7'] });
    expect(more).toMatchObject({ success: false, blocked: [], message: 'Maximum 6 seats can be selected' });
    expect(await a.ask('block-seats', { showId, seats: ['A4', 'A5', 'A6'] })).toMatchObject({ success: true });
  });

  it('ignores an expired hold and notifies the room [HOLD-4]', async () => {
    const showId = await addShow(testApp.db);
    const [a, r] = [await connect(asha.token, showId), await connect(ravi.token, showId)];
    await a.ask('block-seats', { showId, seats: ['B1', 'B2'] });
    await passSeconds(showId, HOLD_SECONDS);
    const gone = await r.waitFor('seats-unblocked');
    expect(gone).toMatchObject({ showId, version: 2, seats: ['B1', 'B2'], userId: asha.id, reason: 'expired' });
    expect(await r.ask('block-seats', { showId, seats: ['B1'] })).toMatchObject({ success: true });
  });

  it("releases the named seats, or all of the user's, and never a booking [HOLD-5]", async () => {
    const showId = await addShow(testApp.db);
    const [a, r] = [await connect(asha.token, showId), await connect(ravi.token, showId)];
    await a.ask('block-seats', { showId, seats: ['A1', 'A2', 'A3', 'A4'] });
    expect(await a.ask('unblock-seats', { showId, seats: ['A2', 'J1'] })).toMatchObject({
      success: true,
      unblocked: ['A2'],
    });
    expect(await r.waitFor('seats-unblocked')).toMatchObject({ seats: ['A2'], reason: 'released', version: 2 });
    expect(await r.ask('unblock-seats', { showId, seats: ['A1'] })).toMatchObject({ unblocked: [] });
    await book(asha.token, showId, ['A1']);
    expect(await a.ask('unblock-seats', { showId })).toMatchObject({ unblocked: ['A3', 'A4'] });
    await a.ask('block-seats', { showId, seats: ['B1', 'B2'] });
    expect(await a.ask('unblock-seats', { showId, seats: null })).toMatchObject({ unblocked: ['B1', 'B2'] });
    const { bookedSeats, blockedSeats } = await a.ask('get-seat-availability', { showId });
    expect([bookedSeats, blockedSeats]).toEqual([['A1'], {}]);
  });

  it('releases seats even if the connection ends right after the request [HOLD-5]', async () => {
    const showId = await addShow(testApp.db);
    const [a, r] = [await connect(asha.token, showId), await connect(ravi.token, showId)];
    await a.ask('block-seats', { showId, seats: ['A1'] });
    a.socket.emit('unblock-seats', { showId });
    a.close();
    expect(await r.waitFor('seats-unblocked')).toMatchObject({ seats: ['A1'], reason: 'released' });
  });

  it('refuses to hold seats of an unknown or started show [HOLD-6]', async () => {
    const a = await connect(asha.token);
    const unknown = await a.ask('block-seats', { showId: 999_999, seats: ['A1'] });
    expect(unknown).toMatchObject({ success: false, message: 'Show not found', blocked: [], expiresAt: null });
    const started = await addShow(testApp.db, { startsAt: new Date(Date.now() - 1000) });
    expect(await a.ask('block-seats', { showId: started, seats: ['A1'] })).toMatchObject({ success: false });
  });

  it('keeps holds while a connection of the user is in the room, and releases them a grace period after the last has left [HOLD-7]', async () => {
    const showId = await addShow(testApp.db);
    const r = await connect(ravi.token, showId);
    const [tab, otherTab] = [await connect(asha.token, showId), await connect(asha.token, showId)];
    await tab.ask('block-seats', { showId, seats: ['A1'] });
    tab.close();
    await expectRenewal(showId);
    otherTab.close();
    const back = await connect(asha.token, showId);
    await back.ask('block-seats', { showId, seats: ['A2'] });
    await expectRenewal(showId);
    expect(r.received.map(({ event }) => event)).not.toContain('seats-unblocked');
    back.close();
    expect(await r.waitFor('seats-unblocked')).toMatchObject({ seats: ['A1', 'A2'], reason: 'disconnected' });
  });

  it('ends the leases of all holds of a user for a show at the same instant [HOLD-7]', async () => {
    const showId = await addShow(testApp.db);
    const a = await connect(asha.token, showId);
    await a.ask('block-seats', { showId, seats: ['A1', 'A2', 'A3', 'A4', 'A5', 'A6'] });
    await expectRenewal(showId);
    const { rows } = await testApp.pool.query('select distinct leased_until from seats where show_id = $1', [showId]);
    expect(rows).toHaveLength(1);
  });

  it('starts the grace period on leave-show too [HOLD-7]', async () => {
    const showId = await addShow(testApp.db);
    const [a, r] = [await connect(asha.token, showId), await connect(ravi.token, showId)];
    await a.ask('block-seats', { showId, seats: ['A1'] });
    await a.ask('leave-show', { showId });
    expect(await r.waitFor('seats-unblocked')).toMatchObject({ seats: ['A1'], reason: 'disconnected' });
  });

  it('keeps holds of a user who never joined the room until they expire [HOLD-8]', async () => {
    const showId = await addShow(testApp.db);
    const [a, r] = [await connect(asha.token), await connect(ravi.token, showId)];
    await a.ask('block-seats', { showId, seats: ['A1'] });
    a.close();
    await passSeconds(showId, HOLD_SECONDS);
    expect(await r.waitFor('seats-unblocked')).toMatchObject({ seats: ['A1'], reason: 'expired' });
  });
});

describe('seats out of service', () => {
  const close = async (showId: number, ...seats: string[]) => {
    const { data } = (await testApp.call('GET', `/shows/${showId}`, { token: admin.token })).body;
    const path = `/screens/${data.screenId}/closed-seats`;
    return testApp.call('PUT', path, { token: admin.token, body: { seats } });
  };
  const cancelAs = ({ token }: { token: string }, path: string) =>
    testApp.call('POST', path, { token, body: { reason: 'The seat is broken' } });

  it('cannot be held, and the response says why [CLOSED-1]', async () => {
    const showId = await addShow(testApp.db);
    await close(showId, 'A2', 'A3');
    const [a, r] = [await connect(asha.token, showId), await connect(ravi.token, showId)];
    await r.ask('block-seats', { showId, seats: ['A4'] });
    expect(await a.ask('block-seats', { showId, seats: ['A3'] })).toMatchObject({
      ...{ success: false, blocked: [], conflicts: ['A3'], closedSeats: ['A3'] },
      message: 'Seat A3 is out of service.',
    });
    expect(await a.ask('block-seats', { showId, seats: ['A1', 'A2', 'A3', 'A4'] })).toMatchObject({
      ...{ success: true, blocked: ['A1'], conflicts: ['A2', 'A3', 'A4'], closedSeats: ['A2', 'A3'] },
      message: 'Seat A1 is held for you. Seat A4 is taken. Seats A2, A3 are out of service.',
    });
    const { blockedSeats } = await a.ask('get-seat-availability', { showId });
    expect(Object.keys(blockedSeats)).toEqual(['A1', 'A4']);
    expect(await a.ask('block-seats', { showId, seats: ['A5'] })).not.toHaveProperty('closedSeats');
  });

  it('end their holds when they change, and reach open rooms as a snapshot [CLOSED-3]', async () => {
    const showId = await addShow(testApp.db);
    const room = [
      await connect(asha.token, showId),
      await connect(ravi.token, showId),
      await connect(admin.token, showId),
    ];
    await room[0]?.ask('block-seats', { showId, seats: ['B1', 'B2'] });
    await close(showId, 'B2', 'B3');
    for (const connection of room) {
      const snapshot = await connection.waitFor('seats-updated', ({ closedSeats }) => closedSeats.length > 0);
      expect(snapshot).toMatchObject({ version: 2, bookedSeats: ['B2', 'B3'], closedSeats: ['B2', 'B3'] });
      expect(Object.keys(snapshot.blockedSeats)).toEqual(['B1']);
    }
    await close(showId);
    for (const connection of room) {
      const opened = await connection.waitFor('seats-updated', ({ version }) => version === 3);
      expect(opened).toMatchObject({ bookedSeats: [], closedSeats: [] });
    }
  });

  it.each([
    { who: 'its customer', cancel: (id: number) => cancelAs(ravi, `/bookings/cancel/${id}`) },
    { who: 'an administrator', cancel: (id: number) => cancelAs(admin, `/admin/bookings/${id}/cancel`) },
  ])('show a seat as closed in the room when $who cancels its booking [CLOSED-2]', async ({ cancel }) => {
    const showId = await addShow(testApp.db);
    const { id } = (await book(ravi.token, showId, ['C1', 'C2'])).body;
    await close(showId, 'C1');
    const a = await connect(asha.token, showId);
    expect(await cancel(id)).toMatchObject({ status: 200 });
    const snapshot = await a.waitFor('seats-updated', ({ version }) => version === 4);
    expect(snapshot).toMatchObject({ bookedSeats: ['C1'], closedSeats: ['C1'], blockedSeats: {} });
  });
});

describe('live', () => {
  it('returns a snapshot on joining, and leaves the show joined before [LIVE-1]', async () => {
    const [showId, other] = [await addShow(testApp.db), await addShow(testApp.db)];
    const a = await connect(asha.token, showId);
    await book(asha.token, showId, ['C1']);
    // A change that arrives after a snapshot that already includes it would cause another snapshot.
    await a.waitFor('booking-confirmed');
    const r = await connect(ravi.token, other);
    const snapshot = await r.ask('join-show', { showId });
    expect(snapshot).toEqual({
      showId,
      epoch: expect.any(String),
      version: 1,
      bookedSeats: ['C1'],
      blockedSeats: {},
      closedSeats: [],
      wheelchairSeats: [],
      companionSeats: [],
    });
    expect(await r.waitFor('seats-updated', (snapshot) => snapshot.showId === showId)).toEqual(snapshot);
    await book(asha.token, other, ['C1']);
    await book(asha.token, showId, ['C2']);
    await r.waitFor('booking-confirmed');
    expect(
      r.received.filter(({ event }) => event === 'booking-confirmed').map(({ payload }) => payload.showId),
    ).toEqual([showId]);
  });

  it('sends who booked only to administrators, and no longer to a demoted one [LIVE-2]', async () => {
    const showId = await addShow(testApp.db);
    const boss = await testApp.addUser({ role: 'ADMIN' });
    const [customer, chief, demoted] = [
      await connect(asha.token, showId),
      await connect(admin.token, showId),
      await connect(boss.token, showId),
    ];
    const { id } = (await book(ravi.token, showId, ['A1'])).body;
    const user = { id: ravi.id, name: 'Ravi', email: 'ravi-secret@example.com' };
    expect(await chief.waitFor('booking-confirmed')).toMatchObject({ seats: ['A1'], bookingId: id, user });
    expect(await demoted.waitFor('booking-confirmed')).toMatchObject({ user });
    await testApp.db.updateTable('users').set({ role: 'USER' }).where('id', '=', boss.id).execute();
    await testApp.call('POST', `/bookings/cancel/${id}`, { token: ravi.token });
    await demoted.waitFor('seats-updated', ({ version }) => version >= 2);
    await book(ravi.token, showId, ['A2']);
    expect(await chief.waitFor('booking-cancelled')).toMatchObject({ seats: ['A1'], bookingId: id });
    await demoted.waitFor('booking-confirmed', ({ seats }) => seats[0] === 'A2');
    const afterwards = demoted.received.slice(
      demoted.received.findIndex(({ event }) => event === 'booking-confirmed') + 1,
    );
    expect(JSON.stringify(afterwards)).not.toMatch(/bookingId|Ravi|ravi-secret/);
    await customer.waitFor('booking-confirmed', ({ seats }) => seats[0] === 'A2');
    expect(JSON.stringify(customer.received)).not.toMatch(/bookingId|Ravi|ravi-secret/);
    expect(await customer.waitFor('booking-cancelled')).toEqual({
      ...{ showId, epoch: expect.any(String), version: 2, seats: ['A1'] },
    });
  });

  it('responds to an invalid payload with an error and an acknowledgement, and keeps the connection [LIVE-3]', async () => {
    const a = await connect(asha.token);
    const answer = await a.ask('block-seats', { showId: '1', seats: [] });
    expect(answer).toMatchObject({ success: false, code: 'VALIDATION_FAILED', message: expect.any(String) });
    expect(await a.waitFor('error')).toEqual(answer);
    expect(await a.ask('join-show', null)).toMatchObject({ success: false });
    expect(await a.ask('join-show', { showId: 999_999 })).toMatchObject({ code: 'NOT_FOUND' });
    expect(a.socket.connected).toBe(true);
  });

  it('refuses a connection without a valid token [LIVE-4]', async () => {
    await expect(openConnection(port, 'nonsense')).rejects.toThrow('Authentication required');
    await expect(openConnection(port, '')).rejects.toThrow('Authentication required');
  });

  it('sends every room a snapshot after losing the listening connection [LIVE-5]', async () => {
    const showId = await addShow(testApp.db);
    const a = await connect(asha.token, showId);
    await testApp.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'moviebooking live' and datname = current_database()`,
    );
    await book(ravi.token, showId, ['E5']);
    const snapshot = await a.waitFor('seats-updated', ({ bookedSeats }) => bookedSeats.includes('E5'));
    expect(snapshot).toEqual({
      showId,
      epoch: expect.any(String),
      version: 1,
      bookedSeats: ['E5'],
      blockedSeats: {},
      closedSeats: [],
      wheelchairSeats: [],
      companionSeats: [],
    });
  });

  it.each(['nonsense', '[{"kind":"sold","showId":1}]'])(
    'sends a snapshot if a notification cannot be parsed: %s [LIVE-5]',
    async (payload) => {
      const showId = await addShow(testApp.db);
      const a = await connect(asha.token, showId);
      a.received.length = 0;
      await testApp.pool.query('select pg_notify($1, $2)', ['seats', payload]);
      expect(await a.waitFor('seats-updated')).toMatchObject({ showId, version: 0 });
      await book(ravi.token, showId, ['E5']);
      expect(await a.waitFor('booking-confirmed')).toMatchObject({ version: 1, seats: ['E5'] });
    },
  );

  it('ends a connection with its token [LIVE-4]', async () => {
    const sign = createSigner({ key: JWT_SECRET, algorithm: 'HS256', expiresIn: 6000 });
    const connection = await openConnection(port, sign({ sub: String(asha.id) }));
    const reason = await new Promise((resolve) => connection.socket.once('disconnect', resolve));
    expect(reason).toBe('io server disconnect');
  });

  it('refuses a connection from a page of another origin [LIVE-4]', async () => {
    const address = `http://127.0.0.1:${port}/socket.io/?EIO=4&transport=polling`;
    const status = async (origin: string) => (await fetch(address, { headers: { origin } })).status;
    expect(await status('http://evil.example')).toBe(403);
    expect(await status('nonsense')).toBe(403);
    expect(await status(`http://127.0.0.1:${port}`)).toBe(200);
  });
});

describe('too many requests', () => {
  it('are refused and then end the connection, without affecting other users [LIVE-3]', async () => {
    const strict = await openTestApp({ RATE_LIMIT: 'on' });
    const strictPort = await listen(strict);
    const [first, other] = [await strict.addUser(), await strict.addUser()];
    const showId = await addShow(strict.db);
    const [loud, quiet] = [
      await openConnection(strictPort, first.token),
      await openConnection(strictPort, other.token),
    ];
    const ended = new Promise((resolve) => loud.socket.once('disconnect', resolve));
    for (let n = 0; n < 400; n++) loud.socket.emit('get-seat-availability', { showId });
    expect(await quiet.ask('block-seats', { showId, seats: ['A1'] })).toMatchObject({ success: true });
    await ended;
    expect(loud.received.filter(({ event }) => event === 'seat-availability').length).toBeLessThanOrEqual(40);
    quiet.close();
  });
});
