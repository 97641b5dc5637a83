/** Users wait for seats of a show and are offered those that come free. The halls here have few seats: all others are closed. */
import { setTimeout as pause } from 'node:timers/promises';
import { ALL_SEATS, seatIndex } from '@moviebooking/contract/seats';
import { describe, expect, it } from 'vitest';
import { DAY_MS, factoryFor, fromNow, HOUR_MS } from '../../../test/factory.ts';
import { openConnection } from '../../../test/live-connection.ts';
import { openTestApp } from '../../../test/test-app.ts';
import { whenOver } from '../../../test/when-over.ts';

const { app, call, addUser, db, pool } = await openTestApp({ OFFER_MINUTES: '10' });
const make = factoryFor(db);
const [asha, ravi, meera, dev] = [await addUser(), await addUser(), await addUser(), await addUser()];
const admin = await addUser({ role: 'ADMIN' });
type Someone = typeof asha;

/** A show with these seats, booked by Dev one by one. Returns the booking of each seat. */
async function soldOut(seats: string[], show: object = {}) {
  const showId = await hallOf(seats, show);
  const bookings: Record<string, number> = {};
  for (const seat of seats) bookings[seat] = await make.booking({ showId, userId: dev.id, seats: [seat] });
  return { showId, bookings };
}

async function hallOf(seats: string[], show: object = {}): Promise<number> {
  const showId = await make.show(show);
  await pool.query(
    'insert into closed_seats_of_show select $1, seat from generate_series(0, 99) seat where seat <> all ($2)',
    [showId, seats.map(seatIndex)],
  );
  return showId;
}

const join = (user: Someone, showId: number, seats = 1) =>
  call('PUT', `/shows/${showId}/waitlist`, { token: user.token, body: { seats } });
const leave = (user: Someone, showId: number) => call('DELETE', `/shows/${showId}/waitlist`, { token: user.token });
const waiting = async (user: Someone, showId: number) =>
  (await call('GET', `/shows/${showId}/waitlist`, { token: user.token })).body.data;
const offered = async (user: Someone, showId: number) => (await waiting(user, showId))?.offer?.seats ?? null;
const cancel = (id: number | undefined) => call('POST', `/bookings/cancel/${id}`, { token: dev.token });
const book = (user: Someone, showId: number, seats: string[]) =>
  call('POST', '/bookings', { token: user.token, body: { showId, seats } });
const close = (showId: number, seats: string[]) =>
  call('PUT', `/shows/${showId}/closed-seats`, { token: admin.token, body: { seats } });
const codeOf = async (answer: Promise<{ status: number; body: { code?: string } }>) => {
  const { status, body } = await answer;
  return [status, body.code];
};
const seatMap = async (showId: number) => (await call('GET', `/bookings/seats/${showId}`, { token: dev.token })).body;
const letOffersExpire = (showId: number) =>
  pool.query(
    `with entry as (update waitlist set offered_until = now() where show_id = $1 and offered is not null)
     update seats set held_until = now() where show_id = $1 and offered`,
    [showId],
  );

