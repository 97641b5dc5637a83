import { describe, expect, it } from 'vitest';
import { factoryFor } from '../../../test/factory.ts';
import { openTestApp } from '../../../test/test-app.ts';

const testApp = await openTestApp();
const make = factoryFor(testApp.db);
const admin = await testApp.addUser({ role: 'ADMIN' });
const customer = await testApp.addUser();

const preview = (body: unknown) => testApp.call('POST', '/admin/schedule/preview', { token: admin.token, body });
const schedule = (shows: unknown) => testApp.call('POST', '/admin/schedule', { token: admin.token, body: { shows } });
const run = async (changes: object = {}) => ({
  kind: 'run',
  movieId: await make.movie('Monsoon', 120),
  screenIds: [await make.screen()],
  from: '2031-05-05',
  to: '2031-05-05',
  times: ['18:30'],
  price: 250,
  ...changes,
});
const showsOn = async (screenId: number) =>
  testApp.db.selectFrom('shows').select(['id', 'starts_at']).where('screen_id', '=', screenId).orderBy('id').execute();
const inputsOf = (shows: { movieId: number; screenId: number; price: number; startTime: string }[]) =>
  shows.map(({ movieId, screenId, price, startTime }) => ({ movieId, screenId, price, startTime }));

describe('a run', () => {
  it('covers every time on every chosen weekday on every screen, in the cinemas’ time zone', async () => {
    const screenIds = [await make.screen(undefined, 'A'), await make.screen(undefined, 'B')];
    const plan = await run({ screenIds, to: '2031-05-11', weekdays: [6, 7], times: ['10:00', '18:30'] });
    const { status, body } = await preview(plan);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ clashes: 0, timeZone: 'Asia/Kolkata' });
    expect(body.data.shows.length).toBe(2 * 2 * 2);
    expect(body.data.shows[0]).toMatchObject({
      startTime: '2031-05-10T04:30:00.000Z',
      endTime: '2031-05-10T06:30:00.000Z',
      price: 250,
      movie: { title: 'Monsoon' },
      clash: null,
    });
    expect(await showsOn(screenIds[0] ?? 0)).toEqual([]);
  });

  it('costs its price, except on weekdays with their own', async () => {
    const plan = await run({ from: '2031-05-09', to: '2031-05-12', weekdayPrices: { 6: 350.5, 7: 0 } });
    const { shows } = (await preview(plan)).body.data;
    expect(shows.map(({ price }: { price: number }) => price)).toEqual([250, 350.5, 0, 250]);
  });

  it('and its copy keep what makes its shows accessible', async () => {
    const cinemaId = await make.cinema();
    const plan = await run({ accessibility: ['OC'], screenIds: [await make.screen(cinemaId)] });
    const { shows } = (await preview(plan)).body.data;
    expect(shows[0].accessibility).toEqual(['OC']);
    await schedule(inputsOf(shows).map((show) => ({ ...show, accessibility: ['OC', 'ISL'] })));
    const copy = { kind: 'copy', cinemaId, from: '2031-05-05', days: 1, to: '2031-05-06' };
    expect((await preview(copy)).body.data.shows[0].accessibility).toEqual(['OC', 'ISL']);
    expect((await preview(await run())).body.data.shows[0].accessibility).toEqual([]);
  });

  it('flags busy, overlapping and past times before writing anything', async () => {
    const screenId = await make.screen();
    await make.show({
      screenId,
      movieId: await make.movie('Older', 90),
      startsAt: new Date('2031-05-05T11:30:00Z'),
    });
    const busy = await preview(await run({ screenIds: [screenId], times: ['18:00', '18:30', '20:30'] }));
    expect(busy.body.data.shows.map((show: { clash: object | null }) => show.clash)).toEqual([
      { reason: 'SCREEN_BUSY', message: 'Older runs from 5:00 pm to 6:30 pm' },
      { reason: 'OVERLAPS_PLAN', message: expect.any(String) },
      null,
    ]);
    const past = await preview(await run({ from: '2020-01-01', to: '2020-01-01' }));
    expect(past.body.data.shows[0].clash.reason).toBe('PAST');
  });

  it.each([
    [{ times: [] }, 'Give at least one time'],
    [{ times: ['25:00'] }, 'A time must look like 18:30'],
    [{ times: ['10:00', '10:00'] }, 'A time is listed twice'],
    [{ screenIds: [] }, 'Choose at least one screen'],
    [{ to: '2031-05-04' }, "The last day can't be before the first"],
    [{ to: '2033-05-04' }, 'A run can last at most a year'],
    [{ to: '2032-05-01', times: ['10:00', '14:00'] }, 'At most 500 shows can be scheduled at once'],
    [{ price: -1 }, "Ticket price can't be negative"],
    [{ weekdayPrices: { 6: -1 } }, "Ticket price can't be negative"],
    [{ weekdayPrices: { 8: 100 } }, expect.any(String)],
    [{ kind: 'other' }, expect.any(String)],
  ])('refuses %j', async (changes, message) => {
    expect(await preview(await run(changes))).toMatchObject({ status: 400, body: { message } });
  });

  it('gets a 404 for an unknown movie, screen or cinema', async () => {
    expect((await preview(await run({ movieId: 2_000_000_000 }))).status).toBe(404);
    expect((await preview(await run({ screenIds: [2_000_000_000] }))).status).toBe(404);
    const copy = { kind: 'copy', cinemaId: 2_000_000_000, from: '2031-05-05', days: 1, to: '2031-05-06' };
    expect((await preview(copy)).status).toBe(404);
  });

  it('ends no later than the last year whose shows also end in a four-digit year', async () => {
    const atTheEnd = await preview(await run({ from: '9998-12-31', to: '9998-12-31', times: ['23:59'] }));
    expect(atTheEnd.body.data.shows[0].endTime).toBe('9998-12-31T20:29:00.000Z');
    expect((await preview(await run({ to: '9999-12-31' }))).body.message).toBe("A date can't be after 9998");
  });
});

