import { describe, expect, it } from 'vitest';
import { DAY_MS, factoryFor, fromNow, HOUR_MS } from '../../../test/factory.ts';
import { openTestApp } from '../../../test/test-app.ts';
import { createConfirmationLink } from '../auth/email-confirmation.ts';

const testApp = await openTestApp();
const make = factoryFor(testApp.db);

let count = 0;
async function signUp() {
  count += 1;
  const account = { name: 'Asha Rao', email: `asha${count}@example.com`, password: 'matinee' };
  const { body } = await testApp.call('POST', '/auth/signup', { body: account });
  const { token, user } = body.data as { token: string; user: { id: number } };
  const call = (method: 'GET' | 'PUT' | 'POST' | 'DELETE', path: string, sent?: unknown) =>
    testApp.call(method, path, { token, ...(sent ? { body: sent } : {}) });
  return { ...account, id: user.id, token, call };
}

/** Adds what offline check-in, the waiting room and the outbox store about a booking and its user. */
async function leaveTraces(bookingId: number, showId: number, userId: number): Promise<void> {
  const now = new Date();
  await testApp.db
    .insertInto('scan_conflicts')
    .values({ scan_id: `scan ${bookingId}`, booking_id: bookingId, reason: 'WRONG_TIME', scanned_at: now })
    .execute();
  await testApp.db
    .insertInto('outbox')
    .values({ kind: 'booking-confirmed', booking_id: bookingId, user_id: null, status: 'SENT', ended_at: now })
    .execute();
  const refusal = { user_id: userId, reason: `550 no mailbox of user ${userId}` };
  await testApp.db.insertInto('mail_refusals').values(refusal).execute();
  await testApp.pool.query('insert into lines (show_id) values ($1) on conflict do nothing', [showId]);
  await testApp.pool.query(
    `insert into line_places (show_id, user_id, joined_at, servers, leased_until) values ($1, $2, now(), '{}', now())`,
    [showId, userId],
  );
}

