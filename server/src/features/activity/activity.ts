/**
 * What goes on right now. Administrators who watch are told over their live connection that something was booked or
 * cancelled, a whole show too, at most every two seconds and without saying what: they read it over HTTP, where the role is checked each time.
 */
import type { ActivityItem, Today } from '@moviebooking/contract/activity';
import { emptyPayload } from '@moviebooking/contract/live';
import type { Database } from '../../platform/database/database.ts';
import type { Connection, Realtime } from '../../platform/live/realtime.ts';
import { dayOf } from '../../platform/time/cinema-day.ts';
import { compareSales } from '../analytics/dashboard.ts';
import type { SeatChange } from '../seating/seat-changes.ts';
import { selectFillingShows, selectLatestBookings, selectNextShows, selectOccupancyByCinema } from './activity.sql.ts';

const LATEST = 20;
const FILLING = 10;
const NEXT_SHOWS = 8;

/** The latest first. */
export async function readActivity(db: Database, timeZone: string): Promise<ActivityItem[]> {
  const [bookings, filling] = await Promise.all([
    selectLatestBookings(db, LATEST),
    selectFillingShows(db, dayOf(new Date(), timeZone), FILLING),
  ]);
  return [...bookings, ...filling].sort((one, other) => other.at.localeCompare(one.at)).slice(0, LATEST);
}

export async function readToday(db: Database, timeZone: string): Promise<Today> {
  const date = dayOf(new Date(), timeZone);
  const [sales, nextShows, cinemas] = await Promise.all([
    compareSales(db, date),
    selectNextShows(db, NEXT_SHOWS),
    selectOccupancyByCinema(db, date, timeZone),
  ]);
  return { date, sales, nextShows, cinemas };
}

const TELL_EVERY_MS = 2000;
const NEWS: SeatChange['kind'][] = ['booked', 'cancelled', 'show-cancelled'];
const WATCHING = 'administrators who watch';

interface Parts {
  realtime: Realtime;
  checkAdmin: (connection: Connection) => Promise<void>;
}

/** Returns what is to be called with every change of seats. */
export function openActivityFeed({ realtime, checkAdmin }: Parts): (changes: readonly SeatChange[]) => void {
  let timer: NodeJS.Timeout | undefined;
  let quietUntil = 0;

  realtime.answer('watch-activity', {
    payload: emptyPayload,
    async answer(connection) {
      await checkAdmin(connection);
      connection.join(WATCHING);
      return { success: true };
    },
  });

  function tell(): void {
    timer = undefined;
    quietUntil = performance.now() + TELL_EVERY_MS;
    realtime.broadcast(WATCHING, 'activity');
  }

  return (changes) => {
    if (timer || realtime.sizeOf(WATCHING) === 0) return;
    if (!changes.some(({ kind }) => NEWS.includes(kind))) return;
    timer = setTimeout(tell, Math.max(0, quietUntil - performance.now())).unref();
  };
}
