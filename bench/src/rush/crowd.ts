/** A process of simulated customers, which follows the orders of crowd-process.ts. */
import { setTimeout as pause } from 'node:timers/promises';
import { randomFrom } from '../../../server/test/random-from.ts';
import { answerOrders } from '../child.ts';
import { type Customer, gate, notes, openCustomer, phase } from './customer.ts';
import { HotShows, type ReleasedShow } from './hot-shows.ts';
import type { Notes } from './notes.ts';

export interface CrowdSettings {
  seed: number;
  /** Assigned to the customers in turn. */
  ports: number[];
  customers: { userId: number; token: string }[];
  releases: ReleasedShow[][];
  /** The interval between visits. */
  visitEveryMs: number;
  /** The longest pause before the next step. */
  thinksMs: number;
  /** Whether customers also change bookings, wait for seats and answer offers. */
  changesAndWaits?: boolean;
  /** The token of staff at the door. Customers come in while bookings go on. */
  doorToken?: string;
  /** A show with this many free seats or fewer is replaced by the next. */
  fewSeats?: number;
  /** The timeout for an answer. */
  patienceMs: number;
}

const CONNECTS_AT_ONCE = 50;
const POLL_MS = 20;

const customers: Customer[] = [];
let running: Promise<unknown> = Promise.resolve();

async function untilAllConnected(): Promise<void> {
  while (!customers.every(({ line }) => line.isConnected())) await pause(POLL_MS);
}

const orders = {
  async open({ seed, ports, customers: people, releases, fewSeats, ...pace }: CrowdSettings): Promise<void> {
    const random = randomFrom(seed);
    const hotShows = new HotShows(releases, fewSeats);
    for (const [n, person] of people.entries()) {
      const port = ports[n % ports.length] ?? 0;
      const own = { port, hotShows, random: randomFrom(Math.floor(random() * 2 ** 31)) };
      customers.push(openCustomer({ ...person, ...pace, ...own }));
      if (n % CONNECTS_AT_ONCE === 0) await untilAllConnected();
    }
    await untilAllConnected();
  },
  async start(): Promise<void> {
    running = Promise.all(customers.map((customer) => customer.run()));
    running.catch((error) => notes.faults.push(String(error)));
  },
  async measure(): Promise<void> {
    phase.isMeasuring = true;
  },
  holdStill: () => gate.close(),
  goOn: async () => gate.open(),
  shows: async () => [...new Set(customers.map(({ line }) => line.seats().showId))].filter((showId) => showId > 0),
  booked: async () => notes.outcomes.booked ?? 0,
  async compare(actual: Record<number, string>): Promise<string[]> {
    return customers.flatMap(({ line }) => {
      const { showId, version, text } = line.seats();
      if (showId === 0 || (line.isConnected() && text === actual[showId])) return [];
      const state = line.isConnected() ? 'connected' : 'lost';
      return `a ${state} customer sees of show ${showId} at version ${version}: ${text}\n  and there is: ${actual[showId]}`;
    });
  },
  async finish(): Promise<Notes> {
    Object.assign(phase, { isMeasuring: false, isOver: true });
    gate.open();
    await running;
    for (const { line } of customers) line.close();
    return notes;
  },
};

export type CrowdOrders = typeof orders;
export interface CrowdOrder {
  name: keyof CrowdOrders;
  input: CrowdSettings | Record<number, string> | undefined;
}

answerOrders(({ name, input }: CrowdOrder) => (orders[name] as (given: typeof input) => unknown)(input));
