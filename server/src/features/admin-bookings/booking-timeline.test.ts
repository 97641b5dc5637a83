import { describe, expect, it } from 'vitest';
import { DAY_MS, factoryFor, fromNow, HOUR_MS } from '../../../test/factory.ts';
import { openTestApp } from '../../../test/test-app.ts';

const { call, addUser, db } = await openTestApp();
const make = factoryFor(db);
const admin = await addUser({ role: 'ADMIN', name: 'Ada Menon' });
const customer = await addUser({ name: 'Zubin Wadia', email: 'zubin@example.com' });
const byCustomer = { id: customer.id, name: 'Zubin Wadia' };
const byAdmin = { id: admin.id, name: 'Ada Menon' };

async function timelineOf(bookingId: number) {
  const answer = await call('GET', `/admin/bookings/${bookingId}`, { token: admin.token });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.data;
}
const kindsOf = ({ events }: { events: { kind: string }[] }) => events.map(({ kind }) => kind);

async function codeOf(bookingId: number): Promise<string> {
  const history = await call('GET', '/bookings/history', { token: customer.token });
  return history.body.data.find(({ id }: { id: number }) => id === bookingId).ticketCode;
}

describe('the timeline of a booking', () => {
  it('begins with the customer making and paying it', async () => {
    const id = await make.booking({ showId: await make.show(), userId: customer.id, seats: ['A1', 'A2'] });
    const { booking, events } = await timelineOf(id);
    expect(booking).toMatchObject({ id, totalPrice: 500, user: { email: 'zubin@example.com' } });
    expect(events).toMatchObject([
      { kind: 'MADE', by: byCustomer },
      { kind: 'PAID', by: byCustomer },
    ]);
  });

  it('says who checked it in', async () => {
    const id = await make.booking({ showId: await make.show({ startsAt: fromNow(HOUR_MS) }), userId: customer.id });
    await call('POST', '/admin/check-in', { token: admin.token, body: { code: await codeOf(id) } });
    expect((await timelineOf(id)).events.at(-1)).toMatchObject({ kind: 'CHECKED_IN', by: byAdmin });
  });

  it('includes offline scans that let someone in although the ticket was already used', async () => {
    const showId = await make.show({ startsAt: fromNow(HOUR_MS) });
    const id = await make.booking({ showId, userId: customer.id });
    const code = await codeOf(id);
    await call('POST', '/admin/check-in', { token: admin.token, body: { code } });
    const scans = [{ scanId: 'of the timeline', code, scannedAt: new Date().toISOString() }];
    await call('POST', '/admin/check-in/settle', { token: admin.token, body: { scans } });
    expect((await timelineOf(id)).events.slice(2)).toMatchObject([
      { kind: 'CHECKED_IN', conflict: null },
      { kind: 'SCAN_CONFLICT', at: scans[0]?.scannedAt, conflict: 'ALREADY_CHECKED_IN', by: byAdmin, reason: null },
    ]);
  });

  it('says that the customer cancelled it', async () => {
    const id = await make.booking({ showId: await make.show(), userId: customer.id });
    await call('POST', `/bookings/cancel/${id}`, { token: customer.token });
    expect((await timelineOf(id)).events.at(-1)).toMatchObject({ kind: 'CANCELLED', by: byCustomer, reason: null });
  });

  const reason = 'The projector is broken';
  const cancelAsAdmin = (path: string) =>
    call('POST', `/admin/${path}/cancel`, { token: admin.token, body: { reason } });

  it.each(['booking', 'show'] as const)('says which administrator cancelled the %s, and why', async (entity) => {
    const showId = await make.show();
    const id = await make.booking({ showId, userId: customer.id });
    await cancelAsAdmin(entity === 'show' ? `shows/${showId}` : `bookings/${id}`);
    expect((await timelineOf(id)).events.at(-1)).toMatchObject({ kind: 'CANCELLED', by: byAdmin, reason });
    await db.deleteFrom('audit_log').where('action', '=', 'CANCEL').execute();
    expect((await timelineOf(id)).events.at(-1)).toMatchObject({ kind: 'CANCELLED', by: null, reason });
  });

  it('names the customer who cancelled, even if the show was cancelled later', async () => {
    const showId = await make.show();
    const id = await make.booking({ showId, userId: customer.id });
    await call('POST', `/bookings/cancel/${id}`, { token: customer.token });
    await cancelAsAdmin(`shows/${showId}`);
    expect((await timelineOf(id)).events.at(-1)).toMatchObject({ kind: 'CANCELLED', by: byCustomer, reason: null });
  });

  it('includes its mails with their status', async () => {
    const id = await make.booking({ showId: await make.show(), userId: customer.id });
    await db
      .insertInto('outbox')
      .values([
        { kind: 'booking-confirmed', booking_id: id, user_id: null, status: 'SENT', ended_at: fromNow(1000) },
        { kind: 'show-moved', booking_id: id, user_id: null, status: 'FAILED', ended_at: fromNow(2000) },
        { kind: 'booking-cancelled', booking_id: id, user_id: null, queued_at: fromNow(3000) },
      ])
      .execute();
    expect((await timelineOf(id)).events.slice(2)).toMatchObject([
      { kind: 'MAILED', mail: 'booking-confirmed' },
      { kind: 'MAIL_FAILED', mail: 'show-moved' },
      { kind: 'MAIL_WAITING', mail: 'booking-cancelled' },
    ]);
  });

  it('includes moves of its show since it was made, but no other changes', async () => {
    const [movieId, screenId] = [await make.movie(), await make.screen(await make.cinema('Regal'), 'Audi 1')];
    const [before, after] = [fromNow(5 * DAY_MS), fromNow(6 * DAY_MS)];
    const showId = await make.show({ movieId, screenId, startsAt: before });
    const id = await make.booking({ showId, userId: customer.id });
    const change = (startTime: Date, price: number) =>
      call('PUT', `/shows/${showId}`, { token: admin.token, body: { movieId, screenId, price, startTime } });
    await change(before, 300);
    await change(after, 300);
    const timeline = await timelineOf(id);
    expect(kindsOf(timeline)).toEqual(['MADE', 'PAID', 'SHOW_MOVED']);
    expect(timeline.events[2]).toMatchObject({
      by: byAdmin,
      moved: {
        from: { startTime: before.toISOString(), screen: 'Regal, Audi 1' },
        to: { startTime: after.toISOString(), screen: 'Regal, Audi 1' },
      },
    });
  });

  it('returns 404 for an unknown booking', async () => {
    const answer = await call('GET', '/admin/bookings/2147483647', { token: admin.token });
    expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND', message: 'Booking not found' } });
  });
});
