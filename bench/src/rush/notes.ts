/** Records the crowd's requests, answers and measurements, for the tables, the database check and the history check. */
import type { Operation } from '../../../server/test/seat-history.ts';

export const MEASURES = [
  'page data',
  'join',
  'hold',
  'book',
  'change',
  'cancel',
  'wait',
  'scan',
  'event delivery',
] as const;
export type Measure = (typeof MEASURES)[number];

export type NotedOperation = Operation & { showId: number };

export interface Notes {
  operations: NotedOperation[];
  /** Entries on waitlists that a customer has made, or may have made. */
  waits: { showId: number; userId: number; isCertain: boolean }[];
  /** Customers who left a waitlist on which they may have had no offer yet. */
  leavers: { showId: number; userId: number }[];
  /** Offers that customers were told over their connection. */
  offers: { showId: number; userId: number; seats: string[]; expiresAt: string }[];
  /** Scans of tickets, with the seats they admitted; undefined if the outcome is unknown. */
  scans: { bookingId: number; admitted: string[] | undefined }[];
  /** Milliseconds. */
  latencies: Record<Measure, number[]>;
  /** Bookings made during the measurement. */
  measuredBookings: number;
  /** The count of each outcome. */
  outcomes: Record<string, number>;
  /** Events that must never happen, even with faults. */
  faults: string[];
  /** Each show's highest version that any customer has seen. */
  versions: Record<number, number>;
}

export const emptyNotes = (): Notes => ({
  latencies: {
    'page data': [],
    join: [],
    hold: [],
    book: [],
    change: [],
    cancel: [],
    wait: [],
    scan: [],
    'event delivery': [],
  },
  ...{
    operations: [],
    waits: [],
    leavers: [],
    offers: [],
    scans: [],
    measuredBookings: 0,
    outcomes: {},
    faults: [],
    versions: {},
  },
});

export const count = ({ outcomes }: Notes, outcome: string, times = 1): void => {
  outcomes[outcome] = (outcomes[outcome] ?? 0) + times;
};

export function merge(all: Notes[]): Notes {
  const merged = emptyNotes();
  for (const { latencies, measuredBookings, outcomes, faults, versions, ...lists } of all) {
    merged.measuredBookings += measuredBookings;
    merged.operations = merged.operations.concat(lists.operations);
    merged.waits = merged.waits.concat(lists.waits);
    merged.leavers = merged.leavers.concat(lists.leavers);
    merged.offers = merged.offers.concat(lists.offers);
    merged.scans = merged.scans.concat(lists.scans);
    for (const measure of MEASURES) merged.latencies[measure] = merged.latencies[measure].concat(latencies[measure]);
    for (const [outcome, times] of Object.entries(outcomes)) count(merged, outcome, times);
    merged.faults.push(...faults);
    for (const [showId, version] of Object.entries(versions))
      merged.versions[Number(showId)] = Math.max(version, merged.versions[Number(showId)] ?? 0);
  }
  return merged;
}