describe('copying', () => {
  it('copies a day or a week of one cinema to another date, at the same times and prices', async () => {
    const cinemaId = await make.cinema();
    const screenId = await make.screen(cinemaId);
    const elsewhere = await make.screen();
    for (const [onScreen, start] of [
      [screenId, '2031-06-01T18:30:00Z'], // 2 June, 00:00 in the cinema
      [screenId, '2031-06-02T12:00:00Z'],
      [screenId, '2031-06-03T12:00:00Z'],
      [elsewhere, '2031-06-02T12:00:00Z'],
    ] as const) {
      await make.show({ screenId: onScreen, startsAt: new Date(start), price: 199.5 });
    }
    const plan = { kind: 'copy', cinemaId, from: '2031-06-02', to: '2031-06-09' };
    const day = await preview({ ...plan, days: 1 });
    expect(day.body.data.shows).toMatchObject([
      { startTime: '2031-06-08T18:30:00.000Z', price: 199.5, screenId, clash: null },
      { startTime: '2031-06-09T12:00:00.000Z' },
    ]);
    expect((await preview({ ...plan, days: 7 })).body.data.shows.length).toBe(3);
    expect((await preview({ ...plan, days: 1, to: '2031-06-02' })).status).toBe(400);
    expect((await preview({ ...plan, days: 2 })).status).toBe(400);
  });
});

describe('scheduling', () => {
  it('writes all shows, each with its audit entry', async () => {
    const plan = await run({ to: '2031-05-07', times: ['10:00', '12:00'] });
    const { shows } = (await preview(plan)).body.data;
    const answer = await schedule(inputsOf(shows));
    expect(answer).toMatchObject({ status: 201, body: { message: '6 shows scheduled' } });
    expect((await showsOn(plan.screenIds[0] ?? 0)).map(({ id }) => id)).toEqual(answer.body.data.showIds);
    const trail = await testApp.db
      .selectFrom('audit_log')
      .selectAll()
      .where('entity', '=', 'show')
      .where('entity_id', 'in', answer.body.data.showIds)
      .orderBy('entity_id')
      .execute();
    expect(trail.length).toBe(6);
    expect(trail[0]).toMatchObject({ action: 'CREATE', actor_id: admin.id, before: null, after: inputsOf(shows)[0] });
  });

  it('writes nothing if one show would overlap', async () => {
    const plan = await run({ times: ['10:00', '13:00', '16:00'] });
    const { shows } = (await preview(plan)).body.data;
    await make.show({ screenId: plan.screenIds[0] ?? 0, startsAt: new Date(shows[2].startTime) });
    expect(await schedule(inputsOf(shows))).toMatchObject({ status: 409, body: { code: 'SCREEN_BUSY' } });
    expect((await showsOn(plan.screenIds[0] ?? 0)).length).toBe(1);
  });

  it('accepts 500 shows in one request and refuses 501', async () => {
    const movieId = await make.movie('Short', 10);
    const screenId = await make.screen();
    const shows = Array.from({ length: 501 }, (_, index) => ({
      movieId,
      screenId,
      price: 250,
      startTime: new Date(Date.UTC(2031, 7, 1, 0, index * 10)).toISOString(),
    }));
    expect((await schedule(shows)).status).toBe(400);
    expect((await schedule(shows.slice(0, 500))).status).toBe(201);
  });

  it('lets one of ten concurrent administrators with the same plan schedule it all, the others nothing', async () => {
    const plan = await run({ screenIds: [await make.screen(), await make.screen()], to: '2031-05-09' });
    const inputs = inputsOf((await preview(plan)).body.data.shows);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => schedule(index % 2 === 0 ? inputs : inputs.toReversed())),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 9 }, () => 409)]);
    expect((await showsOn(plan.screenIds[0] ?? 0)).length).toBe(5);
  });

  it('is only for administrators', async () => {
    for (const path of ['/admin/schedule/preview', '/admin/schedule']) {
      expect((await testApp.call('POST', path, { token: customer.token, body: {} })).status).toBe(403);
    }
  });
});
