/**
 * Tests group commit against a model of the database, with requests, commits, locks and failures in any order that fast-check's
 * scheduler generates. Set `FAST_CHECK_RUNS=20000` for a long run. A failing run prints its seed and path.
 */
import fc from 'fast-check';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Refusal } from '../errors/refusal.ts';
import { AGAIN, createGroupCommit, findContested } from './group-commit.ts';

const RUNS = Number(process.env.FAST_CHECK_RUNS ?? 200);
const LARGEST_BATCH = 4;
const MAX_LONG_WAITS = 2;
/** One more request per key at the end: every lane must still answer. */
const KEYS = [0, 1, 2];
const FIRST_PROBE = 100;

interface Request {
  id: number;
  key: number;
  seat: string;
  /** Fails every batch that contains it. */
  isPoison: boolean;
  isRefused: boolean;
}

type Trouble = 'none' | 'lost race' | 'statement timeout' | 'away';

interface Story {
  schedule: fc.Scheduler;
  lanes: number;
  requests: Omit<Request, 'id'>[];
  /** The fates of successive transactions. */
  troubles: Trouble[];
  /** Keys that somebody else alternately locks and unlocks. */
  locking: number[];
  /** Successive waits in milliseconds. */
  pauses: number[];
}

const failure = (code: string) => Object.assign(new pg.DatabaseError(code, 0, 'error'), { code });
const TROUBLES: Record<Exclude<Trouble, 'none'>, () => Error> = {
  'lost race': () => failure('40001'),
  'statement timeout': () => failure('57014'),
  away: () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }),
};

/** Each lane starts its batches in a separate turn of the event loop. */
const untilQuiet = async () => {
  for (let turns = 0; turns < 3; turns += 1) await new Promise(setImmediate);
};

async function untilIdle(schedule: fc.Scheduler): Promise<void> {
  do {
    await schedule.waitIdle();
    await untilQuiet();
  } while (schedule.count() > 0);
}

async function play({ schedule, lanes, requests: wishes, troubles, locking, pauses }: Story) {
  const requests = wishes.map((wish, id) => ({ id, ...wish }));
  const left = [...troubles];
  const locked = new Set<number>();
  const arrived: number[] = [];
  const committed: number[] = [];
  const batches: { batch: number[]; waiting: number[] }[] = [];
  const outcomes = new Map<number, { answer?: unknown; error?: unknown }>();
  let longWaits = 0;
  const submit = createGroupCommit<Request, string>({
    nameOf: () => 'batch',
    keyOf: ({ key }) => key,
    lanes,
    largestBatch: LARGEST_BATCH,
    onBatch: (batch) => {
      const ids = batch.map(({ request }) => request.id);
      batches.push({ batch: ids, waiting: arrived.filter((id) => !outcomes.has(id) && !ids.includes(id)) });
    },
    findLocked: (keys) =>
      schedule.schedule(Promise.resolve(), 'locks').then(() => keys.filter((key) => locked.has(key))),
    beginLongWait: () => {
      if (longWaits === MAX_LONG_WAITS) return false;
      longWaits += 1;
      return true;
    },
    endLongWait: () => {
      longWaits -= 1;
    },
    async run(batch) {
      await schedule.schedule(Promise.resolve(), `commit of ${batch.map(({ id }) => id)}`);
      if (batch.some(({ key }) => locked.has(key))) throw failure('55P03');
      const trouble = left.shift() ?? 'none';
      if (trouble !== 'none') throw TROUBLES[trouble]();
      if (batch.some(({ isPoison }) => isPoison)) throw new Error('poison');
      const contested = findContested(batch, ({ key, seat }) => [`${key} ${seat}`]);
      return batch.map((request, index) => {
        if (contested[index]) return AGAIN;
        if (request.isRefused) return new Refusal('SEATS_BOOKED');
        committed.push(request.id);
        return `answer to ${request.id}`;
      });
    },
  });
  const send = (request: Request) => {
    arrived.push(request.id);
    return submit(request).then(
      (answer) => void outcomes.set(request.id, { answer }),
      (error: unknown) => void outcomes.set(request.id, { error }),
    );
  };
  schedule.scheduleSequence(
    requests.map((request) => ({
      label: `${request.id} for ${request.key}${request.seat} arrives`,
      builder: async () => void send(request),
    })),
  );
  schedule.scheduleSequence(
    locking.map((key) => ({
      label: `the lock of ${key} is taken or given back`,
      builder: async () => void (locked.delete(key) || locked.add(key)),
    })),
  );
  schedule.scheduleSequence(
    pauses.map((ms) => ({ label: `${ms} ms pass`, builder: async () => void vi.advanceTimersByTime(ms) })),
  );
  await untilIdle(schedule);
  locked.clear();
  await untilIdle(schedule);
  const probes = KEYS.map((key) => ({ id: FIRST_PROBE + key, key, seat: 'A1', isPoison: false, isRefused: false }));
  left.length = 0;
  for (const probe of probes) await schedule.waitFor(send(probe));
  await untilIdle(schedule);
  return { lanes, requests, outcomes, committed, batches, longWaits };
}

