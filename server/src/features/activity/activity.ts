/**
 * Recent bookings and cancellations, and today's figures. The live connection tells administrators only that something
 * changed, at most every two seconds. They read the details over HTTP, where each request checks the role.
 */
import type { ActivityItem, Today, Tonight } from '@moviebooking/contract/activity';
import { emptyPayload } from '@moviebooking/contract/live';
import { createSharedRead } from '../../platform/batching/shared-read.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Connection, Realtime } from '../../platform/live/realtime.ts';
import { dayOf } from '../../platform/time/cinema-day.ts';
import { compareSales } from '../analytics/dashboard.ts';
import type { SeatChange } from '../seating/seat-changes.ts';
import { selectFillingShows, selectLatestBookings, selectNextShows, selectOccupancyByCinema } from './activity.sql.ts';
import { selectHalls } from './tonight.sql.ts';

const ITEM_LIMIT = 20;
const FILLING_SHOW_LIMIT = 10;
const NEXT_SHOW_LIMIT = 8;

/** Returns the newest first. */
export async function readActivity(db: Database, timeZone: string): Promise<ActivityItem[]> {
  const [bookings, filling] = await Promise.all([
    selectLatestBookings(db, ITEM_LIMIT),
    selectFillingShows(db, dayOf(new Date(), timeZone), FILLING_SHOW_LIMIT),
  ]);
  return [...bookings, ...filling].sort((one, other) => other.at.localeCompare(one.at)).slice(0, ITEM_LIMIT);
}

export async function readToday(db: Database, timeZone: string): Promise<Today> {
  const date = dayOf(new Date(), timeZone);
  const [sales, nextShows, cinemas] = await Promise.all([
    compareSales(db, date),
    selectNextShows(db, NEXT_SHOW_LIMIT),
    selectOccupancyByCinema(db, date, timeZone),
  ]);
  return { date, sales, nextShows, cinemas };
}

/** Displays that refresh at the same moment share one read. */
export const createTonightReader = (db: Database, timeZone: string): (() => Promise<Tonight>) => {
  const read = createSharedRead(async (date: string) => ({ date, halls: await selectHalls(db, date, timeZone) }));
  return () => read(dayOf(new Date(), timeZone));
};

const NOTIFY_EVERY_MS = 2000;
const REPORTED: SeatChange['kind'][] = ['booked', 'cancelled', 'show-cancelled'];
const ROOM = 'activity watchers';

/** Lets administrators watch for activity. Call the returned function with every seat change. */
export function openActivityFeed(realtime: Realtime, checkAdmin: (connection: Connection) => Promise<void>) {
  let timer: NodeJS.Timeout | undefined;
  let quietUntil = 0;

  realtime.answer('watch-activity', {
    payload: emptyPayload,
    async answer(connection) {
      await checkAdmin(connection);
      connection.join(ROOM);
      return { success: true };
    },
  });

  function notify(): void {
    timer = undefined;
    quietUntil = performance.now() + NOTIFY_EVERY_MS;
    realtime.broadcast(ROOM, 'activity');
  }

  return (changes: readonly SeatChange[]): void => {
    if (timer || realtime.sizeOf(ROOM) === 0) return;
    if (!changes.some(({ kind }) => REPORTED.includes(kind))) return;
    timer = setTimeout(notify, Math.max(0, quietUntil - performance.now())).unref();
  };
}
