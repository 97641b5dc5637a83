/**
 * A process of simulated customers. It follows orders: `open` connects them, `start` begins their visits, `measure` begins
 * measuring, `hold still` pauses all requests and `go on` resumes them, `compare` counts the customers who do not see the actual
 * seats, and `finish` ends all visits and returns the notes.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { randomFrom } from '../../../server/test/random-from.ts';
import { type Customer, openCustomer } from './customer.ts';
import { Gate } from './gate.ts';
import { openHotShows, type ReleasedShow } from './hot-shows.ts';
import { emptyNotes, type Notes } from './notes.ts';

export interface CrowdSettings {
  seed: number;
  /** Assigned to the customers in turn. */
  ports: number[];
  customers: { userId: number; token: string }[];
  releases: ReleasedShow[][];
  visitEveryMs: number;
  thinksMs: number;
  patienceMs: number;
  /** Requests at a time in this process. */
  mostUnderWay: number;
}

export type CrowdOrder =
  | { kind: 'open'; settings: CrowdSettings }
  | { kind: 'start' | 'measure' | 'hold still' | 'go on' | 'shows' | 'booked' | 'finish' }
  | { kind: 'compare'; seats: Record<number, string> };

export interface Comparison {
  wrong: number;
  /** What one customer sees. */
  example?: string;
}

const CONNECTS_AT_ONCE = 50;
/** One in this many customers measures how soon events arrive. */
const CUSTOMERS_PER_LISTENER = 8;
const POLL_MS = 20;

const notes = emptyNotes();
let gate = new Gate(0);
let customers: Customer[] = [];
let running: Promise<unknown> = Promise.resolve();
let isMeasuring = false;
let isOver = false;

async function open({ seed, ports, customers: people, releases, mostUnderWay, ...pace }: CrowdSettings): Promise<void> {
  gate = new Gate(mostUnderWay);
  const random = randomFrom(seed);
  const hotShows = openHotShows(releases);
  const surroundings = {
    ...{ hotShows, gate, notes, holdsSentAt: new Map<string, number>() },
    ...{ isMeasuring: () => isMeasuring, isOver: () => isOver },
  };
  for (const [n, person] of people.entries()) {
    const port = ports[n % ports.length] ?? 0;
    const isListener = n % CUSTOMERS_PER_LISTENER === 0;
    const own = { port, isListener, random: randomFrom(Math.floor(random() * 2 ** 31)) };
    customers.push(openCustomer(surroundings, { ...person, ...pace, ...own }));
    if (n % CONNECTS_AT_ONCE === 0) await untilAllConnected();
  }
  await untilAllConnected();
}

async function untilAllConnected(): Promise<void> {
  while (!customers.every(({ line }) => line.isConnected())) await pause(POLL_MS);
}

function compare(seats: Record<number, string>): Comparison {
  const isRight = ({ line }: Customer) => line.isConnected() && line.seats().text === seats[line.seats().showId];
  const wrong = customers.filter(({ line }) => line.seats().showId > 0).filter((customer) => !isRight(customer));
  const [first] = wrong;
  if (!first) return { wrong: 0 };
  const { showId, version, text } = first.line.seats();
  const state = first.line.isConnected() ? 'connected' : 'lost';
  const example = `a ${state} customer sees of show ${showId} at version ${version}: ${text}\n  and there is: ${seats[showId]}`;
  return { wrong: wrong.length, example };
}

async function finish(): Promise<Notes> {
  isOver = true;
  isMeasuring = false;
  gate.open();
  await running;
  for (const { line } of customers) line.close();
  customers = [];
  return notes;
}

async function obey(order: CrowdOrder): Promise<unknown> {
  switch (order.kind) {
    case 'open':
      return open(order.settings);
    case 'start':
      running = Promise.all(customers.map((customer) => customer.run()));
      running.catch((error) => notes.faults.push(String(error)));
      return undefined;
    case 'measure':
      isMeasuring = true;
      return undefined;
    case 'hold still':
      return gate.close();
    case 'go on':
      return gate.open();
    case 'shows':
      return [...new Set(customers.map(({ line }) => line.seats().showId))].filter((showId) => showId > 0);
    case 'booked':
      return notes.outcomes.booked ?? 0;
    case 'compare':
      return compare(order.seats);
    case 'finish':
      return finish();
  }
}

process.on('message', async (order: CrowdOrder) => {
  const answer = await obey(order).then(
    (result) => ({ result }),
    (error) => ({ error: String(error) }),
  );
  process.send?.(answer);
});
process.on('disconnect', () => process.exit());
// Ctrl-C reaches every process of the terminal, but the parent decides when this one ends.
process.on('SIGINT', () => {});
