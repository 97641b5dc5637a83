import { describe, expect, it } from 'vitest';
import { DAY_MS, factoryFor, fromNow, HOUR_MS } from '../../../test/factory.ts';
import { openTestApp } from '../../../test/test-app.ts';

describe('the search across everything', async () => {
  const { call, addUser, db } = await openTestApp();
  const make = factoryFor(db);
  const admin = await addUser({ role: 'ADMIN', name: 'Ada', email: 'ada@example.com' });
  const asha = await addUser({ name: 'Asha Rao', email: 'asha.rao@example.com' });
  const percent = await addUser({ name: '100% _real', email: 'percent@example.com' });
  const [north, south] = [await make.cinema('North Star', 'Delhi'), await make.cinema('तारा 🎬', 'Pune')];
  const [train, hindi] = [await make.movie('Night Train'), await make.movie('रात की ट्रेन')];
  const screen = await make.screen(north);
  const past = await make.show({ movieId: train, screenId: screen, startsAt: fromNow(-2 * DAY_MS) });
  const later = await make.show({ movieId: train, screenId: screen, startsAt: fromNow(2 * DAY_MS) });
  const soon = await make.show({ movieId: train, screenId: screen, startsAt: fromNow(HOUR_MS) });
  const southShow = await make.show({ movieId: hindi, screenId: await make.screen(south) });
  const first = await make.booking({ showId: soon, userId: asha.id });
  const second = await make.booking({ showId: southShow, userId: asha.id, status: 'CANCELLED' });
  const other = await make.booking({ showId: southShow, userId: percent.id, seats: ['C3'] });

  const ask = (q: string) => call('GET', `/admin/search?q=${encodeURIComponent(q)}`, { token: admin.token });
  const search = async (q: string) => {
    const { status, body } = await ask(q);
    expect(status, JSON.stringify(body)).toBe(200);
    return Object.fromEntries(
      Object.entries(body.data as Record<string, { id: number }[]>).flatMap(([kind, items]) =>
        items.length > 0 ? [[kind, items.map(({ id }) => id)]] : [],
      ),
    );
  };

  it.each([
    ['asha', { bookings: [second, first], people: [asha.id] }],
    ['ASHA.RAO@', { bookings: [second, first], people: [asha.id] }],
    ['  night t ', { movies: [train], shows: [soon, later, past] }],
    ['star', { cinemas: [north], shows: [soon, later, past] }],
    ['delhi', { cinemas: [north] }],
    ['रात', { movies: [hindi], shows: [southShow] }],
    ['🎬', { cinemas: [south], shows: [southShow] }],
    ['%', { bookings: [other], people: [percent.id] }],
    ['_', { bookings: [other], people: [percent.id] }],
    ['\\', {}],
    ["o'; drop table users --", {}],
    ['MB-1-000000000000', {}],
  ])('finds %j', async (q, expected) => {
    expect(await search(q)).toEqual(expected);
  });

  it('finds a booking by its ID and by its ticket code', async () => {
    expect((await search(String(second))).bookings).toEqual([second]);
    expect(await search(`#${first}`)).toEqual({ bookings: [first] });
    const history = await call('GET', '/bookings/history', { token: asha.token });
    const { ticketCode } = history.body.data.find(({ id }: { id: number }) => id === first);
    expect(await search(ticketCode.toLowerCase())).toEqual({ bookings: [first] });
  });

  it('returns what a result needs to be recognised, and no deleted accounts', async () => {
    const { body } = await ask('asha');
    expect(body.data.people).toEqual([{ id: asha.id, name: 'Asha Rao', email: 'asha.rao@example.com', role: 'USER' }]);
    expect(body.data.bookings[1]).toMatchObject({ user: { name: 'Asha Rao' }, movie: { title: 'Night Train' } });
    expect((await ask('night')).body.data.shows[0]).toEqual({
      ...{ id: soon, startTime: expect.any(String), movieTitle: 'Night Train', cinemaName: 'North Star' },
      ...{ screenName: 'Screen 1', status: 'SCHEDULED' },
    });
    await db
      .updateTable('users')
      .set({ deleted_at: new Date(), email: null, name: 'Deleted user' })
      .where('id', '=', percent.id)
      .execute();
    expect((await ask('deleted user')).body.data.people).toEqual([]);
  });

  it('returns at most five of each kind', async () => {
    for (let index = 0; index < 6; index += 1) {
      const { id: userId } = await addUser({ name: `Crowd ${index}` });
      await make.booking({ showId: later, userId, seats: [`J${index + 1}`] });
      await make.cinema(`Crowd ${index}`);
    }
    const found = await search('crowd');
    expect(found).toMatchObject({ people: { length: 5 }, bookings: { length: 5 }, cinemas: { length: 5 } });
    expect((await search('screen')).shows).toHaveLength(4);
  });

  it.each([
    ['', 'Enter what to search for'],
    ['   ', 'Enter what to search for'],
    ['a'.repeat(101), 'At most 100 characters'],
    ['\0', "Text can't contain the NUL character"],
  ])('rejects %j with a clear sentence', async (q, message) => {
    const { status, body } = await ask(q);
    expect([status, body.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(JSON.stringify(body)).toContain(message);
  });

  it('is for administrators only', async () => {
    const staff = await addUser({ role: 'STAFF' });
    for (const [token, status] of [
      [staff.token, 403],
      [asha.token, 403],
      [undefined, 401],
    ] as const) {
      expect((await call('GET', '/admin/search?q=asha', token === undefined ? {} : { token })).status).toBe(status);
    }
  });

  it('records in the audit log that customers were found, but not what was searched for', async () => {
    const entries = async () => await db.selectFrom('audit_log').selectAll().where('action', '=', 'READ').execute();
    const before = (await entries()).length;
    await search('night');
    expect(await entries()).toHaveLength(before);
    await search('asha');
    const after = await entries();
    expect(after).toHaveLength(before + 1);
    expect(after.at(-1)).toMatchObject({
      actor_id: admin.id,
      entity: 'user',
      entity_id: null,
      after: { search: 'yes' },
    });
    expect(JSON.stringify(after)).not.toContain('asha');
  });
});
