import { describe, expect, it } from 'vitest';
import { factoryFor, fromNow, HOUR_MS } from '../../../test/factory.ts';
import { openTestApp } from '../../../test/test-app.ts';
import { recordSenderHeartbeat } from '../outbox/outbox.ts';

const testApp = await openTestApp();
const { call, db, pool, addUser } = testApp;
const make = factoryFor(db);
const admin = await addUser({ role: 'ADMIN' });
const asha = await addUser({ name: 'Asha Rao', email: 'asha@example.com' });
const ravi = await addUser();
const REASON = 'The projector is broken';

const as = (token: string) => ({
  get: (path: string) => call('GET', path, { token }),
  post: (path: string, body: unknown = {}) => call('POST', path, { token, body }),
  put: (path: string, body: unknown) => call('PUT', path, { token, body }),
});
const cancelShow = (showId: number, reason: unknown = REASON) =>
  as(admin.token).post(`/admin/shows/${showId}/cancel`, { reason });
const cancelBooking = (bookingId: number, reason: unknown = REASON) =>
  as(admin.token).post(`/admin/bookings/${bookingId}/cancel`, { reason });
const mailsOf = (...bookingIds: number[]) =>
  db
    .selectFrom('outbox')
    .select(['kind', 'booking_id', 'details'])
    .where('booking_id', 'in', bookingIds)
    .orderBy('id')
    .execute();

/** A show with a booking in every status, and a hold. */
async function makeShow(startsAt = fromNow(HOUR_MS)) {
  const movieId = await make.movie('Monsoon');
  const screenId = await make.screen(await make.cinema('Regal'), 'Audi 1');
  const showId = await make.show({ movieId, screenId, startsAt, price: 199.99 });
  const confirmed = await make.booking({ showId, userId: asha.id, seats: ['A1', 'A2'], price: 199.99 });
  const checkedIn = await make.booking({ showId, userId: ravi.id, seats: ['B1'], status: 'CHECKED_IN' });
  const cancelled = await make.booking({ showId, userId: asha.id, seats: ['C1'], status: 'CANCELLED' });
  await make.hold(showId, ravi.id, 'D1', fromNow(HOUR_MS));
  return { movieId, screenId, showId, startsAt, confirmed, checkedIn, cancelled };
}

