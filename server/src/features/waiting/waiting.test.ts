import type { AddressInfo } from 'node:net';
import type { QueryConfig } from 'pg';
import { AggregatorRegistry, Registry } from 'prom-client';
import { afterAll, describe, expect, it } from 'vitest';
import { type LiveConnection, openConnection } from '../../../test/live-connection.ts';
import { openOtherServer } from '../../../test/other-server.ts';
import { addShow } from '../../../test/shows.ts';
import { openTestApp } from '../../../test/test-app.ts';
import type { Api } from '../../platform/http/http.ts';
import type { Connection } from '../../platform/live/realtime.ts';
import { createWaitingMetrics } from './metrics.ts';
import { openWaitingRoom } from './waiting.ts';

const LIMIT = 2;
const METRICS_TOKEN = 'a token of tests';
const testApp = await openTestApp({ ROOM_LIMIT: String(LIMIT), HOLD_GRACE_SECONDS: '10', METRICS_TOKEN });
const { pool, db, addUser, call } = testApp;
const port = await listen(testApp.app);
const otherPort = await listen(await openOtherServer(testApp));

async function listen(app: Api): Promise<number> {
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
}

const connections: LiveConnection[] = [];
afterAll(() => {
  for (const connection of connections) connection.close();
});

type User = Awaited<ReturnType<typeof addUser>>;

/** Joins on this server. `joined` is the acknowledgement. */
async function join(showId: number, { user, to = port }: { user?: User; to?: number } = {}) {
  const who = user ?? (await addUser());
  const connection = await openConnection(to, who.token);
  connections.push(connection);
  return { ...connection, user: who, joined: await connection.ask('join-show', { showId }) };
}

/** A show that is full, so that the next user must queue. */
async function openFullShow() {
  const showId = await addShow(db);
  const inside = [];
  for (let place = 0; place < LIMIT; place++) inside.push(await join(showId));
  return { showId, inside: inside as [Joined, Joined] };
}
type Joined = Awaited<ReturnType<typeof join>>;

const waiting = (showId: number, position: number) => ({
  success: false,
  code: 'WAITING',
  showId,
  position,
  estimateSeconds: null,
});
const book = (user: User, showId: number, seats: string[]) =>
  call('POST', '/bookings', { token: user.token, body: { showId, seats } });
const hold = (who: Joined, showId: number, seats: string[]) => who.ask('block-seats', { showId, seats });
const leave = (who: Joined, showId: number) => who.ask('leave-show', { showId });
const admitted = (who: Joined) => who.waitFor('queue-admitted');
const positionIs = (who: Joined, wanted: number) =>
  who.waitFor('queue-updated', ({ position }: { position: number }) => position === wanted);

const gate = () => Promise.withResolvers<void>();

/** Makes the user's place expire. */
const runOut = (showId: number, user: User, column: 'leased_until' | 'ends_at') =>
  pool.query(`update line_places set ${column} = now() - interval '1 s' where show_id = $1 and user_id = $2`, [
    showId,
    user.id,
  ]);

const statesOf = async (showId: number): Promise<string[]> => {
  const { rows } = await pool.query('select state from line_places where show_id = $1 order by number', [showId]);
  return rows.map(({ state }) => state);
};