describe('joining', () => {
  it('is possible while fewer seats are free than wanted [WAITLIST-1]', async () => {
    const { showId, bookings } = await soldOut(['A1', 'A2', 'A3']);
    expect(await waiting(asha, showId)).toBeNull();
    const { status, body } = await join(asha, showId, 2);
    expect([status, body.data]).toEqual([
      200,
      { showId, seats: 2, position: 1, since: expect.stringMatching(/^20.*Z$/), offer: null },
    ]);
    await cancel(bookings.A1);
    expect(await codeOf(join(ravi, showId, 1))).toEqual([409, 'SEATS_AVAILABLE']);
    expect((await join(ravi, showId, 2)).body.data).toMatchObject({ seats: 2, position: 2 });
    expect(await codeOf(join(ravi, showId, 1))).toEqual([409, 'SEATS_AVAILABLE']);
    expect(await waiting(ravi, showId)).toMatchObject({ seats: 2, position: 2 });
  });

  it('counts seats that are held, and not seats whose hold has expired [WAITLIST-1]', async () => {
    const { showId, bookings } = await soldOut(['A1', 'A2']);
    await cancel(bookings.A1);
    await make.hold(showId, ravi.id, 'A1', fromNow(HOUR_MS));
    expect((await join(asha, showId)).status).toBe(200);
    await pool.query(`update seats set held_until = now() where show_id = $1 and booking_id is null`, [showId]);
    expect(await codeOf(join(meera, showId))).toEqual([409, 'SEATS_AVAILABLE']);
  });

  it('is refused for a show that is unknown, cancelled, over, or about to start [WAITLIST-1]', async () => {
    const { showId } = await soldOut(['A1']);
    expect(await codeOf(join(asha, 2_000_000_000))).toEqual([404, 'NOT_FOUND']);
    for (const [startsAt, code] of [
      [fromNow(-60_000), 'SHOW_STARTED'],
      [fromNow(HOUR_MS - 5000), 'TOO_LATE'],
    ] as const)
      expect(await codeOf(join(asha, (await soldOut(['A1'], { startsAt })).showId))).toEqual([409, code]);
    await call('POST', `/admin/shows/${showId}/cancel`, { token: admin.token, body: { reason: 'Projector' } });
    expect(await codeOf(join(asha, showId))).toEqual([409, 'SHOW_CANCELLED']);
    expect((await join(asha, (await soldOut(['A1'], { startsAt: fromNow(HOUR_MS + 60_000) })).showId)).status).toBe(
      200,
    );
  });

  it('is not found for a show that does not exist, neither by customers nor by administrators', async () => {
    for (const path of ['/shows/2000000000/waitlist', '/admin/shows/2000000000/waitlist'])
      expect(await codeOf(call('GET', path, { token: admin.token }))).toEqual([404, 'NOT_FOUND']);
    expect(await codeOf(leave(asha, 2_000_000_000))).toEqual([404, 'NOT_FOUND']);
  });

  it('takes one to six seats, and nothing else', async () => {
    const { showId } = await soldOut(['A1']);
    for (const seats of [0, 7, 1.5, '2', null, undefined])
      expect(await codeOf(call('PUT', `/shows/${showId}/waitlist`, { token: asha.token, body: { seats } }))).toEqual([
        400,
        'VALIDATION_FAILED',
      ]);
    for (const method of ['PUT', 'GET', 'DELETE'] as const)
      expect((await call(method, `/shows/${showId}/waitlist`, { body: { seats: 1 } })).status).toBe(401);
  });

  it('happens once per user, and again changes the number but not the place or the offer [WAITLIST-2]', async () => {
    const { showId, bookings } = await soldOut(['A1', 'A2']);
    const answers = await Promise.all([join(asha, showId, 2), join(asha, showId, 2), join(asha, showId, 2)]);
    expect(answers.map(({ body }) => body.data.position)).toEqual([1, 1, 1]);
    await join(ravi, showId);
    expect((await join(asha, showId, 1)).body.data).toMatchObject({ seats: 1, position: 1 });
    await cancel(bookings.A2);
    expect((await join(asha, showId, 6)).body.data).toMatchObject({ seats: 6, position: 1, offer: { seats: ['A2'] } });
  });

  it('keeps the order in which users joined, and positions follow [WAITLIST-3] [WAITLIST-4]', async () => {
    const { showId } = await soldOut(['A1']);
    for (const user of [asha, ravi, meera]) await join(user, showId);
    expect((await leave(asha, showId)).body.message).toBe("You're no longer on the waitlist.");
    expect((await leave(asha, showId)).status).toBe(200);
    expect([await waiting(asha, showId), (await waiting(ravi, showId)).position]).toEqual([null, 1]);
    await join(asha, showId);
    expect([(await waiting(meera, showId)).position, (await waiting(asha, showId)).position]).toEqual([2, 3]);
  });
});

