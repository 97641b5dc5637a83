import { Secret, TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { factoryFor, fromNow, HOUR_MS } from '../../../test/factory.ts';
import { openTestApp } from '../../../test/test-app.ts';
import { startAuditCleanup } from '../audit/audit.ts';

const testApp = await openTestApp();
const { call, db, pool, addUser } = testApp;
const make = factoryFor(db);
const admin = await addUser({ role: 'ADMIN', name: 'Ada Menon', email: 'ada@example.com' });

const list = async (query = '') => {
  const answer = await call('GET', `/admin/audit?${query}`, { token: admin.token });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  expect(answer.body.meta.total).toBe(answer.body.data.length);
  return answer.body.data;
};
const PASSWORD = 'a long matinee';
await call('POST', '/auth/signup', { body: { name: 'Hash', email: 'hash@example.com', password: PASSWORD } });
const setPassword = (userId: number) =>
  pool.query(
    `update users set password_hash = (select password_hash from users where email = 'hash@example.com') where id = $1`,
    [userId],
  );
const ada = { id: admin.id, name: 'Ada Menon', email: 'ada@example.com' };

describe('the audit log records', () => {
  it('changes of the catalogue, newest first, and no refused ones', async () => {
    const made = await call('POST', '/cinemas', { token: admin.token, body: { name: 'Old', city: 'Pune' } });
    const { id } = made.body.data;
    const other = await addUser({ role: 'ADMIN', name: 'Bea', email: 'bea@example.com' });
    await call('PUT', `/cinemas/${id}`, { token: other.token, body: { name: 'New' } });
    const refused = await call('POST', '/screens', { token: admin.token, body: { name: 'x', cinemaId: 99 } });
    expect(refused.status).toBe(404);
    expect(await list('entity=screen')).toEqual([]);
    expect(await list(`entity=cinema&entityId=${id}`)).toMatchObject([
      {
        action: 'UPDATE',
        entity: 'cinema',
        entityId: id,
        actor: { id: other.id, name: 'Bea', email: 'bea@example.com' },
        before: { name: 'Old', city: 'Pune' },
        after: { name: 'New', city: null },
      },
      { action: 'CREATE', actor: ada, before: null, after: { name: 'Old', city: 'Pune' } },
    ]);
  });

  it('changes of shows, by name', async () => {
    const movieId = await make.movie('Monsoon');
    const screenId = await make.screen(await make.cinema('Regal'), 'Audi 1');
    const other = await make.screen(await make.cinema('Galaxy'), 'Audi 2');
    const [before, after] = [new Date('2099-01-01T10:00:00Z'), new Date('2099-01-02T10:00:00Z')];
    const from = '203.0.113.7';
    const made = await call('POST', '/shows', {
      ...{ token: admin.token, from },
      body: { movieId, screenId, price: 250, startTime: before },
    });
    const { id } = made.body.data;
    const body = { movieId, screenId: other, price: 300, startTime: after };
    await call('PUT', `/shows/${id}`, { token: admin.token, from, body });
    await call('DELETE', `/shows/${id}`, { token: admin.token, from });
    const fieldsBefore = {
      movieId,
      movie: 'Monsoon',
      screenId,
      screen: 'Regal, Audi 1',
      price: 250,
      startTime: before.toISOString(),
    };
    const fieldsAfter = { ...fieldsBefore, screenId: other, screen: 'Galaxy, Audi 2', price: 300 };
    const common = { actor: ada, address: from, entity: 'show', entityId: id };
    expect(await list(`entity=show&entityId=${id}`)).toMatchObject([
      { ...common, action: 'DELETE', name: 'Monsoon, Galaxy, Audi 2', after: null },
      {
        ...{ ...common, action: 'UPDATE', name: 'Monsoon, Galaxy, Audi 2' },
        before: fieldsBefore,
        after: { ...fieldsAfter, startTime: after.toISOString() },
      },
      { ...common, action: 'CREATE', name: 'Monsoon, Regal, Audi 1', before: null, after: fieldsBefore },
    ]);
  });

  it('exports, but not the search term', async () => {
    const from = '2001:db8::1';
    await call('GET', '/admin/bookings.csv?status=CANCELLED&search=Asha', { token: admin.token, from });
    expect(await list('action=EXPORT')).toMatchObject([
      {
        ...{ actor: ada, address: from, entity: 'booking', entityId: null, before: null },
        after: { status: 'CANCELLED', search: 'yes' },
      },
    ]);
  });

  it('searches for bookings and lists of one customer, but not the search term', async () => {
    const from = '2001:db8::2';
    const customer = await addUser({ name: 'Zoya Khan' });
    const read = (path: string) => call('GET', path, { token: admin.token, from });
    await read('/admin/bookings?search=Zoya&limit=5');
    await read(`/admin/bookings?userId=${customer.id}`);
    for (const path of ['/admin/bookings', '/admin/bookings?status=CONFIRMED', '/admin/dashboard', '/admin/activity'])
      expect((await read(path)).status).toBe(200);
    const common = { actor: ada, address: from, entity: 'booking', entityId: null, name: null };
    expect(await list('action=READ&entity=booking')).toMatchObject([
      { ...common, after: { userId: customer.id, user: 'Zoya Khan' } },
      { ...common, after: { search: 'yes' } },
    ]);
    const kept = await db.selectFrom('audit_log').select('after').where('action', '=', 'READ').execute();
    expect(JSON.stringify(kept)).not.toContain('Zoya');
  });

  it('lists of customers, but not lists of staff', async () => {
    const from = '2001:db8::3';
    for (const query of ['', '?role=USER&search=asha', '?role=ADMIN', '?role=STAFF'])
      await call('GET', `/admin/users${query}`, { token: admin.token, from });
    const common = { actor: ada, address: from, entityId: null, name: null };
    expect(await list('action=READ&entity=user')).toMatchObject([
      { ...common, after: { role: 'USER', search: 'yes' } },
      { ...common, after: {} },
    ]);
  });

  it('who read a booking or the seats of a show', async () => {
    const showId = await make.show();
    const bookingId = await make.booking({ showId, userId: (await addUser()).id, seats: ['A1'] });
    for (const path of [`/admin/bookings/${bookingId}`, `/admin/shows/${showId}/seats`])
      expect((await call('GET', path, { token: admin.token })).status).toBe(200);
    for (const path of ['/admin/bookings/2147483647', '/admin/shows/2147483647/seats'])
      expect((await call('GET', path, { token: admin.token })).status).toBe(404);
    const common = { action: 'READ', actor: ada, name: 'Monsoon, Regal, Screen 1' };
    expect(await list(`entity=booking&entityId=${bookingId}`)).toMatchObject([common]);
    expect(await list(`entity=show&entityId=${showId}`)).toMatchObject([common]);
    expect(await list('action=READ&entityId=2147483647')).toEqual([]);
    const timeline = await call('GET', `/admin/bookings/${bookingId}`, { token: admin.token });
    expect(timeline.body.data.events.map(({ kind }: { kind: string }) => kind)).toEqual(['MADE', 'PAID']);
  });

  it('a check-in once, with the seats but not the customer name', async () => {
    const customer = await addUser({ name: 'Zubin Wadia' });
    const showId = await make.show({ startsAt: fromNow(HOUR_MS) });
    const bookingId = await make.booking({ showId, userId: customer.id, seats: ['C9', 'C10'] });
    const history = await call('GET', '/bookings/history', { token: customer.token });
    const body = { code: history.body.data[0].ticketCode, scanId: 'one' };
    for (const _ of [1, 2])
      expect((await call('POST', '/admin/check-in', { token: admin.token, body })).status).toBe(200);
    await call('POST', '/admin/check-in', { token: admin.token, body: { code: body.code } });
    expect(await list(`entity=booking&entityId=${bookingId}`)).toMatchObject([
      { action: 'CHECK_IN', actor: ada, name: 'Monsoon, Regal, Screen 1, C9 C10' },
    ]);
  });

  it('logins of administrators and failed attempts, but no logins of customers', async () => {
    const boss = await addUser({ role: 'ADMIN', name: 'Bo', email: 'bo@example.com' });
    const customer = await addUser({ name: 'Cy', email: 'cy@example.com' });
    for (const { id } of [boss, customer]) await setPassword(id);
    const from = '198.51.100.4';
    for (const [email, guess] of [
      ['BO@example.com', 'wrong!'],
      ['bo@example.com', PASSWORD],
      ['cy@example.com', 'wrong!'],
      ['cy@example.com', PASSWORD],
    ] as const) {
      await call('POST', '/auth/login', { body: { email, password: guess }, from });
    }
    const common = { entity: 'user', entityId: boss.id, name: 'Bo', address: from };
    const person = { id: boss.id, name: 'Bo', email: 'bo@example.com' };
    // A failed attempt is recorded after its response, so perhaps after the login.
    await expect
      .poll(async () => new Set(await list(`entity=user&entityId=${boss.id}`)))
      .toEqual(
        new Set([
          expect.objectContaining({ ...common, action: 'LOGIN_FAILED', actor: null }),
          expect.objectContaining({ ...common, action: 'LOGIN', actor: person }),
        ]),
      );
    expect(await list(`entity=user&entityId=${customer.id}`)).toEqual([]);
  });

  it('new passwords and second factors of administrators, but not of customers', async () => {
    const from = '192.0.2.9';
    const changeAll = async (user: { id: number; email: string }) => {
      await setPassword(user.id);
      const login = await call('POST', '/auth/login', { from, body: { email: user.email, password: PASSWORD } });
      const use = (body: object) => ({ token: login.body.data.token, from, body });
      const setUp = await call('POST', '/profile/totp', use({ password: PASSWORD }));
      const { secret } = setUp.body.data;
      const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
      const confirmed = await call('POST', '/profile/totp/confirm', use({ code }));
      const [recoveryCode] = confirmed.body.data.recoveryCodes;
      for (const _ of ['off', 'off already'])
        expect((await call('DELETE', '/profile/totp', use({ password: PASSWORD, code: recoveryCode }))).status).toBe(
          200,
        );
      const change = { currentPassword: PASSWORD, newPassword: 'a longer matinee' };
      const changed = await call('POST', '/profile/password', use(change));
      expect(changed.status).toBe(200);
      const link = await call('POST', `/admin/users/${user.id}/reset-link`, { token: admin.token });
      const token = new URL(link.body.data.url).hash.replace('#token=', '');
      const reset = await call('POST', '/auth/reset-password', { from, body: { token, password: PASSWORD } });
      expect(reset.status).toBe(200);
    };
    const manager = await addUser({ role: 'ADMIN', name: 'Meera Iyer', email: 'meera@example.com' });
    const customer = await addUser({ name: 'Asha', email: 'asha@example.com' });
    await changeAll(manager);
    await changeAll(customer);
    const entries = await list(`entity=user&entityId=${manager.id}&action=UPDATE`);
    expect(entries.map(({ after }: { after: unknown }) => after)).toEqual([
      { password: 'changed' },
      { password: 'changed' },
      { secondFactor: 'off' },
      { secondFactor: 'on' },
    ]);
    for (const entry of entries) expect(entry).toMatchObject({ actor: { id: manager.id }, address: from });
    expect(await list(`entity=user&entityId=${customer.id}&action=UPDATE`)).toEqual([]);
  });

  it('staff deleting their account, but not customers', async () => {
    for (const [role, entries] of [
      ['STAFF', [{ action: 'DELETE', before: { role: 'STAFF' }, name: 'Deleted user', address: null }]],
      ['USER', []],
    ] as const) {
      const user = await addUser({ role, name: 'Farah Khan' });
      await setPassword(user.id);
      const answer = await call('DELETE', '/profile', { token: user.token, body: { password: PASSWORD } });
      expect(answer.status).toBe(200);
      expect(await list(`entity=user&entityId=${user.id}`)).toMatchObject(entries);
    }
  });

  it('changes of roles, and reset links', async () => {
    const staff = await addUser({ name: 'Dev Anand' });
    const path = `/admin/users/${staff.id}`;
    const from = '203.0.113.9';
    expect((await call('PUT', path, { token: admin.token, from, body: { role: 'STAFF' } })).status).toBe(200);
    expect((await call('POST', `${path}/reset-link`, { token: admin.token, from })).status).toBe(200);
    expect((await call('PUT', '/admin/users/99999', { token: admin.token, body: { role: 'ADMIN' } })).status).toBe(404);
    const common = { actor: ada, address: from, entity: 'user', entityId: staff.id, name: 'Dev Anand' };
    expect(await list(`entity=user&entityId=${staff.id}`)).toMatchObject([
      { ...common, action: 'RESET_LINK', before: null, after: null },
      { ...common, action: 'UPDATE', before: { role: 'USER' }, after: { role: 'STAFF' } },
    ]);
    expect(await list('entity=user&entityId=99999')).toEqual([]);
  });
});

describe('filters the audit log', async () => {
  const grace = await addUser({ role: 'ADMIN', name: 'Grace Iyer', email: 'grace@example.com' });
  for (const name of ['Liberty', 'Eros']) {
    await call('POST', '/cinemas', { token: grace.token, body: { name, city: null } });
  }
  await pool.query(`update audit_log set at = '2026-03-01T18:00:00Z' where name = 'Liberty'`);
  await pool.query(`update audit_log set at = '2026-03-01T18:30:00Z' where name = 'Eros'`);

  it.each([
    ['search=liber', ['Liberty']],
    ['search=grace iyer', ['Eros', 'Liberty']],
    ['search=GRACE@example', ['Eros', 'Liberty']],
    ['search=nobody at all', []],
    [`userId=${grace.id}`, ['Eros', 'Liberty']],
    ['date=2026-03-01', ['Liberty']],
    ['date=2026-03-02', ['Eros']],
    [`userId=${grace.id}&date=2026-03-02&entity=cinema&action=CREATE`, ['Eros']],
  ])('by %s', async (query, names) => {
    expect((await list(query)).map(({ name }: { name: string }) => name)).toEqual(names);
  });
});

describe('after an account is deleted', () => {
  it.each([
    ['anonymised', `update users set name = 'Deleted user', email = null, deleted_at = now() where id = $1`],
    ['removed', 'delete from users where id = $1'],
  ])('(%s) no entry holds the name, email or network address', async (how, forget) => {
    const email = `unwanted-${how}@example.com`;
    const gone = await addUser({ role: 'ADMIN', name: 'Unwanted Name', email });
    await setPassword(gone.id);
    const from = '192.0.2.55';
    const made = await call('POST', '/cinemas', { token: gone.token, from, body: { name: 'Plaza', city: null } });
    await call('POST', '/auth/login', { body: { email, password: 'wrong!' }, from });
    await expect.poll(() => list(`entity=user&entityId=${gone.id}`)).toHaveLength(1);
    await pool.query(forget, [gone.id]);
    const { rows } = await pool.query('select audit_log::text as text from audit_log');
    expect(JSON.stringify(rows)).not.toMatch(/unwanted|192\.0\.2\.55/i);
    const [entry] = await list(`entity=cinema&entityId=${made.body.data.id}`);
    expect(entry).toMatchObject({
      actor: { id: gone.id, name: 'Deleted user', email: null },
      address: null,
      name: 'Plaza',
    });
    expect((await list(`entity=user&entityId=${gone.id}`))[0]).toMatchObject({ name: 'Deleted user', address: null });
  });
});

it('deletes entries older than AUDIT_DAYS and keeps the others', async () => {
  const { rows } = await pool.query(`
    insert into audit_log (at, action, entity, name)
    values (now() - interval '11 days', 'CREATE', 'cinema', 'old'), (now() - interval '9 days', 'CREATE', 'cinema', 'new')
    returning id`);
  const stop = startAuditCleanup(db, 10, (error) => {
    throw error;
  });
  const ids = rows.map(({ id }) => id);
  const kept = () => db.selectFrom('audit_log').select('name').where('id', 'in', ids).execute();
  await expect.poll(kept).toEqual([{ name: 'new' }]);
  await stop();
});
