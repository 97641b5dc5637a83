import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { inPeriod, type Sales, salesColumns } from './analytics.sql.ts';
import type { Period } from './periods.ts';

/** Leaves out days on which a cinema neither sold nor cancelled anything. */
export async function selectSalesByDayAndCinema(db: Database, period: Period) {
  const { rows } = await sql<Sales & { name: string; city: string | null }>`
    select date, name, city, bookings, seats, paise, cancelled, cancelled_seats, cancelled_paise
    from (
      select day::text as date, ref_id, ${salesColumns} from current_totals
      where dimension = 'cinema' and ${inPeriod(period)} group by day, ref_id
    ) as sales join cinemas on cinemas.id = ref_id
    where bookings > 0 or cancelled > 0 order by date, lower(name), cinemas.id
  `.execute(db);
  return rows;
}
