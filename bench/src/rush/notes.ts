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
  waits: { showId: number; userId: number }[];
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
  ...{ operations: [], waits: [], scans: [], measuredBookings: 0, outcomes: {}, faults: [], versions: {} },
});

export const count = ({ outcomes }: Notes, outcome: string, times = 1): void => {
  outcomes[outcome] = (outcomes[outcome] ?? 0) + times;
};

export function merge(all: Notes[]): Notes {
  const merged = emptyNotes();
  for (const { operations, waits, scans, latencies, measuredBookings, outcomes, faults, versions } of all) {
    merged.measuredBookings += measuredBookings;
    merged.operations = merged.operations.concat(operations);
    merged.waits = merged.waits.concat(waits);
    merged.scans = merged.scans.concat(scans);
    for (const measure of MEASURES) merged.latencies[measure] = merged.latencies[measure].concat(latencies[measure]);
    for (const [outcome, times] of Object.entries(outcomes)) count(merged, outcome, times);
    merged.faults.push(...faults);
    for (const [showId, version] of Object.entries(versions))
      merged.versions[Number(showId)] = Math.max(version, merged.versions[Number(showId)] ?? 0);
  }
  return merged;
}
