/**
 * Two tabs of one user at one show, with other users, the cinema and a bad network, in any order that fast-check's scheduler
 * picks. Once everything has arrived, each page must show the server's state. Set `FAST_CHECK_RUNS=2000` for a long run; a
 * failing run prints its seed and path.
 */
import type { Booking } from '@moviebooking/contract/bookings';
import { MAX_SEATS_PER_BOOKING } from '@moviebooking/contract/limits';
import { inSeatOrder } from '@moviebooking/contract/seats';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { fakeBrowser } from '../../../test/fake-browser.ts';
import { ModelServer, SHOW_ID } from '../../../test/model-server.ts';
import { openNetwork, USER_ID } from '../../../test/scheduled-network.ts';
import type { SeatSession } from './seat-session.ts';
import { selectionOf } from './selection.ts';

const RUNS = Number(process.env.FAST_CHECK_RUNS ?? 150);
const OTHER_USER = 8;
const NOW = Date.parse('2026-11-15T12:00:00Z');
const CLOCK_STEP_MS = 200;
/** Longer than any delay before the page retries. */
const SETTLED_AFTER_MS = 15_000;
const REQUEST_TIMEOUT_MS = 5_000;
const SEATS = ['A1', 'A2', 'A3', 'A4', 'A5', 'B1', 'B2', 'B3'];

type Network = ReturnType<typeof openNetwork>;
let network: Network;
let opened: Tab[] = [];
vi.mock('socket.io-client', () => ({ io: (options: never) => network.io(options) }));

type Page = Awaited<ReturnType<typeof loadPage>>;
let pages: Page[];

/** Each tab has modules of its own, as it has in the browser. */
async function loadPage(name: string) {
  vi.resetModules();
  const [{ openSeatSession }, { selectionOf }, { live }, { useSession }] = await Promise.all([
    import('./seat-session.ts'),
    import('./selection.ts'),
    import('../../lib/socket.ts'),
    import('../../lib/session.ts'),
  ]);
  useSession.setState({ token: name });
  return { name, openSeatSession, selectionOf, live };
}

beforeAll(async () => {
  fakeBrowser();
  vi.spyOn(console, 'warn').mockReturnValue();
  pages = [await loadPage('tab 1'), await loadPage('tab 2')];
});
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const untilQuiet = () => new Promise(setImmediate);

async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += CLOCK_STEP_MS) {
    vi.advanceTimersByTime(CLOCK_STEP_MS);
    await untilQuiet();
  }
}

class Tab {
  readonly page: Page;
  readonly acknowledged: Booking[] = [];
  /** How many times booking had been tried when the first was acknowledged. */
  postsWhenAcknowledged: number | undefined;
  hasLeftBooking = false;
  session: SeatSession;
  #stop: () => void;

  constructor(page: Page) {
    this.page = page;
    this.session = page.openSeatSession(SHOW_ID, { id: USER_ID, isAdmin: false });
    this.#stop = this.session.start();
  }

  state = () => this.session.store.getState();
  /** Whether the seats are on the page. */
  isReady = () => this.state().load === 'done' && this.state().map.cancelReason === null;
  selection = () => this.page.selectionOf(this.state());
  posts = () => network.posts.filter(({ tab }) => tab === this.page.name);

  async book(expectedTotal?: number): Promise<void> {
    const { session } = this;
    const booking = await session.book(expectedTotal);
    if (booking && session === this.session) this.note(booking);
  }

  note(booking: Booking): void {
    if (this.acknowledged.includes(booking)) return;
    this.acknowledged.push(booking);
    this.postsWhenAcknowledged ??= this.posts().length;
  }

  /** Leaves for another page and returns. */
  revisit(): void {
    if (this.acknowledged.length > 0) return;
    this.hasLeftBooking ||= this.posts().length > 0;
    this.#stop();
    this.session = this.page.openSeatSession(SHOW_ID, { id: USER_ID, isAdmin: false });
    this.#stop = this.session.start();
  }

  checkAlways(onError: (error: unknown) => void): void {
    const { foundBooking } = this.state();
    if (foundBooking) this.note(foundBooking);
    const { length } = this.selection();
    if (length > MAX_SEATS_PER_BOOKING) onError(`${this.page.name} has ${length} seats selected`);
  }

  stop = () => this.#stop();
}