const key = fc.constantFrom(...KEYS);
const NONE = fc.constant<number[]>([]);
const story = ({ troubles = fc.constant<Trouble[]>([]), locking = NONE, pauses = NONE } = {}): fc.Arbitrary<Story> =>
  fc.record({
    schedule: fc.scheduler({ act: async (run) => void (await run().then(untilQuiet)) }),
    lanes: fc.integer({ min: 1, max: 2 }),
    requests: fc.array(
      fc.record({
        key,
        seat: fc.constantFrom('A1', 'A2', 'A3', 'A4'),
        isPoison: fc.nat(9).map((n) => n === 0),
        isRefused: fc.nat(9).map((n) => n === 0),
      }),
      { minLength: 1, maxLength: 16 },
    ),
    troubles,
    locking,
    pauses,
  });

type Played = Awaited<ReturnType<typeof play>>;

/** Each answered request was committed exactly once with its own result; all others were not committed. */
function checkAnswers({ requests, outcomes, committed, longWaits }: Played): void {
  expect(new Set(committed).size).toBe(committed.length);
  for (const { id } of requests) {
    const outcome = outcomes.get(id);
    if (outcome?.error === undefined) expect(outcome).toEqual({ answer: `answer to ${id}` });
    expect(committed.includes(id)).toBe(outcome?.error === undefined);
  }
  for (const probe of KEYS.map((one) => FIRST_PROBE + one))
    expect(outcomes.get(probe)).toEqual({ answer: `answer to ${probe}` });
  expect(longWaits).toBe(0);
}

/** Requests for the same seat are served in order of arrival. */
function checkOrder({ requests, committed }: Played): void {
  const seatOf = (id: number) => `${requests[id]?.key} ${requests[id]?.seat}`;
  const served = committed.filter((id) => id < FIRST_PROBE);
  for (const ids of Map.groupBy(served, seatOf).values()) expect(ids).toEqual(ids.toSorted((a, b) => a - b));
}

/** Only requests that must fail do so. */
function checkFailures({ requests, outcomes }: Played, mayAlso: (error: unknown, request: Request) => boolean): void {
  for (const request of requests) {
    const { error } = outcomes.get(request.id) ?? {};
    if (error === undefined || mayAlso(error, request)) continue;
    expect(error).toMatchObject(request.isPoison ? { message: 'poison' } : { code: 'SEATS_BOOKED' });
    expect(request.isPoison || request.isRefused).toBe(true);
  }
}

/** Within a batch, no key gets two places more than another key of its lane that still has requests waiting. */
function checkTurns({ lanes, requests, batches }: Played): void {
  const keyOf = (id: number) => requests[id]?.key ?? id - FIRST_PROBE;
  for (const { batch, waiting } of batches) {
    const counts = Map.groupBy(batch, keyOf);
    const lane = keyOf(batch[0] ?? 0) % lanes;
    for (const other of new Set(waiting.map(keyOf).filter((waitingKey) => waitingKey % lanes === lane))) {
      const places = counts.get(other)?.length ?? 0;
      for (const ids of counts.values()) expect(ids.length).toBeLessThanOrEqual(places + 1);
    }
  }
}

describe('with requests, commits and locks in any order, each request gets its own result', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const hold = (arbitrary: fc.Arbitrary<Story>, check: (played: Played) => void) =>
    fc.assert(
      fc.asyncProperty(arbitrary, async (told) => check(await play(told))),
      { numRuns: RUNS },
    );

  it('in order, keys in turn, and a failing request fails alone', () =>
    hold(story(), (played) => {
      checkAnswers(played);
      checkOrder(played);
      checkFailures(played, () => false);
      if (played.requests.every(({ isPoison }) => !isPoison)) checkTurns(played);
    }));

  it('after lost races, which no caller notices', () =>
    hold(story({ troubles: fc.array(fc.constantFrom<Trouble>('none', 'lost race'), { maxLength: 4 }) }), (played) => {
      checkAnswers(played);
      checkOrder(played);
      checkFailures(played, () => false);
    }));

  it('or UNAVAILABLE while the database is unreachable, or after a long wait', () => {
    const troubles = fc.array(fc.constantFrom<Trouble>('none', 'none', 'lost race', 'statement timeout', 'away'), {
      maxLength: 8,
    });
    const pauses = fc.array(fc.constantFrom(2_000, 6_000), { maxLength: 3 });
    return hold(story({ troubles, pauses }), (played) => {
      checkAnswers(played);
      checkOrder(played);
      checkFailures(played, (error) => error instanceof Error && 'code' in error && error.code !== 'SEATS_BOOKED');
    });
  });

  it('and only requests for a key that stays locked are refused', () =>
    hold(story({ locking: fc.array(key, { minLength: 1, maxLength: 6 }) }), (played) => {
      checkAnswers(played);
      checkOrder(played);
      checkFailures(played, (error) => error instanceof Refusal && error.code === 'UNAVAILABLE');
    }));
});