describe('the profile', () => {
  it('can be renamed', async () => {
    const user = await signUp();
    const renamed = {
      ...{ id: user.id, name: 'Asha Menon', email: user.email, role: 'USER', emailConfirmed: false },
      ...{ language: 'en', reminders: true, waitlistMails: true },
    };
    const answer = await user.call('PUT', '/profile', { name: ' Asha Menon ', role: 'ADMIN', email: 'x@example.com' });
    expect(answer.body).toEqual({ success: true, data: { user: renamed } });
    expect((await user.call('GET', '/profile')).body.data.user).toEqual(renamed);
    for (const name of ['', '  ', 'x'.repeat(101), 7])
      expect((await user.call('PUT', '/profile', { name })).status).toBe(400);
  });

  it('says which mails the user wants, and keeps what is not sent [REMIND-1]', async () => {
    const user = await signUp();
    const put = async (body: object) => (await user.call('PUT', '/profile', body)).body.data.user;
    expect(await put({ reminders: false })).toMatchObject({ name: 'Asha Rao', reminders: false, waitlistMails: true });
    expect(await put({ waitlistMails: false })).toMatchObject({ reminders: false, waitlistMails: false });
    expect(await put({ name: 'Asha Menon' })).toMatchObject({ name: 'Asha Menon', reminders: false });
    expect(await put({ reminders: true })).toMatchObject({ name: 'Asha Menon', reminders: true, waitlistMails: false });
    expect((await user.call('GET', '/profile')).body.data.user).toEqual(await put({}));
    for (const wrong of [{ reminders: 'no' }, { reminders: null }, { waitlistMails: 1 }, { name: null }])
      expect((await user.call('PUT', '/profile', { reminders: false, ...wrong })).status).toBe(400);
    expect((await user.call('GET', '/profile/export')).body.data.user).toMatchObject({
      ...{ reminders: true, waitlistMails: false },
    });
  });

  it('keeps the language that the user chose, and knows no others', async () => {
    const user = await signUp();
    const put = (body: object) => user.call('PUT', '/profile', body);
    expect((await put({ language: 'hi' })).body.data.user).toMatchObject({ language: 'hi', name: 'Asha Rao' });
    expect((await put({ name: 'Asha Menon', reminders: false })).body.data.user).toMatchObject({ language: 'hi' });
    for (const language of ['fr', 'HI', 'hi-IN', '', null, 1]) {
      const { status, body } = await put({ language, name: 'Nobody' });
      expect([status, body.code, body.errors[0].path]).toEqual([400, 'VALIDATION_FAILED', 'language']);
    }
    const kept = { name: 'Asha Menon', language: 'hi', reminders: false };
    expect((await user.call('GET', '/profile')).body.data.user).toMatchObject(kept);
    expect((await user.call('GET', '/profile/export')).body.data.user).toMatchObject(kept);
    expect((await put({ language: 'en' })).body.data.user).toMatchObject({ ...kept, language: 'en' });
  });

  it('is exported as a file with everything stored about the user, and nothing about others', async () => {
    const [user, stranger] = [await signUp(), await signUp()];
    const showId = await make.show();
    const made = await testApp.call('POST', '/bookings', {
      token: user.token,
      body: { showId, seats: ['C4', 'C5'] },
      headers: { 'idempotency-key': 'of Asha' },
    });
    const bookingId = made.body.data.id;
    const foreignId = await make.booking({ showId, userId: stranger.id, seats: ['D1'] });
    await leaveTraces(foreignId, showId, stranger.id);
    await make.hold(showId, user.id, 'E1', fromNow(HOUR_MS));
    await user.call('POST', '/profile/totp', { password: user.password });
    await leaveTraces(bookingId, showId, user.id);
    await createConfirmationLink(testApp.db, user.id);
    await testApp.db
      .insertInto('audit_log')
      .values({ actor_id: user.id, action: 'CREATE', entity: 'movie', entity_id: 7, name: 'Monsoon' })
      .execute();
    await testApp.call('POST', `/bookings/${bookingId}/change`, {
      token: user.token,
      body: { release: ['C4'], take: ['C6'] },
    });
    for (const [of, seats] of [
      [user.id, 2],
      [stranger.id, 1],
    ])
      await testApp.pool.query(
        `insert into waitlist (show_id, user_id, seats, since, offered, offered_until)
         values ($1, $2, $3, now(), '{0,1}', now() + interval '1 hour')`,
        [showId, of, seats],
      );
    const { headers, body } = await user.call('GET', '/profile/export');
    expect(headers['content-disposition']).toBe('attachment; filename="moviebooking-my-data.json"');
    const { name, email, id } = user;
    expect(body.data).toEqual({
      exportedAt: expect.any(String),
      user: {
        ...{ id, name, email, role: 'USER', createdAt: expect.any(String), lastLoginAt: expect.any(String) },
        ...{ emailConfirmedAt: null, language: 'en', reminders: true, waitlistMails: true },
      },
      logins: [expect.objectContaining({ address: '127.0.0.1', isActive: true })],
      secondFactor: { startedAt: expect.any(String), isOn: false, recoveryCodesLeft: 0 },
      passkeys: [],
      resetLinks: [],
      confirmationLinks: [{ createdAt: expect.any(String), expiresAt: expect.any(String) }],
      bookings: [
        expect.objectContaining({
          ...{ id: bookingId, seats: ['C5', 'C6'], totalPrice: 500 },
          ...{ cancelledAt: null, checkedInAt: null, admissions: [] },
          changes: [{ at: expect.any(String), released: ['C4'], taken: ['C6'] }],
        }),
      ],
      waitlist: [
        {
          ...{ showId, seats: 2, since: expect.any(String) },
          offer: { seats: ['A1', 'A2'], expiresAt: expect.any(String) },
        },
      ],
      linePlaces: [{ showId, state: 'WAITING', joinedAt: expect.any(String) }],
      scanConflicts: [
        { bookingId, reason: 'WRONG_TIME', seats: null, scannedAt: expect.any(String), settledAt: expect.any(String) },
      ],
      mails: [
        {
          ...{ kind: 'booking-confirmed', bookingId, status: 'SENT' },
          ...{ queuedAt: expect.any(String), endedAt: expect.any(String) },
        },
      ],
      mailRefusal: { reason: `550 no mailbox of user ${id}`, at: expect.any(String) },
      requestKeys: [{ key: 'of Asha', bookingId, createdAt: expect.any(String) }],
      holds: [{ showId, seat: 'E1', heldUntil: expect.any(String) }],
      actions: [
        { at: expect.any(String), action: 'CREATE', entity: 'movie', entityId: 7, name: 'Monsoon', address: null },
      ],
    });
  });
});

it('exports mails about the account, and scans the user sent as staff', async () => {
  const [user, stranger] = [await signUp(), await signUp()];
  const showId = await make.show();
  const bookingId = await make.booking({ showId, userId: stranger.id });
  await leaveTraces(bookingId, showId, stranger.id);
  await testApp.db
    .updateTable('scan_conflicts')
    .set({ settled_by: user.id })
    .where('booking_id', '=', bookingId)
    .execute();
  for (const { id } of [user, stranger])
    await testApp.db.insertInto('outbox').values({ kind: 'password-reset', user_id: id, booking_id: null }).execute();
  expect((await user.call('GET', '/profile/export')).body.data).toMatchObject({
    mails: [{ kind: 'password-reset', bookingId: null, status: 'WAITING', endedAt: null }],
    scanConflicts: [{ bookingId, reason: 'WRONG_TIME' }],
  });
});