const seat = fc.constantFrom(...SEATS);
const seats = fc.uniqueArray(seat, { minLength: 1, maxLength: 4 });
type TabStep = { do: (tab: Tab) => unknown; label: string };
const tabStep: fc.Arbitrary<TabStep> = fc.oneof(
  { weight: 8, arbitrary: seat.map((id) => ({ label: `toggles ${id}`, do: (tab: Tab) => tab.session.toggle(id) })) },
  {
    weight: 2,
    arbitrary: fc
      .integer({ min: 1, max: 6 })
      .map((n) => ({ label: `picks ${n}`, do: (tab: Tab) => tab.session.pickBest(n) })),
  },
  { weight: 3, arbitrary: fc.constant({ label: 'books', do: (tab: Tab) => void tab.book() }) },
  {
    weight: 1,
    arbitrary: fc.constant({
      label: 'accepts the price',
      do: (tab: Tab) => void tab.book(tab.state().newPrice?.total),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ label: 'revisits', do: (tab: Tab) => tab.revisit() }) },
  { weight: 1, arbitrary: fc.constant({ label: 'presses', do: (tab: Tab) => tab.session.beginPress() }) },
  {
    weight: 2,
    arbitrary: fc.record({ loses: fc.boolean(), byServer: fc.boolean() }).map(({ loses, byServer }) => ({
      label: `loses its connection${loses ? ' and requests' : ''}`,
      do: ({ page }: Tab) => {
        const socket = network.sockets.findLast(({ tab }) => tab === page.name);
        socket?.break(byServer ? 'io server disconnect' : 'transport close', loses);
      },
    })),
  },
);

type ServerStep = { do: (server: ModelServer) => unknown; label: string };
const serverStep: fc.Arbitrary<ServerStep> = fc.oneof(
  {
    weight: 4,
    arbitrary: seats.map((ids) => ({
      label: `another holds ${ids}`,
      do: (server: ModelServer) => server.hold(OTHER_USER, ids),
    })),
  },
  {
    weight: 2,
    arbitrary: seats.map((ids) => ({
      label: `another releases ${ids}`,
      do: (server: ModelServer) => server.unblock(OTHER_USER, ids),
    })),
  },
  {
    weight: 3,
    arbitrary: seats.map((ids) => ({
      label: `another books ${ids}`,
      do: (server: ModelServer) => server.book(OTHER_USER, ids, `key ${server.bookings.length}`),
    })),
  },
  {
    weight: 1,
    arbitrary: fc.nat(5).map((n) => ({
      label: `booking ${n} is cancelled`,
      do: (server: ModelServer) => server.cancelBooking(server.bookings[n]),
    })),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(200, 250, 300).map((price) => ({
      label: `the price is ${price}`,
      do: (server: ModelServer) => {
        server.price = price;
      },
    })),
  },
  {
    weight: 1,
    arbitrary: seats.map((ids) => ({ label: `${ids} are closed`, do: (server: ModelServer) => server.close(ids) })),
  },
  {
    weight: 1,
    arbitrary: fc.constant({
      label: 'a backup is restored',
      // The first snapshot of an epoch must not overtake earlier messages.
      do: (server: ModelServer) => network.keepsOrder && server.restore(),
    }),
  },
);

const scenario = fc.record({
  schedule: fc.scheduler(),
  tabs: fc.array(fc.array(tabStep, { maxLength: 9 }), { minLength: 1, maxLength: 2 }),
  server: fc.array(serverStep, { maxLength: 6 }),
  times: fc.array(fc.constantFrom(200, 1_600, 6_000, 31_000, 60_000), { maxLength: 5 }),
  faults: fc.array(fc.nat(6), { maxLength: 8 }),
  keepsOrder: fc.boolean(),
  isLoaded: fc.boolean(),
  /** Rare and at most once, because it is final. */
  isCancelled: fc.nat(9).map((n) => n === 0),
});

type Scenario = typeof scenario extends fc.Arbitrary<infer Value> ? Value : never;

