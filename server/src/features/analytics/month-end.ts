/**
 * A month's sales as CSV, for accounting. A booking counts on the day it was made, and under the status it has now: if it is
 * cancelled later, it moves from the sales of that day to its cancellations.
 */
import type { monthEndQuery } from '@moviebooking/contract/admin';
import { BYTE_ORDER_MARK, csvLine } from '@moviebooking/contract/csv';
import { toRupees } from '@moviebooking/contract/money';
import type { z } from 'zod';
import { type Database, readTogether } from '../../platform/database/database.ts';
import { type Sales, selectSalesByDay, selectSalesByDayAndCinema, selectToday } from './analytics.sql.ts';
import { monthUntil } from './periods.ts';

const FIGURES = ['Bookings', 'Seats', 'Revenue (INR)', 'Cancelled bookings', 'Cancelled seats', 'Cancelled (INR)'];

const figuresOf = (day: Sales) => [
  ...[day.bookings, day.seats, toRupees(day.paise)],
  ...[day.cancelled, day.cancelled_seats, toRupees(day.cancelled_paise)],
];

/** Refuses a month that has not begun. The running month ends today. */
export const exportMonthEnd = (
  db: Database,
  { month, by }: z.output<typeof monthEndQuery>,
  timeZone: string,
): Promise<string> =>
  readTogether(db, async (tx) => {
    const period = monthUntil(month, await selectToday(tx, timeZone));
    const isByCinema = by === 'cinema';
    const rows = isByCinema
      ? (await selectSalesByDayAndCinema(tx, period)).map((day) => [
          day.date,
          day.name,
          day.city ?? '',
          ...figuresOf(day),
        ])
      : (await selectSalesByDay(tx, period, {}, timeZone)).map((day) => [day.date, ...figuresOf(day)]);
    const header = ['Date', ...(isByCinema ? ['Cinema', 'City'] : []), ...FIGURES];
    return BYTE_ORDER_MARK + [header, ...rows].map(csvLine).join('');
  });