describe('cancelling a show [CANCEL-3]', () => {
  it('says beforehand how many bookings and seats it would cancel, and what they cost', async () => {
    const { showId } = await makeShow();
    const preview = async (id: number) => as(admin.token).get(`/admin/shows/${id}/cancel`);
    expect((await preview(showId)).body.data).toEqual({ bookings: 2, seats: 3, revenue: 649.98 });
    expect((await preview(await make.show())).body.data).toEqual({ bookings: 0, seats: 0, revenue: 0 });
    expect((await preview(2_000_000_000)).status).toBe(404);
    expect((await as(asha.token).get(`/admin/shows/${showId}/cancel`)).status).toBe(403);
  });

  it('cancels its bookings, checked-in ones too, frees all seats and returns how many', async () => {
    const { showId, movieId, confirmed, checkedIn, cancelled } = await makeShow();
    const { status, body } = await cancelShow(showId, `  ${REASON} `);
    expect([status, body.message]).toEqual([200, 'Show cancelled, with 2 bookings']);
    expect(body.data).toMatchObject({
      cancelledBookings: 2,
      show: {
        ...{
          id: showId,
          movieId,
          status: 'CANCELLED',
          cancelReason: REASON,
          availableSeats: 100,
          _count: { bookings: 0 },
        },
      },
    });
    const { body: history } = await as(asha.token).get('/bookings/history');
    expect(history.data.find(({ id }: { id: number }) => id === confirmed)).toMatchObject({
      ...{ status: 'CANCELLED', cancelReason: REASON, seats: ['A1', 'A2'], totalPrice: 399.98 },
    });
    expect(history.data.find(({ id }: { id: number }) => id === confirmed)).not.toHaveProperty('ticketCode');
    expect(history.data.find(({ id }: { id: number }) => id === cancelled)).toMatchObject({ cancelReason: null });
    const { rows } = await pool.query(
      `select status, checked_in_at, scan_id, cancelled_at is not null as has_time from bookings where id = $1`,
      [checkedIn],
    );
    expect(rows).toEqual([{ status: 'CANCELLED', checked_in_at: null, scan_id: null, has_time: true }]);
    const { body: map } = await as(asha.token).get(`/bookings/seats/${showId}`);
    expect(map).toMatchObject({
      bookedSeats: [],
      blockedSeats: {},
      show: { status: 'CANCELLED', cancelReason: REASON },
    });
  });

  it('is final: cancelling, changing or booking it afterwards is SHOW_CANCELLED', async () => {
    const { showId, movieId, screenId, startsAt, confirmed } = await makeShow();
    await cancelShow(showId);
    const change = { movieId, screenId, price: 1, startTime: startsAt };
    const answers = [
      await cancelShow(showId),
      await as(admin.token).put(`/shows/${showId}`, change),
      await as(asha.token).post('/bookings', { showId, seats: ['A1'] }),
    ];
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(answers.map(() => [409, 'SHOW_CANCELLED']));
    expect((await as(asha.token).post(`/bookings/cancel/${confirmed}`)).body.code).toBe('ALREADY_CANCELLED');
    expect((await cancelBooking(confirmed)).body.code).toBe('ALREADY_CANCELLED');
  });

  it('returns the cancelled booking when its request is retried with the same key', async () => {
    const showId = await make.show();
    const book = () =>
      call('POST', '/bookings', {
        ...{ token: asha.token, body: { showId, seats: ['A1'] }, headers: { 'idempotency-key': `once ${showId}` } },
      });
    expect((await book()).body.data).toMatchObject({ status: 'CONFIRMED', cancelReason: null });
    await cancelShow(showId);
    const { status, body } = await book();
    expect(status).toBe(201);
    expect(body).toMatchObject({ message: 'This booking was cancelled.', data: { status: 'CANCELLED' } });
  });

  it('frees its time on the screen for another show and for a plan', async () => {
    const { showId, movieId, screenId, startsAt } = await makeShow(new Date('2098-03-02T12:30:00Z'));
    const input = { movieId, screenId, price: 250, startTime: startsAt };
    expect((await as(admin.token).post('/shows', input)).body.code).toBe('SCREEN_BUSY');
    await cancelShow(showId);
    const run = { kind: 'run', movieId, screenIds: [screenId], times: ['18:00'], price: 250 };
    const plan = { ...run, from: '2098-03-02', to: '2098-03-02' };
    const { body: preview } = await as(admin.token).post('/admin/schedule/preview', plan);
    expect(preview.data).toMatchObject({ clashes: 0, shows: [{ startTime: startsAt.toISOString(), clash: null }] });
    expect((await as(admin.token).post('/shows', input)).status).toBe(201);
    expect((await as(admin.token).post('/shows', input)).body.code).toBe('SCREEN_BUSY');
    const { rows } = await pool.query('select cinema_id from screens where id = $1', [screenId]);
    const copy = { kind: 'copy', cinemaId: rows[0].cinema_id, from: '2098-03-02', to: '2098-03-09', days: 1 };
    const { body: copied } = await as(admin.token).post('/admin/schedule/preview', copy);
    expect(copied.data.shows).toHaveLength(1);
  });

  it('is listed only for administrators, but anyone can open it by its id', async () => {
    const { showId, movieId } = await makeShow();
    const other = await make.show({ movieId });
    const idsFor = async (token: string) =>
      (await as(token).get(`/shows?movieId=${movieId}`)).body.data.map(({ id }: { id: number }) => id);
    expect(await idsFor(asha.token)).toEqual([showId, other]);
    await cancelShow(showId);
    expect(await idsFor(asha.token)).toEqual([other]);
    expect(await idsFor(admin.token)).toEqual([showId, other]);
    expect(await idsFor(asha.token)).toEqual([other]);
    const former = await addUser({ role: 'ADMIN' });
    expect(await idsFor(former.token)).toEqual([showId, other]);
    await db.updateTable('users').set({ role: 'USER' }).where('id', '=', former.id).execute();
    await expect.poll(() => idsFor(former.token)).toEqual([other]);
    const { body: movie } = await as(admin.token).get(`/movies/${movieId}`);
    expect(movie.data.shows.map(({ id }: { id: number }) => id)).toEqual([other]);
    const { body: show } = await as(asha.token).get(`/shows/${showId}`);
    expect(show.data).toMatchObject({ status: 'CANCELLED', cancelReason: REASON });
    expect((await as(asha.token).get(`/shows/${other}`)).body.data).toMatchObject({
      ...{ status: 'SCHEDULED', cancelReason: null },
    });
  });

  it('leaves the show out of upcoming shows and out of occupancy', async () => {
    const figures = async () => {
      const [dashboard, analytics] = [
        (await as(admin.token).get('/admin/dashboard')).body.data,
        (await as(admin.token).get('/admin/analytics?days=1')).body.data,
      ];
      const played = analytics.occupancyByHour.reduce((sum: number, { shows }: { shows: number }) => sum + shows, 0);
      return { upcoming: dashboard.overview.totalShows, played, sold: analytics.totals.bookings };
    };
    const before = await figures();
    const showId = await make.show({ startsAt: fromNow(HOUR_MS) });
    const running = await make.show({ startsAt: fromNow(-HOUR_MS) });
    await make.booking({ showId, userId: asha.id });
    expect((await figures()).sold).toBe(before.sold + 1);
    await cancelShow(showId);
    await cancelShow(running);
    expect(await figures()).toEqual(before);
  });

  it('works until the show is over', async () => {
    const movieId = await make.movie('Short', 90);
    const running = await make.show({ movieId, startsAt: fromNow(-HOUR_MS) });
    expect((await cancelShow(running)).status).toBe(200);
    const over = await make.show({ movieId, startsAt: fromNow(-2 * HOUR_MS) });
    expect((await cancelShow(over)).body).toMatchObject({
      ...{ code: 'SHOW_STARTED', message: 'This show is over, so it can no longer be cancelled.' },
    });
    expect((await as(asha.token).post('/bookings', { showId: running, seats: ['A1'] })).body.code).toBe(
      'SHOW_CANCELLED',
    );
  });

  it('requires a reason of 1 to 300 characters and an existing show', async () => {
    const showId = await make.show();
    for (const reason of [null, '', '   ', 5, 'x'.repeat(301), 'a\0b']) {
      expect((await cancelShow(showId, reason)).body.code, JSON.stringify(reason)).toBe('VALIDATION_FAILED');
    }
    expect((await cancelShow(2_147_483_647)).status).toBe(404);
    expect((await cancelShow(showId, '🎬'.repeat(150))).status).toBe(200);
  });
});

