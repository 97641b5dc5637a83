import type { AddressInfo } from 'node:net';
import { createSigner } from 'fast-jwt';
import { afterAll, describe, expect, it } from 'vitest';
import { addShow } from '../../../test/shows.ts';
import { JWT_SECRET, openTestApp } from '../../../test/test-app.ts';
import { openViewer, type Viewer } from '../../../test/viewer.ts';

const house = await openTestApp({ HOLD_SECONDS: '3', HOLD_MAX_SECONDS: '5', HOLD_GRACE_SECONDS: '1' });
await house.app.listen({ port: 0, host: '127.0.0.1' });
const { port } = house.app.server.address() as AddressInfo;
const asha = await house.addUser();
const ravi = await house.addUser({ name: 'Ravi', email: 'ravi-secret@example.com' });
const admin = await house.addUser({ role: 'ADMIN' });

const viewers: Viewer[] = [];
async function view(token: string, showId?: number): Promise<Viewer> {
  const viewer = await openViewer(port, token);
  viewers.push(viewer);
  if (showId !== undefined) await viewer.ask('join-show', { showId });
  return viewer;
}
afterAll(() => {
  for (const viewer of viewers) viewer.leave();
});
const book = (token: string, showId: number, seats: string[]) =>
  house.call('POST', '/bookings', { token, body: { showId, seats } });

