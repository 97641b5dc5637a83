import type { Dashboard } from '@moviebooking/contract/admin';
import { toRupees } from '@moviebooking/contract/money';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { type Sold, soldColumns } from './analytics.sql.ts';

export async function selectOverview(db: Database, today: string): Promise<Dashboard['overview']> {
  const { rows } = await sql<Omit<Dashboard['overview'], 'todayRevenue'> & { paise: number }>`
    select (select count(*) from cinemas) as "totalCinemas", (select count(*) from movies) as "totalMovies",
      (select count(*) from screens) as "totalScreens",
      (select count(*) from shows where starts_at > now() and cancelled_at is null) as "totalShows",
      bookings as "totalBookings", paise
    from (select ${soldColumns} from current_totals where dimension = 'all' and day = ${today}::date) as sold
  `.execute(db);
  const { paise, ...counts } = rows[0] as (typeof rows)[number];
  return { ...counts, todayRevenue: toRupees(paise) };
}

/** Three rows: today, yesterday and the same day last week. */
export async function selectSalesComparison(db: Database, today: string): Promise<Sold[]> {
  const { rows } = await sql<Sold>`
    select ${soldColumns}
    from unnest(array[0, 1, 7]) as days_ago
      left join current_totals on dimension = 'all' and day = ${today}::date - days_ago
    group by days_ago order by days_ago
  `.execute(db);
  return rows;
}