describe('cancelling a booking for a customer [CANCEL-4]', () => {
  it('stores the reason and frees the seats immediately', async () => {
    const { showId, confirmed } = await makeShow();
    const { status, body } = await cancelBooking(confirmed);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      ...{ id: confirmed, status: 'CANCELLED', cancelReason: REASON },
      user: { id: asha.id, name: 'Asha Rao', email: 'asha@example.com' },
    });
    expect((await as(ravi.token).post('/bookings', { showId, seats: ['A1', 'A2'] })).status).toBe(201);
    const { body: list } = await as(admin.token).get(`/admin/bookings?search=${confirmed}`);
    expect(list.data).toContainEqual(expect.objectContaining({ id: confirmed, cancelReason: REASON }));
  });

  it('is refused in the same cases as for the customer', async () => {
    const { cancelled, checkedIn } = await makeShow();
    const started = await make.booking({ showId: await make.show({ startsAt: fromNow(-HOUR_MS) }), userId: asha.id });
    const code = async (bookingId: number) => (await cancelBooking(bookingId)).body.code;
    expect(await code(cancelled)).toBe('ALREADY_CANCELLED');
    expect(await code(checkedIn)).toBe('ALREADY_CHECKED_IN');
    expect(await code(started)).toBe('SHOW_STARTED');
    expect(await code(2_147_483_647)).toBe('NOT_FOUND');
    expect((await cancelBooking(started, '')).status).toBe(400);
  });
});