describe('holds', () => {
  it('HOLD-1 what can be had is held, the rest is in conflicts; the room hears of it', async () => {
    const showId = await addShow(house.db);
    const [a, r] = [await view(asha.token, showId), await view(ravi.token, showId)];
    const first = await a.ask('block-seats', { showId, seats: ['A1', 'A2'] });
    expect(first).toMatchObject({ success: true, showId, blocked: ['A1', 'A2'], conflicts: [] });
    const second = await r.ask('block-seats', { showId, seats: ['A2', 'A3'] });
    expect(second).toMatchObject({ success: true, blocked: ['A3'], conflicts: ['A2'] });
    const third = await r.ask('block-seats', { showId, seats: ['a1'] });
    expect(third).toMatchObject({ success: false, blocked: [], conflicts: ['A1'], message: 'Seat A1 is taken.' });
    expect(await r.hear('seats-blocked', ({ userId }) => userId === asha.id)).toEqual({
      showId,
      version: 1,
      seats: ['A1', 'A2'],
      userId: asha.id,
      expiresAt: first.expiresAt,
    });
    expect(await r.hear('seat-block-response', ({ success }) => !success)).toEqual(third);
  });

  it('HOLD-2 all holds of a user for a show share one expiry, renewed by each, never past the cap', async () => {
    const showId = await addShow(house.db);
    const a = await view(asha.token, showId);
    const first = await a.ask('block-seats', { showId, seats: ['A1'] });
    const start = Date.parse(first.expiresAt) - 3000;
    await new Promise((resolve) => setTimeout(resolve, 1500));
    const second = await a.ask('block-seats', { showId, seats: ['A2'] });
    expect(Date.parse(second.expiresAt) - start).toBeGreaterThanOrEqual(4400);
    await new Promise((resolve) => setTimeout(resolve, 1500));
    const third = await a.ask('block-seats', { showId, seats: ['A1'] });
    expect(Math.abs(Date.parse(third.expiresAt) - start - 5000)).toBeLessThan(5);
    const { blockedSeats } = await a.ask('get-seat-availability', { showId });
    expect(blockedSeats).toEqual({
      A1: { userId: asha.id, expiresAt: third.expiresAt },
      A2: { userId: asha.id, expiresAt: third.expiresAt },
    });
  });

  it('HOLD-3 at most six seats per user and show', async () => {
    const showId = await addShow(house.db);
    const a = await view(asha.token, showId);
    await a.ask('block-seats', { showId, seats: ['A1', 'A2', 'A3', 'A4'] });
    const more = await a.ask('block-seats', { showId, seats: ['A4', 'A5', 'A6', 'A7'] });
    expect(more).toMatchObject({ success: false, blocked: [], message: 'Maximum 6 seats can be selected' });
    expect(await a.ask('block-seats', { showId, seats: ['A4', 'A5', 'A6'] })).toMatchObject({ success: true });
  });

  it('HOLD-4 an expired hold counts for nothing, and the room hears within a second', async () => {
    const showId = await addShow(house.db);
    const [a, r] = [await view(asha.token, showId), await view(ravi.token, showId)];
    const { expiresAt } = await a.ask('block-seats', { showId, seats: ['B1', 'B2'] });
    const gone = await r.hear('seats-unblocked');
    expect(Date.now() - Date.parse(expiresAt)).toBeLessThan(1000);
    expect(gone).toEqual({ showId, version: 2, seats: ['B1', 'B2'], userId: asha.id, reason: 'expired' });
  });

  it('HOLD-5 a release frees the seats named, or all of mine, and never a booking', async () => {
    const showId = await addShow(house.db);
    const [a, r] = [await view(asha.token, showId), await view(ravi.token, showId)];
    await a.ask('block-seats', { showId, seats: ['A1', 'A2', 'A3', 'A4'] });
    expect(await a.ask('unblock-seats', { showId, seats: ['A2', 'J1'] })).toMatchObject({
      success: true,
      unblocked: ['A2'],
    });
    expect(await r.hear('seats-unblocked')).toMatchObject({ seats: ['A2'], reason: 'released', version: 2 });
    expect(await r.ask('unblock-seats', { showId, seats: ['A1'] })).toMatchObject({ unblocked: [] });
    await book(asha.token, showId, ['A1']);
    expect(await a.ask('unblock-seats', { showId })).toMatchObject({ unblocked: ['A3', 'A4'] });
    const { bookedSeats, blockedSeats } = await a.ask('get-seat-availability', { showId });
    expect([bookedSeats, blockedSeats]).toEqual([['A1'], {}]);
  });

  it('HOLD-6 no hold on a show that is unknown or has started', async () => {
    const a = await view(asha.token);
    const unknown = await a.ask('block-seats', { showId: 999_999, seats: ['A1'] });
    expect(unknown).toMatchObject({ success: false, message: 'Show not found', blocked: [], expiresAt: null });
    const started = await addShow(house.db, { startsAt: new Date(Date.now() - 1000) });
    expect(await a.ask('block-seats', { showId: started, seats: ['A1'] })).toMatchObject({ success: false });
  });

  it('HOLD-7 when the last socket of a user is gone, the holds go after the grace, unless they are back', async () => {
    const showId = await addShow(house.db);
    const r = await view(ravi.token, showId);
    const [tab, otherTab] = [await view(asha.token, showId), await view(asha.token, showId)];
    await tab.ask('block-seats', { showId, seats: ['A1'] });
    tab.leave();
    await new Promise((resolve) => setTimeout(resolve, 1400));
    expect(r.heard.map(({ event }) => event)).not.toContain('seats-unblocked');
    otherTab.leave();
    await new Promise((resolve) => setTimeout(resolve, 300));
    const back = await view(asha.token, showId);
    await back.ask('block-seats', { showId, seats: ['A2'] });
    await new Promise((resolve) => setTimeout(resolve, 1300));
    expect(r.heard.map(({ event }) => event)).not.toContain('seats-unblocked');
    const left = Date.now();
    back.leave();
    expect(await r.hear('seats-unblocked')).toMatchObject({ seats: ['A1', 'A2'], reason: 'disconnected' });
    expect(Date.now() - left).toBeGreaterThanOrEqual(900);
  }, 15_000);

  it('HOLD-8 holds of somebody who left the room in good order live until they expire', async () => {
    const showId = await addShow(house.db);
    const [a, r] = [await view(asha.token, showId), await view(ravi.token, showId)];
    await a.ask('block-seats', { showId, seats: ['A1'] });
    await a.ask('leave-show', { showId });
    a.leave();
    expect(await r.hear('seats-unblocked')).toMatchObject({ seats: ['A1'], reason: 'expired' });
  });
});