describe('the queue', () => {
  it('queues users above the limit, and admits them in order as others leave [WAIT-1]', async () => {
    const { showId, inside } = await openFullShow();
    for (const { joined } of inside) expect(joined).toMatchObject({ showId, bookedSeats: [], blockedSeats: {} });
    const [first, second] = [await join(showId), await join(showId, { to: otherPort })];
    expect([first.joined, second.joined]).toEqual([waiting(showId, 1), waiting(showId, 2)]);
    expect(await leave(inside[0], showId)).toEqual({ success: true });
    expect(await admitted(first)).toEqual({ showId });
    expect(await first.waitFor('seats-updated')).toMatchObject({ showId, bookedSeats: [] });
    expect(first.received.map(({ event }) => event)).toEqual(['queue-admitted', 'seats-updated']);
    expect(await positionIs(second, 1)).toEqual({ ...waiting(showId, 1), estimateSeconds: expect.any(Number) });
    expect(await hold(first, showId, ['A1'])).toMatchObject({ success: true });
  });

  it('lets only users inside hold or book, and refuses everyone else, even if they never joined [WAIT-2]', async () => {
    const { showId, inside } = await openFullShow();
    const outsider = await addUser();
    expect((await book(outsider, showId, ['J1'])).status).toBe(201);
    const waits = await join(showId);
    const refused = { success: false, showId, blocked: [], conflicts: [], expiresAt: null, code: 'WAITING' };
    expect(await hold(waits, showId, ['A1'])).toMatchObject(refused);
    expect(await waits.waitFor('seat-block-response')).toMatchObject(refused);
    for (const user of [waits.user, outsider])
      expect(await book(user, showId, ['A1'])).toMatchObject({ status: 409, body: { code: 'WAITING' } });
    expect(await hold(inside[0], showId, ['A1'])).toMatchObject({ success: true });
    expect((await book(inside[1].user, showId, ['B1'])).status).toBe(201);
  });

  it('ends when the show is cancelled: queued and later users are told so [WAIT-11]', async () => {
    const { showId } = await openFullShow();
    const [here, elsewhere] = [await join(showId), await join(showId, { to: otherPort })];
    const admin = await addUser({ role: 'ADMIN' });
    const cancelled = await call('POST', `/admin/shows/${showId}/cancel`, {
      token: admin.token,
      body: { reason: 'The projector is broken.' },
    });
    expect(cancelled.status).toBe(200);
    for (const waited of [here, elsewhere]) {
      expect(await waited.waitFor('show-cancelled')).toMatchObject({ showId, reason: 'The projector is broken.' });
      expect(await waited.waitFor('seats-updated')).toMatchObject({ cancelReason: 'The projector is broken.' });
    }
    expect((await join(showId)).joined).toMatchObject({ showId, cancelReason: 'The projector is broken.' });
  });

  it('lets queued users read the seat map over HTTP, and sends them none of the room’s events [WAIT-3]', async () => {
    const { showId, inside } = await openFullShow();
    const waits = await join(showId);
    await hold(inside[0], showId, ['A1']);
    await inside[1].waitFor('seats-blocked');
    const { body } = await call('GET', `/bookings/seats/${showId}`, { token: waits.user.token });
    expect(body.seatMap.A1).toMatchObject({ isBlocked: true });
    await waits.ask('get-seat-availability', { showId });
    expect(waits.received.map(({ event }) => event)).toEqual(['seat-availability']);
  });

  it('never makes administrators wait, and gives them no place [WAIT-4]', async () => {
    const { showId } = await openFullShow();
    await join(showId);
    const admin = await join(showId, { user: await addUser({ role: 'ADMIN' }) });
    expect(admin.joined).toMatchObject({ showId, bookedSeats: [] });
    expect((await book(admin.user, showId, ['A1'])).status).toBe(201);
    expect(await statesOf(showId)).toEqual(['INSIDE', 'INSIDE', 'WAITING']);
  });

  it('refuses an unknown show as usual [WAIT-1]', async () => {
    expect((await join(2_147_483_647)).joined).toMatchObject({ success: false, code: 'NOT_FOUND' });
  });
});

