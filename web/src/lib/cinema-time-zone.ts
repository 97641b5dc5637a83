/**
 * The time zone of the cinemas, which the server names in its answers. It is kept for a visit without a network. Times are
 * written in the user's own time zone, and a note says so to everyone whose clock is another one than the cinemas'.
 */
import { TIME_ZONE_HEADER } from '@moviebooking/contract/limits';
import { create } from 'zustand';
import { storage } from './storage.ts';

const KEY = 'cinema-time-zone';
const HALF_A_YEAR_MS = 182 * 86_400_000;

const useCinemaTimeZone = create(() => ({ timeZone: storage.getItem(KEY) }));

export function noteTimeZone(headers: Headers): void {
  const timeZone = headers.get(TIME_ZONE_HEADER);
  if (!timeZone || timeZone === useCinemaTimeZone.getState().timeZone) return;
  storage.setItem(KEY, timeZone);
  useCinemaTimeZone.setState({ timeZone });
}

/** Known from the first answer on. */
export const useTimeZone = (): string | undefined => useCinemaTimeZone(({ timeZone }) => timeZone ?? undefined);

/** Whether clocks there and here agree, in summer and in winter. Zones have several names, so these are not compared. */
function hasSameClock(timeZone: string): boolean {
  const clockIn = (zone: string | undefined) =>
    new Intl.DateTimeFormat('en-IN', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
  try {
    const [there, here] = [clockIn(timeZone), clockIn(undefined)];
    return [Date.now(), Date.now() + HALF_A_YEAR_MS].every((moment) => there.format(moment) === here.format(moment));
  } catch {
    // A time zone that this browser does not know is not its own.
    return false;
  }
}

/** Formats are costly to make, and a page asks often. */
const notes = new Map<string, string | undefined>();

/** What a user in another time zone than the cinemas must know about the times on the page; undefined in theirs. */
export function foreignZoneNote(timeZone: string | null): string | undefined {
  if (timeZone === null) return undefined;
  if (!notes.has(timeZone)) {
    const parts = new Intl.DateTimeFormat('en-IN', { timeZoneName: 'long' }).formatToParts();
    const own = parts.find(({ type }) => type === 'timeZoneName')?.value;
    notes.set(timeZone, hasSameClock(timeZone) ? undefined : `Times are shown in your time zone: ${own}.`);
  }
  return notes.get(timeZone);
}

export const useForeignZoneNote = (): string | undefined =>
  useCinemaTimeZone(({ timeZone }) => foreignZoneNote(timeZone));