describe('live', () => {
  it('LIVE-1 joining answers the whole truth, and leaves the show joined before', async () => {
    const [showId, other] = [await addShow(house.db), await addShow(house.db)];
    await book(asha.token, showId, ['C1']);
    const r = await view(ravi.token, other);
    const snapshot = await r.ask('join-show', { showId });
    expect(snapshot).toEqual({ showId, version: 1, bookedSeats: ['C1'], blockedSeats: {} });
    expect(await r.hear('seats-updated', (told) => told.showId === showId)).toEqual(snapshot);
    await book(asha.token, other, ['C1']);
    await book(asha.token, showId, ['C2']);
    await r.hear('booking-confirmed');
    expect(r.heard.filter(({ event }) => event === 'booking-confirmed').map(({ payload }) => payload.showId)).toEqual([
      showId,
    ]);
  });

  it('LIVE-2 only administrators hear who booked; a demoted one no longer', async () => {
    const showId = await addShow(house.db);
    const boss = await house.addUser({ role: 'ADMIN' });
    const [customer, chief, demoted] = [
      await view(asha.token, showId),
      await view(admin.token, showId),
      await view(boss.token, showId),
    ];
    const { id } = (await book(ravi.token, showId, ['A1'])).body;
    const user = { id: ravi.id, name: 'Ravi', email: 'ravi-secret@example.com' };
    expect(await chief.hear('booking-confirmed')).toMatchObject({ seats: ['A1'], bookingId: id, user });
    expect(await demoted.hear('booking-confirmed')).toMatchObject({ user });
    await house.db.updateTable('users').set({ role: 'USER' }).where('id', '=', boss.id).execute();
    await house.call('POST', `/bookings/cancel/${id}`, { token: ravi.token });
    await demoted.hear('seats-updated', ({ version }) => version >= 2);
    await book(ravi.token, showId, ['A2']);
    expect(await chief.hear('booking-cancelled')).toMatchObject({ seats: ['A1'], bookingId: id });
    await demoted.hear('booking-confirmed', ({ seats }) => seats[0] === 'A2');
    const afterwards = demoted.heard.slice(demoted.heard.findIndex(({ event }) => event === 'booking-confirmed') + 1);
    expect(JSON.stringify(afterwards)).not.toMatch(/bookingId|Ravi|ravi-secret/);
    await customer.hear('booking-confirmed', ({ seats }) => seats[0] === 'A2');
    expect(JSON.stringify(customer.heard)).not.toMatch(/bookingId|Ravi|ravi-secret/);
    expect(await customer.hear('booking-cancelled')).toEqual({ showId, seats: ['A1'], version: 2 });
  });

  it('LIVE-3 a payload that makes no sense gets an error and an acknowledgement; the connection stays', async () => {
    const a = await view(asha.token);
    const answer = await a.ask('block-seats', { showId: '1', seats: [] });
    expect(answer).toMatchObject({ success: false, code: 'VALIDATION_FAILED', message: expect.any(String) });
    expect(await a.hear('error')).toEqual(answer);
    expect(await a.ask('join-show', null)).toMatchObject({ success: false });
    expect(await a.ask('join-show', { showId: 999_999 })).toMatchObject({ code: 'NOT_FOUND' });
    expect(a.socket.connected).toBe(true);
  });

  it('LIVE-4 without a good token there is no connection', async () => {
    await expect(openViewer(port, 'nonsense')).rejects.toThrow('Authentication required');
    await expect(openViewer(port, '')).rejects.toThrow('Authentication required');
  });

  it('LIVE-5 a server that lost its ear sends every room a snapshot', async () => {
    const showId = await addShow(house.db);
    const a = await view(asha.token, showId);
    await house.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'moviebooking live' and datname = current_database()`,
    );
    await book(ravi.token, showId, ['E5']);
    const told = await a.hear('seats-updated', ({ bookedSeats }) => bookedSeats.includes('E5'));
    expect(told).toEqual({ showId, version: 1, bookedSeats: ['E5'], blockedSeats: {} });
  });

  it('LIVE-4 a connection ends with its token', async () => {
    const sign = createSigner({ key: JWT_SECRET, algorithm: 'HS256', expiresIn: 1500 });
    const viewer = await openViewer(port, sign({ sub: String(asha.id) }));
    const reason = await new Promise((resolve) => viewer.socket.once('disconnect', resolve));
    expect(reason).toBe('io server disconnect');
  });

  it('LIVE-4 a page of another origin gets no connection', async () => {
    const address = `http://127.0.0.1:${port}/socket.io/?EIO=4&transport=polling`;
    const status = async (origin: string) => (await fetch(address, { headers: { origin } })).status;
    expect(await status('http://evil.example')).toBe(403);
    expect(await status('nonsense')).toBe(403);
    expect(await status(`http://127.0.0.1:${port}`)).toBe(200);
  });
});

describe('a flood', () => {
  it('LIVE-3 is refused and then cut off, and costs others nothing', async () => {
    const strict = await openTestApp({ RATE_LIMIT: 'on' });
    await strict.app.listen({ port: 0, host: '127.0.0.1' });
    const { port: strictPort } = strict.app.server.address() as AddressInfo;
    const [flooder, other] = [await strict.addUser(), await strict.addUser()];
    const showId = await addShow(strict.db);
    const [loud, quiet] = [await openViewer(strictPort, flooder.token), await openViewer(strictPort, other.token)];
    const cutOff = new Promise((resolve) => loud.socket.once('disconnect', resolve));
    for (let n = 0; n < 400; n++) loud.socket.emit('get-seat-availability', { showId });
    expect(await quiet.ask('block-seats', { showId, seats: ['A1'] })).toMatchObject({ success: true });
    expect(await cutOff).toBe('io server disconnect');
    expect(loud.heard.filter(({ event }) => event === 'seat-availability').length).toBeLessThanOrEqual(40);
    quiet.leave();
  });
});