describe('an offer', () => {
  it('goes to the first user whose number fits, then to the next [WAITLIST-5]', async () => {
    const { showId, bookings } = await soldOut(['C4', 'C5', 'C6', 'C7']);
    await join(asha, showId, 3);
    await join(ravi, showId, 1);
    await join(meera, showId, 2);
    await cancel(bookings.C4);
    expect([await offered(asha, showId), await offered(ravi, showId)]).toEqual([null, ['C4']]);
    await cancel(bookings.C6);
    await cancel(bookings.C7);
    expect(await offered(meera, showId)).toEqual(['C6', 'C7']);
    expect(await waiting(asha, showId)).toMatchObject({ position: 1, offer: null });
    const { expiresAt } = (await waiting(meera, showId)).offer;
    expect(Math.abs(Date.parse(expiresAt) - Date.now() - 600_000)).toBeLessThan(60_000);
    expect((await seatMap(showId)).blockedSeats.C6).toEqual({ userId: meera.id, expiresAt });
  });

  it('is made when a booking gives seats back, an administrator cancels one, or closed seats open [WAITLIST-5]', async () => {
    const showId = await hallOf(['C4', 'C5', 'C6']);
    const bookingId = await make.booking({ showId, userId: dev.id, seats: ['C4', 'C5', 'C6'] });
    for (const user of [asha, ravi, meera]) await join(user, showId);
    const { body } = await call('POST', `/bookings/${bookingId}/change`, {
      token: dev.token,
      body: { release: ['C4'], take: [] },
    });
    expect([body.data.seats, await offered(asha, showId)]).toEqual([['C5', 'C6'], ['C4']]);
    await call('POST', `/admin/bookings/${bookingId}/cancel`, { token: admin.token, body: { reason: 'Flood' } });
    expect([await offered(ravi, showId), await offered(meera, showId)]).toEqual([['C6'], ['C5']]);
    await join(dev, showId);
    await close(
      showId,
      ALL_SEATS.filter((seat) => seat !== 'E5' && !seat.startsWith('C')),
    );
    expect(await offered(dev, showId)).toEqual(['E5']);
  });

  it('is of seats next to each other if there are any, and else as close as possible [WAITLIST-6]', async () => {
    const free = [9, 10, 14, 15, 17, 25, 27, 28];
    const pick = async (wanted: number) =>
      (await pool.query('select ledger.pick_seats($1, $2) as picked', [free, wanted])).rows[0].picked;
    expect(await pick(1)).toEqual([25]);
    expect(await pick(2)).toEqual([14, 15]);
    expect(await pick(3)).toEqual([14, 15, 17]);
    expect(await pick(4)).toEqual([10, 14, 15, 17]);
  });

  it('stays as it is, whatever its user does with other seats and connections [WAITLIST-7]', async () => {
    const seats = ['A1', 'A2', 'B1', 'B2', 'B3', 'B4', 'B5'];
    const { showId, bookings } = await soldOut(seats);
    await join(asha, showId, 2);
    await Promise.all(seats.map((seat) => cancel(bookings[seat])));
    const before = await waiting(asha, showId);
    expect(before.offer.seats).toHaveLength(2);
    const [own = '', other = ''] = before.offer.seats;
    const port = await listen();
    const live = await openConnection(port, asha.token);
    await live.ask('join-show', { showId });
    const free = seats.filter((seat) => !before.offer.seats.includes(seat));
    expect(await live.ask('block-seats', { showId, seats: [own] })).toMatchObject({
      ...{ success: true, blocked: [own], expiresAt: before.offer.expiresAt },
    });
    expect(await live.ask('block-seats', { showId, seats: [free[0], own] })).toMatchObject({ success: true });
    expect(await live.ask('block-seats', { showId, seats: free.slice(0, 5) })).toMatchObject({
      success: false,
      message: 'Maximum 6 seats can be selected',
    });
    expect((await live.ask('unblock-seats', { showId })).unblocked).toEqual([free[0]]);
    expect((await live.ask('unblock-seats', { showId, seats: [own, other] })).unblocked).toEqual([]);
    await live.ask('leave-show', { showId });
    live.close();
    await pause(300);
    const { rows } = await pool.query('select leased_until from seats where show_id = $1 and offered', [showId]);
    expect(rows).toEqual([{ leased_until: null }, { leased_until: null }]);
    expect(await waiting(asha, showId)).toEqual(before);
    expect((await codeOf(book(ravi, showId, [own])))[1]).toBe('SEATS_HELD');
  });

  it('reaches the room after what freed its seats, and its user on every connection [WAITLIST-8]', async () => {
    const { showId, bookings } = await soldOut(['C4', 'C5']);
    await join(asha, showId, 1);
    const port = await listen();
    const [room, page, stranger] = await Promise.all(
      [ravi, asha, meera].map(({ token }) => openConnection(port, token)),
    );
    await room?.ask('join-show', { showId });
    await cancel(bookings.C5);
    const offer = await page?.waitFor('waitlist-offer');
    expect(offer).toEqual({ showId, ...(await waiting(asha, showId)).offer });
    await room?.waitFor('seats-blocked');
    const events = room?.received.filter(({ event }) => ['booking-cancelled', 'seats-blocked'].includes(event));
    expect(events).toMatchObject([
      { event: 'booking-cancelled', payload: { seats: ['C5'], version: 1 } },
      { event: 'seats-blocked', payload: { seats: ['C5'], version: 2, userId: asha.id, expiresAt: offer.expiresAt } },
    ]);
    expect(stranger?.received.filter(({ event }) => event === 'waitlist-offer')).toEqual([]);
    for (const connection of [room, page, stranger]) connection?.close();
  });

  it.each(['all', 'part'])(
    'ends when %s of it is booked, and the rest goes to the next [WAITLIST-10]',
    async (amount) => {
      const { showId, bookings } = await soldOut(['C4', 'C5']);
      await join(asha, showId, 2);
      await join(ravi, showId, 1);
      await Promise.all([cancel(bookings.C4), cancel(bookings.C5)]);
      expect((await book(asha, showId, amount === 'all' ? ['C4', 'C5'] : ['C5'])).status).toBe(201);
      expect(await waiting(asha, showId)).toBeNull();
      expect(await offered(ravi, showId)).toEqual(amount === 'all' ? null : ['C4']);
      expect(
        (await pool.query('select from seats where show_id = $1 and offered and booking_id is not null', [showId]))
          .rows,
      ).toEqual([]);
    },
  );

  it('stays while its user books other seats, and ends when a change takes one of its seats [WAITLIST-10]', async () => {
    const { showId, bookings } = await soldOut(['C4', 'C5', 'D1']);
    const own = await make.booking({ showId, userId: asha.id, seats: ['J1'] });
    await join(asha, showId, 2);
    await Promise.all([cancel(bookings.C4), cancel(bookings.C5), cancel(bookings.D1)]);
    const { seats } = (await waiting(asha, showId)).offer;
    const other = ['C4', 'C5', 'D1'].find((seat) => !seats.includes(seat)) ?? '';
    expect((await book(asha, showId, [other])).status).toBe(201);
    expect(await offered(asha, showId)).toEqual(seats);
    const change = await call('POST', `/bookings/${own}/change`, {
      token: asha.token,
      body: { release: ['J1'], take: [seats[0]] },
    });
    expect([change.status, await waiting(asha, showId)]).toEqual([200, null]);
    expect((await seatMap(showId)).blockedSeats).toEqual({});
  });

  it('that is declined goes to the next, without being called expired [WAITLIST-3] [WAITLIST-10]', async () => {
    const { showId, bookings } = await soldOut(['C4']);
    const room = await openConnection(await listen(), dev.token);
    await room.ask('join-show', { showId });
    await join(asha, showId);
    await join(ravi, showId);
    await cancel(bookings.C4);
    await room.waitFor('seats-blocked');
    await leave(asha, showId);
    expect([await waiting(asha, showId), await offered(ravi, showId)]).toEqual([null, ['C4']]);
    expect(await room.waitFor('seats-unblocked')).toMatchObject({ userId: asha.id, seats: ['C4'], reason: 'released' });
    room.close();
  });

  it('that expires goes to the next within a second, and to nobody else before [WAITLIST-10]', async () => {
    const { showId, bookings } = await soldOut(['C4']);
    await join(asha, showId);
    await join(ravi, showId);
    await cancel(bookings.C4);
    const blocker = await pool.connect();
    await blocker.query('begin');
    await blocker.query('select from seat_versions where show_id = $1 for no key update', [showId]);
    await letOffersExpire(showId);
    expect(await waiting(asha, showId)).toBeNull();
    const grabbed = [book(meera, showId, ['C4']), book(asha, showId, ['C4'])];
    await pause(100);
    await blocker.query('commit');
    blocker.release();
    for (const answer of grabbed) expect(await codeOf(answer)).toEqual([409, 'SEATS_HELD']);
    await expect.poll(() => offered(ravi, showId), { timeout: 10_000 }).toEqual(['C4']);
    expect(await waiting(asha, showId)).toBeNull();
  });

  it('goes back to waiting when one of its seats is closed, and the other seat is offered [WAITLIST-11]', async () => {
    const { showId, bookings } = await soldOut(['C4', 'C5']);
    await join(asha, showId, 2);
    await join(ravi, showId, 1);
    await Promise.all([cancel(bookings.C4), cancel(bookings.C5)]);
    await close(
      showId,
      ALL_SEATS.filter((seat) => seat !== 'C5'),
    );
    expect(await waiting(asha, showId)).toMatchObject({ position: 1, offer: null });
    expect(await offered(ravi, showId)).toEqual(['C5']);
  });

  it('moves with its show, unless its seats are closed on the new screen [WAITLIST-11]', async () => {
    const { showId, bookings } = await soldOut(['C4', 'C5']);
    await join(asha, showId, 1);
    await cancel(bookings.C5);
    const { movie, screen, price, startTime } = (await call('GET', `/shows/${showId}`, { token: admin.token })).body
      .data;
    const show = { movieId: movie.id, screenId: screen.id, price, startTime };
    const move = (change: object) =>
      call('PUT', `/shows/${showId}`, { token: admin.token, body: { ...show, ...change } });
    const before = await waiting(asha, showId);
    expect((await move({ startTime: fromNow(3 * DAY_MS) })).status).toBe(200);
    expect(await waiting(asha, showId)).toEqual(before);
    const screenId = await make.screen();
    await pool.query('insert into closed_seats (screen_id, seat) values ($1, $2)', [screenId, seatIndex('C5')]);
    expect((await move({ screenId })).status).toBe(200);
    expect((await offered(asha, showId)) ?? []).not.toContain('C5');
    expect((await seatMap(showId)).blockedSeats).not.toHaveProperty('C5');
  });

  it('ends with its show, and is not made from an hour before the start [WAITLIST-12]', async () => {
    const { showId, bookings } = await soldOut(['C4', 'C5'], { startsAt: fromNow(2 * DAY_MS) });
    await join(asha, showId);
    await join(ravi, showId);
    await cancel(bookings.C4);
    await pool.query(`update shows set starts_at = now() + interval '59 minutes' where id = $1`, [showId]);
    await cancel(bookings.C5);
    expect([await offered(asha, showId), await offered(ravi, showId)]).toEqual([['C4'], null]);
    expect((await book(asha, showId, ['C4'])).status).toBe(201);
    await call('POST', `/admin/shows/${showId}/cancel`, { token: admin.token, body: { reason: 'Projector' } });
    expect(await waiting(ravi, showId)).toBeNull();
  });

  it('is made in the transaction that frees the seats, or not at all [WAITLIST-5]', async () => {
    const { showId, bookings } = await soldOut(['C4']);
    await join(asha, showId);
    await pool.query(`alter table waitlist add constraint broken check (offered is null) not valid`);
    whenOver(() => pool.query('alter table waitlist drop constraint if exists broken'));
    expect((await cancel(bookings.C4)).status).toBe(500);
    expect((await seatMap(showId)).bookedSeats).toContain('C4');
    await pool.query('alter table waitlist drop constraint broken');
    expect((await cancel(bookings.C4)).status).toBe(200);
    expect(await offered(asha, showId)).toEqual(['C4']);
  });
});