it('exports when a booking was cancelled or checked in', async () => {
  const user = await signUp();
  const showId = await make.show();
  await make.booking({ showId, userId: user.id, seats: ['A1'], status: 'CANCELLED' });
  await make.booking({ showId, userId: user.id, seats: ['A2'], status: 'CHECKED_IN' });
  expect((await user.call('GET', '/profile/export')).body.data.bookings).toMatchObject([
    { status: 'CHECKED_IN', checkedInAt: expect.any(String), cancelledAt: null },
    { status: 'CANCELLED', checkedInAt: null, cancelledAt: expect.any(String) },
  ]);
});

describe('deleting an account', () => {
  const remove = (user: Awaited<ReturnType<typeof signUp>>, password = user.password) =>
    user.call('DELETE', '/profile', { password });

  it('requires the password', async () => {
    const user = await signUp();
    expect((await remove(user, 'wrong!')).body.code).toBe('INVALID_CREDENTIALS');
    expect((await user.call('DELETE', '/profile')).status).toBe(400);
    expect((await user.call('GET', '/profile')).status).toBe(200);
  });

  it('is refused until all upcoming bookings are cancelled', async () => {
    const user = await signUp();
    await make.booking({ showId: await make.show({ startsAt: fromNow(-DAY_MS) }), userId: user.id });
    const bookingId = await make.booking({ showId: await make.show(), userId: user.id });
    const refused = await remove(user);
    expect([refused.status, refused.body.code]).toEqual([409, 'HAS_UPCOMING_BOOKINGS']);
    await user.call('POST', `/bookings/cancel/${bookingId}`);
    expect((await remove(user)).status).toBe(200);
  });

  it('is refused to a user who has checked in for a show that has not started', async () => {
    const user = await signUp();
    await make.booking({ showId: await make.show(), userId: user.id, status: 'CHECKED_IN' });
    expect((await remove(user)).body.code).toBe('HAS_UPCOMING_BOOKINGS');
  });

  it('never leaves an upcoming booking without a user when both happen at once', async () => {
    const showId = await make.show();
    for (let round = 0; round < 10; round += 1) {
      const user = await signUp();
      const seats = [`A${round + 1}`];
      const [deletion, booking] = await Promise.all([remove(user), user.call('POST', '/bookings', { showId, seats })]);
      expect([deletion.body.code ?? 'DELETED', booking.status]).toEqual(
        deletion.status === 200 ? ['DELETED', 401] : ['HAS_UPCOMING_BOOKINGS', 201],
      );
    }
  });

  it('is refused for the last administrator', async () => {
    const user = await signUp();
    await testApp.db.updateTable('users').set({ role: 'ADMIN' }).where('id', '=', user.id).execute();
    expect((await remove(user)).body.code).toBe('LAST_ADMIN');
    expect((await user.call('GET', '/profile')).body.data.user.role).toBe('ADMIN');
    await testApp.addUser({ role: 'ADMIN' });
    expect((await remove(user)).status).toBe(200);
  });

  it('ends its tokens and frees its address', async () => {
    const user = await signUp();
    await remove(user);
    expect((await user.call('GET', '/movies')).status).toBe(401);
    const { name, email, password } = user;
    const body = { name, email, password };
    expect((await testApp.call('POST', '/auth/login', { body })).body.code).toBe('INVALID_CREDENTIALS');
    expect((await testApp.call('POST', '/auth/signup', { body })).status).toBe(201);
  });
});

it('exports only the network addresses of the user', async () => {
  const user = await signUp();
  await testApp.pool.query('update users set email_confirmed_at = now() where id = $1', [user.id]);
  const admin = await testApp.addUser({ role: 'ADMIN' });
  const byAdmin = (method: 'POST' | 'PUT', path: string, body?: object) =>
    testApp.call(method, `/admin/users/${user.id}${path}`, { token: admin.token, from: '203.0.113.7', body });
  expect((await byAdmin('POST', '/reset-link')).status).toBe(200);
  expect((await byAdmin('PUT', '', { role: 'STAFF' })).status).toBe(200);
  const login = (password: string, from: string) =>
    testApp.call('POST', '/auth/login', { body: { email: user.email, password }, from });
  await login('a wrong guess', '203.0.113.8');
  const { token } = (await login(user.password, '198.51.100.1')).body.data;
  const { body } = await testApp.call('GET', '/profile/export', { token });
  expect(body.data.actions).toMatchObject([
    { action: 'LOGIN', address: '198.51.100.1' },
    { action: 'LOGIN_FAILED', address: null },
    { action: 'UPDATE', address: null },
    { action: 'RESET_LINK', address: null },
  ]);
  expect(JSON.stringify(body)).not.toContain('203.0.113');
});
