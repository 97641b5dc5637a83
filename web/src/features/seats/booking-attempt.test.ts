/** Runs presses, requests and answers in any order, and loses some. Set `FAST_CHECK_RUNS=20000` for a long run. */
import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from '../../../test/fake-browser.ts';
import { ModelServer, SHOW_ID } from '../../../test/model-server.ts';
import { openBookingAttempts } from './booking-attempt.ts';

const RUNS = Number(process.env.FAST_CHECK_RUNS ?? 300);
const USER_ID = 7;

fakeBrowser();
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const untilQuiet = () => new Promise(setImmediate);
const answerWith = (status: number, body: object) => ({
  ...{ ok: status < 300, status, headers: new Headers(), text: async () => JSON.stringify(body) },
});

type Fate = 'arrives' | 'is lost' | 'loses its answer' | 'meets no server';

interface Scenario {
  schedule: fc.Scheduler;
  presses: string[];
  fates: Fate[];
}

async function runScenario({ schedule, presses, fates }: Scenario) {
  const server = new ModelServer();
  const left = [...fates];
  const sent: { key: string; seats: string }[] = [];
  vi.stubGlobal('fetch', (_: string, { headers, body }: { headers: Record<string, string>; body: string }) => {
    const { seats } = JSON.parse(body) as { seats: string[] };
    const key = headers['Idempotency-Key'] ?? '';
    sent.push({ key, seats: seats.join() });
    const { promise, resolve, reject } = Promise.withResolvers<object>();
    const later = (label: string, action: () => void) => void schedule.schedule(Promise.resolve(), label).then(action);
    const fate = left.shift() ?? 'arrives';
    const lose = () => reject(new TypeError('Failed to fetch'));
    later(`${seats} ${fate}`, () => {
      if (fate === 'is lost') lose();
      else if (fate === 'meets no server') resolve(answerWith(503, {}));
      else {
        const { status, body: answer } = server.book(USER_ID, seats, key);
        later('answer', fate === 'loses its answer' ? lose : () => resolve(answerWith(status, answer)));
      }
    });
    return promise;
  });
  const book = openBookingAttempts(SHOW_ID);
  const outcomes: { seats: string; booking?: number; error?: unknown }[] = [];
  schedule.scheduleSequence(
    presses.map((seats) => ({
      label: `books ${seats}`,
      builder: async () => {
        void book(seats.split(','), 250).then(
          ({ id }) => outcomes.push({ seats, booking: id }),
          (error: unknown) => outcomes.push({ seats, error }),
        );
      },
    })),
  );
  while (outcomes.length < presses.length) {
    await schedule.waitIdle();
    vi.advanceTimersByTime(500);
    await untilQuiet();
  }
  return { server, outcomes, sent };
}

const scenario: fc.Arbitrary<Scenario> = fc.record({
  schedule: fc.scheduler({ act: async (run) => void (await run().then(untilQuiet)) }),
  presses: fc.array(fc.constantFrom('A1', 'A1', 'A1,A2', 'B1'), { minLength: 1, maxLength: 6 }),
  fates: fc.array(fc.constantFrom<Fate>('arrives', 'is lost', 'loses its answer', 'meets no server'), {
    maxLength: 24,
  }),
});

test('a booking without an answer keeps its key while other seats are booked', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const keys: unknown[] = [];
  vi.stubGlobal('fetch', async (_: string, { headers, body }: { headers: Record<string, string>; body: string }) => {
    const { seats } = JSON.parse(body) as { seats: string[] };
    if (seats[0] === 'B1') return answerWith(409, { code: 'SEATS_BOOKED', message: 'Taken.' });
    keys.push(headers['Idempotency-Key']);
    if (keys.length <= 4) throw new TypeError('Failed to fetch');
    return answerWith(201, { data: { id: 5 } });
  });
  const book = openBookingAttempts(SHOW_ID);
  const unanswered = expect(book(['A1'], 250)).rejects.toMatchObject({ status: 0 });
  await vi.advanceTimersByTimeAsync(6_000);
  await unanswered;
  await expect(book(['B1'], 250)).rejects.toMatchObject({ status: 409 });
  expect(await book(['A1'], 250)).toEqual({ id: 5 });
  expect(new Set(keys).size).toBe(1);
});

test('each booking has its own key, even for the same seats after a success [BOOK-8]', async () => {
  const keys: unknown[] = [];
  vi.stubGlobal('fetch', async (_: string, { headers }: { headers: Record<string, string> }) => {
    keys.push(headers['Idempotency-Key']);
    return answerWith(201, { data: { id: keys.length } });
  });
  const book = openBookingAttempts(SHOW_ID);
  for (const seats of [['A1'], ['B1'], ['A1']]) await book(seats, 250);
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/);
  expect(new Set(keys).size).toBe(3);
});

test('retries a booking with the same key until it is answered, whatever is booked in between [BOOK-8]', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const property = fc.asyncProperty(scenario, async (given) => {
    const { server, outcomes, sent } = await runScenario(given);
    const answered = new Set(outcomes.flatMap(({ seats, booking }) => (booking === undefined ? [] : [seats])));
    for (const { seats, booking, error } of outcomes) {
      const made = server.bookings.filter((other) => other.seats.join() === seats);
      expect(made.length).toBeLessThanOrEqual(1);
      if (booking !== undefined) expect(booking).toBe(made[0]?.id);
      // The user's own booking must not refuse them before they know of it.
      else if (made.length > 0 && !answered.has(seats)) expect(error).toMatchObject({ code: undefined });
    }
    const unanswered = Map.groupBy(
      sent.filter(({ seats }) => !answered.has(seats)),
      ({ seats }) => seats,
    );
    for (const attempts of unanswered.values()) expect(new Set(attempts.map(({ key }) => key)).size).toBe(1);
  });
  await fc.assert(property, { numRuns: RUNS });
});