async function runScenario({
  schedule,
  tabs: scripts,
  server: happenings,
  times,
  faults,
  keepsOrder,
  isLoaded,
  isCancelled,
}: Scenario) {
  const errors: unknown[] = [];
  const server = new ModelServer();
  const onError = (error: unknown) => void errors.push(error);
  network = openNetwork({ schedule, server, faults: [...faults], keepsOrder, onError });
  vi.stubGlobal('fetch', network.fetch);
  vi.stubGlobal('navigator', network.navigator);
  vi.stubGlobal('BroadcastChannel', network.BroadcastChannel);
  const used = pages.slice(0, scripts.length);
  await Promise.all(used.map(({ live, name }) => live.follow(name)));
  const tabs = used.map((page) => new Tab(page));
  opened = tabs;
  const untilIdle = () =>
    schedule.waitIdle(async (run) => {
      await run();
      await untilQuiet();
      server.tick();
      for (const tab of tabs) tab.checkAlways(onError);
    });
  if (isLoaded) await untilIdle();
  const sequence = (steps: { label: string; run: () => unknown }[]) =>
    schedule.scheduleSequence(
      steps.map(({ label, run }) => ({ label, builder: () => Promise.resolve().then(run).catch(onError) })),
    );
  for (const [index, tab] of tabs.entries()) {
    const steps = scripts[index] ?? [];
    sequence(
      steps.map((step) => ({ label: `${tab.page.name} ${step.label}`, run: () => tab.isReady() && step.do(tab) })),
    );
  }
  const end = isCancelled ? [{ label: 'the show is cancelled', run: () => server.cancelShow() }] : [];
  sequence([...happenings.map((step) => ({ label: step.label, run: () => step.do(server) })), ...end]);
  sequence(times.map((ms) => ({ label: `${ms} ms pass`, run: () => pass(ms) })));
  await untilIdle();
  network.recover();
  for (const { session, state } of tabs) if (state().load === 'failed') void session.load();
  for (let settled = 0; settled < SETTLED_AFTER_MS; settled += 1_000) {
    await pass(1_000);
    await untilIdle();
  }
  expect(errors).toEqual([]);
  const isAnswered = times.every((ms) => ms < REQUEST_TIMEOUT_MS);
  for (const tab of tabs) checkEnd(tab, server, isAnswered);
}

/** If the page gave up waiting for an answer, some seats may be selected but not held. */
function checkEnd(tab: Tab, server: ModelServer, isAnswered: boolean): void {
  const { map, requests, submission, load, foundBooking } = tab.state();
  const { version, blockedSeats, closedSeats, bookedSeats } = server.snapshot();
  const booked = bookedSeats.filter((id) => !closedSeats.includes(id));
  expect({
    version: map.version,
    booked: inSeatOrder(map.booked.keys()),
    holds: Object.fromEntries(map.holds),
    closed: inSeatOrder(map.closed),
    cancelReason: map.cancelReason,
    load,
  }).toEqual({
    version,
    booked,
    holds: blockedSeats,
    closed: closedSeats,
    cancelReason: server.cancelReason,
    load: 'done',
  });
  const unheld = [...requests.keys()];
  if (isAnswered) expect(unheld).toEqual([]);
  for (const request of requests.values()) expect(request).toEqual({ wants: 'hold', stage: 'unsent' });
  const selected = selectionOf({ ...tab.state(), submission: null });
  expect(selected.filter((id) => !unheld.includes(id))).toEqual(server.heldBy(USER_ID));
  if (submission) expect(tab.selection()).toEqual(submission.seats);
  const wasBooked = tab.acknowledged.length > 0;
  expect(submission !== null).toBe(wasBooked);
  if (foundBooking) expect(tab.acknowledged).toContain(foundBooking);
  for (const { id } of tab.acknowledged) expect(server.bookings.some((booking) => booking.id === id)).toBe(true);
  if (tab.hasLeftBooking) return;
  expect(tab.posts().length).toBe(tab.postsWhenAcknowledged ?? tab.posts().length);
  const lastKey = tab.posts().at(-1)?.key;
  const made = server.bookings.find(({ key, isCancelled }) => key === lastKey && !isCancelled);
  if (made) expect(tab.acknowledged.map(({ id }) => id)).toEqual([made.id]);
}

const property = fc
  .asyncProperty(scenario, runScenario)
  .beforeEach(() => {
    vi.useFakeTimers({ now: NOW, toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  })
  .afterEach(async () => {
    for (const tab of opened.splice(0)) tab.stop();
    for (const { live } of pages) await live.follow(null);
    vi.clearAllTimers();
  });

/** Runs that failed when a fix was removed, as seed and path. */
const KEPT: [string, { seed: number; path: string }][] = [
  ['a hold that is broadcast but not answered needs no retry', { seed: 242524598, path: '1555' }],
  ['two tabs never show seven seats selected', { seed: -1852747245, path: '55' }],
  ['a booking that was made while the map was loading is found', { seed: 592137999, path: '2130' }],
];

test.each(KEPT)('%s', (_, example) => fc.assert(property, { ...example, numRuns: 1 }));

test("each page ends up with the server's state in any order of events [LIVE-6, BOOK-8, HOLD-3]", () =>
  fc.assert(property, { numRuns: RUNS }));