describe('cancelling a show or a booking', () => {
  it('queues mails with the reason, and none while mail is off', async () => {
    const quiet = await makeShow();
    await cancelBooking(quiet.confirmed);
    await cancelShow(quiet.showId);
    expect(await mailsOf(quiet.confirmed, quiet.checkedIn)).toEqual([]);
    await recordSenderHeartbeat(db);
    const { showId, confirmed, checkedIn, cancelled } = await makeShow();
    const single = await make.booking({ showId, userId: ravi.id, seats: ['E1'] });
    await db.deleteFrom('outbox').execute();
    await cancelBooking(single, 'Paid twice');
    await cancelShow(showId);
    await db.updateTable('mail_switch').set({ is_on: false }).execute();
    expect(await mailsOf(confirmed, checkedIn, cancelled, single)).toEqual([
      { kind: 'booking-cancelled', booking_id: single, details: { reason: 'Paid twice' } },
      { kind: 'show-cancelled', booking_id: confirmed, details: { reason: REASON } },
      { kind: 'show-cancelled', booking_id: checkedIn, details: { reason: REASON } },
    ]);
  });

  it('is recorded in the audit log with the reason and the number of bookings', async () => {
    const { showId, startsAt, confirmed } = await makeShow();
    await cancelBooking(confirmed, 'Paid twice');
    await cancelShow(showId);
    const start = startsAt.toISOString();
    const entries = async (query: string) => (await as(admin.token).get(`/admin/audit?${query}`)).body.data;
    const names = { movie: 'Monsoon', screen: 'Regal, Audi 1', startTime: start };
    expect(await entries(`entity=show&entityId=${showId}`)).toMatchObject([
      {
        ...{ action: 'CANCEL', actor: { id: admin.id }, name: 'Monsoon, Regal, Audi 1' },
        before: { ...names, status: 'SCHEDULED', bookings: 1 },
        after: { ...names, status: 'CANCELLED', bookings: 0, reason: REASON },
      },
    ]);
    expect(await entries(`entity=booking&entityId=${confirmed}`)).toMatchObject([
      {
        ...{ action: 'CANCEL', actor: { id: admin.id }, name: 'Monsoon, Regal, Audi 1, A1 A2' },
        before: { status: 'CONFIRMED', seats: 'A1 A2', startTime: start },
        after: { status: 'CANCELLED', reason: 'Paid twice' },
      },
    ]);
  });

  it('is allowed to administrators only, and changes nothing when refused', async () => {
    const { showId, confirmed } = await makeShow();
    const staff = await addUser({ role: 'STAFF' });
    for (const { token } of [asha, staff]) {
      for (const path of [`/admin/shows/${showId}/cancel`, `/admin/bookings/${confirmed}/cancel`]) {
        expect(await as(token).post(path, { reason: REASON })).toMatchObject({
          status: 403,
          body: { code: 'FORBIDDEN' },
        });
      }
    }
    expect((await as(asha.token).get(`/shows/${showId}`)).body.data).toMatchObject({
      ...{ status: 'SCHEDULED', _count: { bookings: 2 } },
    });
  });
});

it('exports the reason for bookings the cinema cancelled, and none for those a customer cancelled', async () => {
  const { showId, confirmed, cancelled } = await makeShow();
  await cancelBooking(confirmed, '=Flooded, sorry');
  const { body } = await as(admin.token).get(`/admin/bookings.csv?showId=${showId}&status=CANCELLED`);
  const [head, ...lines] = body.split('\r\n');
  expect(head.endsWith(',Cancel reason')).toBe(true);
  expect(lines.find((line: string) => line.startsWith(`${confirmed},`))).toMatch(/,"'=Flooded, sorry"$/);
  expect(lines.find((line: string) => line.startsWith(`${cancelled},`))).toMatch(/,$/);
});