describe('who waits', () => {
  it('is listed for the users themselves, soonest show first, and for administrators', async () => {
    const user = await addUser({ name: 'देव <b>' });
    const later = await soldOut(['A1'], { startsAt: fromNow(9 * DAY_MS) });
    const sooner = await soldOut(['A1'], { startsAt: fromNow(8 * DAY_MS) });
    for (const { showId } of [later, sooner]) await join(user, showId, 2);
    const mine = await call('GET', '/profile/waitlist', { token: user.token });
    expect(mine.body.data).toMatchObject([
      { showId: sooner.showId, seats: 2, position: 1, show: { id: sooner.showId, movie: { title: 'Monsoon' } } },
      { showId: later.showId },
    ]);
    expect(mine.headers['cache-control']).toBe('no-store');
    const list = await call('GET', `/admin/shows/${later.showId}/waitlist`, { token: admin.token });
    expect(list.body.data).toMatchObject([{ position: 1, user: { id: user.id, name: 'देव <b>', email: user.email } }]);
    const sizes = await call('GET', '/admin/waitlists', { token: admin.token });
    expect(sizes.body.data).toContainEqual({ showId: later.showId, users: 1, seats: 2 });
    for (const path of ['/admin/waitlists', `/admin/shows/${later.showId}/waitlist`])
      expect((await call('GET', path, { token: user.token })).status).toBe(403);
  });

  it('ends for a deleted account, which is skipped', async () => {
    const { showId, bookings } = await soldOut(['C4']);
    const user = await addUser();
    await join(user, showId);
    await join(asha, showId);
    await pool.query('update users set deleted_at = now(), email = null where id = $1', [user.id]);
    await cancel(bookings.C4);
    expect(await offered(asha, showId)).toEqual(['C4']);
  });
});

let port: number | undefined;
async function listen(): Promise<number> {
  if (port === undefined) {
    await app.listen({ port: 0, host: '127.0.0.1' });
    port = (app.server.address() as { port: number }).port;
  }
  return port;
}
