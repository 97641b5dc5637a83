import type { Today } from '@moviebooking/contract/activity';
import type { Dashboard } from '@moviebooking/contract/admin';
import { type Database, readTogether } from '../../platform/database/database.ts';
import { readRecentBookings } from '../admin-bookings/admin-bookings.ts';
import { selectToday, selectTopMovies, toStats } from './analytics.sql.ts';
import { selectOverview, selectSalesComparison } from './dashboard.sql.ts';
import { periodsOf } from './periods.ts';

const ENTRIES = 5;
const TOP_MOVIES_DAYS = 30;

export const readDashboard = (db: Database, timeZone: string): Promise<Dashboard> =>
  readTogether(db, async (tx) => {
    const { period } = periodsOf({ days: TOP_MOVIES_DAYS }, await selectToday(tx, timeZone));
    return {
      overview: await selectOverview(tx, period.to),
      recentBookings: await readRecentBookings(tx, ENTRIES),
      topMovies: await selectTopMovies(tx, period, ENTRIES),
    };
  });

/** Compares today so far with the whole of yesterday and of the same day last week. */
export async function compareSales(db: Database, today: string): Promise<Today['sales']> {
  const stats = (await selectSalesComparison(db, today)).map(toStats);
  type Stats = (typeof stats)[number];
  const [ofToday, yesterday, weekAgo] = stats as [Stats, Stats, Stats];
  return { today: ofToday, yesterday, weekAgo };
}