describe('a place', () => {
  it('belongs to the user: all tabs share it, and it ends when the last one leaves [WAIT-5]', async () => {
    const { showId, inside } = await openFullShow();
    const [tab, last] = [await join(showId), await join(showId)];
    const otherTab = await join(showId, { user: tab.user, to: otherPort });
    expect(otherTab.joined).toEqual(waiting(showId, 1));
    await leave(tab, showId);
    await leave(inside[0], showId);
    expect(await admitted(otherTab)).toEqual({ showId });
    expect(tab.received).toEqual([]);
    await leave(otherTab, showId);
    await admitted(last);
  });

  it('survives a lost connection, queued or inside, on any server to which the user returns [WAIT-5]', async () => {
    const { showId, inside } = await openFullShow();
    const [waits, last] = [await join(showId), await join(showId)];
    waits.close();
    inside[0].close();
    await expect
      .poll(() => pool.query(`select from line_places where show_id = ${showId} and servers = '{}'`))
      .toMatchObject({ rowCount: 2 });
    expect((await join(showId, { user: waits.user, to: otherPort })).joined).toEqual(waiting(showId, 1));
    expect((await join(showId, { user: inside[0].user, to: otherPort })).joined).toMatchObject({ bookedSeats: [] });
    expect(last.received).toEqual([]);
  });

  it('ends even if a crashed server never saw the user leave [WAIT-5]', async () => {
    const { showId, inside } = await openFullShow();
    const waits = await join(showId);
    await pool.query(`update line_places set servers = servers || '{"dead": 1}' where show_id = $1`, [showId]);
    await leave(inside[0], showId);
    await admitted(waits);
  });

  it('is lost when the user is disconnected for too long, queued or inside [WAIT-6]', async () => {
    const { showId, inside } = await openFullShow();
    const [first, second, third] = [await join(showId), await join(showId), await join(showId)];
    for (const who of [inside[0], first]) {
      who.close();
      await expect
        .poll(() => pool.query(`select from line_places where user_id = ${who.user.id} and servers = '{}'`))
        .toMatchObject({ rowCount: 1 });
      await runOut(showId, who.user, 'leased_until');
    }
    await admitted(second);
    await positionIs(third, 1);
    expect((await join(showId, { user: first.user })).joined).toMatchObject({ code: 'WAITING', position: 2 });
  });

  it('is renewed while the user is connected, and replaced if it was lost [WAIT-6]', async () => {
    const { showId } = await openFullShow();
    const waits = await join(showId);
    await pool.query('delete from line_places where show_id = $1 and user_id = $2', [showId, waits.user.id]);
    await expect.poll(() => statesOf(showId)).toEqual(['INSIDE', 'INSIDE', 'WAITING']);
  });

  it('ends in time when the user is disconnected during a renewal [WAIT-6]', async () => {
    const [user, showId] = [await addUser(), await addShow(db)];
    const [begun, mayRenew, renewed] = [gate(), gate(), gate()];
    const fail = (error: unknown) => {
      throw error;
    };
    const slowToRenew = Object.create(pool, {
      query: {
        async value(query: QueryConfig, values?: unknown[]) {
          if (query.name !== 'renew_places') return pool.query(query, values);
          begun.resolve();
          await mayRenew.promise;
          return pool.query(query).finally(renewed.resolve);
        },
      },
    });
    const client = await pool.connect();
    let connected = () => {};
    const room = openWaitingRoom({
      pool: slowToRenew,
      notifications: {
        subscribe({ first, onConnected = connected }) {
          connected = onConnected;
          if (first) void client.query(first);
          return () => {};
        },
        close: async () => {},
      },
      config: { roomLimit: LIMIT, roomMinutes: 15, holdGraceSeconds: 10 },
      ...{ admitToRoom: async () => {}, removeFromRoom: async () => {}, rejoin: async () => {} },
      ...{ onProblem: fail, onUnreadable: fail },
    });
    const connection = { userId: user.id, send() {} } as unknown as Connection;
    const serversOf = async () =>
      (await pool.query('select servers from line_places where user_id = $1', [user.id])).rows.map(
        ({ servers }) => Object.keys(servers).length,
      );

    await room.enter(connection, showId);
    connected();
    await begun.promise;
    await room.disconnect(connection);
    expect(await serversOf()).toEqual([0]);
    mayRenew.resolve();
    await renewed.promise;
    await expect.poll(serversOf).toEqual([0]);
    await room.close();
    client.release(true);
  });

  it('is published in several notifications if thousands of shows change at once', async () => {
    const client = await pool.connect();
    const published: number[] = [];
    client.on('notification', ({ payload = '' }) => void published.push(...JSON.parse(payload)));
    await client.query('listen lines');
    const showIds = Array.from({ length: 3000 }, (_, n) => 1_000_000_000 + n);
    await client.query('select ledger.publish_lines($1)', [[...showIds, ...showIds]]);
    await expect.poll(() => published.length).toBe(3000);
    expect(published.sort()).toEqual(showIds);
    client.release(true);
  });

  it('is lost when the user joins another show [WAIT-7]', async () => {
    const { showId, inside } = await openFullShow();
    const [first, second] = [await join(showId), await join(showId)];
    await first.ask('join-show', { showId: await addShow(db) });
    await positionIs(second, 1);
    await inside[0].ask('join-show', { showId: await addShow(db) });
    await admitted(second);
  });

  it('inside ends with a booking, after which the connection stays as a spectator [WAIT-8]', async () => {
    const { showId, inside } = await openFullShow();
    const [buyer, other] = inside;
    const [first, second] = [await join(showId), await join(showId)];
    expect((await book(buyer.user, showId, ['A1'])).status).toBe(201);
    expect(await book(buyer.user, showId, ['A2'])).toMatchObject({ status: 409, body: { code: 'WAITING' } });
    await admitted(first);
    await first.waitFor('seats-updated');
    await hold(other, showId, ['B1']);
    expect(await buyer.waitFor('seats-blocked')).toMatchObject({ seats: ['B1'] });
    expect(buyer.received.map(({ event }) => event)).not.toContain('queue-ended');
    await positionIs(second, 1);
    expect(await buyer.ask('join-show', { showId })).toMatchObject({ code: 'WAITING', position: 2 });
    await hold(other, showId, ['B2']);
    await first.waitFor('seats-blocked', ({ seats }) => seats.includes('B2'));
    await buyer.ask('unblock-seats', { showId });
    expect(buyer.received.filter(({ event }) => event === 'seats-blocked')).toHaveLength(1);
  });

  it('inside allows only one of two concurrent bookings while others are queued [WAIT-8]', async () => {
    const { showId, inside } = await openFullShow();
    // Two, because the booking admits one of them, and without a queue no one has to wait.
    for (let place = 1; place <= 2; place++) await join(showId);
    const answers = await Promise.all(['A1', 'A2'].map((seat) => book(inside[0].user, showId, [seat])));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  it('inside ends with its time: the user is notified, keeps no seats, and may rejoin at the end of the queue [WAIT-9]', async () => {
    const { showId, inside } = await openFullShow();
    const [slow] = inside;
    const [first, second] = [await join(showId), await join(showId)];
    await hold(slow, showId, ['A1']);
    await runOut(showId, slow.user, 'ends_at');
    expect(await book(slow.user, showId, ['A1'])).toMatchObject({ status: 409, body: { code: 'WAITING' } });
    expect(await slow.waitFor('queue-ended')).toEqual({ showId, reason: 'time' });
    await admitted(first);
    await inside[1].waitFor('seats-unblocked', ({ seats }) => seats.includes('A1'));
    expect(await slow.ask('join-show', { showId })).toMatchObject({ code: 'WAITING', position: 2 });
    await leave(inside[1], showId);
    await admitted(second);
    await leave(first, showId);
    await admitted(slow);
    await slow.waitFor('seats-updated');
  });
});

describe('administrators and operators', () => {
  it('see how long the queues are', async () => {
    const { showId } = await openFullShow();
    const admin = await addUser({ role: 'ADMIN' });
    await join(showId);
    const { body } = await call('GET', '/admin/lines', { token: admin.token });
    expect(body.data.isOn).toBe(true);
    expect(body.data.lines).toContainEqual({ showId, waiting: 1, inside: LIMIT });
    const metrics = await testApp.app.inject({
      url: '/metrics',
      headers: { authorization: `Bearer ${METRICS_TOKEN}` },
    });
    expect(metrics.body).toMatch(/^waiting_room_waiting [1-9]/m);
  });

  it('get the same metrics from one process as from several, each of which reports all queues', async () => {
    const { showId } = await openFullShow();
    await join(showId);
    const registry = new Registry();
    createWaitingMetrics(registry, pool);
    const one = await registry.getMetricsAsJSON();
    expect(await AggregatorRegistry.aggregate([one, one]).metrics()).toBe(
      await AggregatorRegistry.aggregate([one]).metrics(),
    );
  });

  it('see no queue without a limit, and none is read or written [WAIT-10]', async () => {
    const off = await openTestApp();
    await off.pool.query(`
      create or replace function ledger.must_wait(of_show integer, of_user integer, moment timestamptz) returns boolean
      language plpgsql as $$ begin raise 'asked'; end $$`);
    const showId = await addShow(off.db);
    const offPort = await listen(off.app);
    for (const seat of ['A1', 'A2', 'A3']) {
      const { token } = await off.addUser();
      const connection = await openConnection(offPort, token);
      connections.push(connection);
      expect(await connection.ask('join-show', { showId })).toMatchObject({ showId, bookedSeats: expect.any(Array) });
      expect(await connection.ask('block-seats', { showId, seats: [seat] })).toMatchObject({ success: true });
      expect((await off.call('POST', '/bookings', { token, body: { showId, seats: [seat] } })).status).toBe(201);
    }
    const { rows } = await off.pool.query('select from lines');
    expect(rows).toEqual([]);
    const admin = await off.addUser({ role: 'ADMIN' });
    const { body } = await off.call('GET', '/admin/lines', { token: admin.token });
    expect(body.data).toEqual({ isOn: false, lines: [] });
  });
});
