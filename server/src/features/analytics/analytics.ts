/** Sales, occupancy, cancellations and no-shows of a period, compared with the period before. */
import type { Analytics } from '@moviebooking/contract/admin';
import { toRupees } from '@moviebooking/contract/money';
import { ALL_SEATS } from '@moviebooking/contract/seats';
import { type Database, readTogether } from '../../platform/database/database.ts';
import {
  type PlayedShows,
  type Scope,
  selectFullestShows,
  selectPlayedShows,
  selectSalesByDay,
  selectSalesByHoursAhead,
  selectToday,
  selectTopCinemas,
  selectTopMovies,
} from './analytics.sql.ts';
import { periodsOf } from './periods.ts';

const TOP_ENTRIES = 10;
const FULLEST_SHOWS = 50;

const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);
const total = <Row>(rows: readonly Row[], amount: (row: Row) => number): number =>
  rows.reduce((sum, row) => sum + amount(row), 0);

const occupancyOf = (seats: number, shows: number): number => share(seats, shows * ALL_SEATS.length);

type SalesByDay = Awaited<ReturnType<typeof selectSalesByDay>>;

const byDayOf = (salesByDay: SalesByDay): Analytics['byDay'] =>
  salesByDay.map((day) => ({
    date: day.date,
    bookings: day.bookings,
    seats: day.seats,
    revenue: toRupees(day.paise),
    cancellations: day.cancelled,
  }));

function figuresOf(
  salesByDay: SalesByDay,
  { hours, missed, attended }: PlayedShows,
): Omit<Analytics['previous'], 'from' | 'to'> {
  const bookings = total(salesByDay, (day) => day.bookings);
  const cancelled = total(salesByDay, (day) => day.cancelled);
  return {
    byDay: byDayOf(salesByDay),
    totals: {
      bookings,
      seats: total(salesByDay, (day) => day.seats),
      revenue: toRupees(total(salesByDay, (day) => day.paise)),
      cancellations: cancelled,
      occupancy: occupancyOf(
        total(hours, (hour) => hour.seats),
        total(hours, (hour) => hour.shows),
      ),
    },
    cancellations: {
      bookings: cancelled,
      seats: total(salesByDay, (day) => day.cancelled_seats),
      revenue: toRupees(total(salesByDay, (day) => day.cancelled_paise)),
      rate: share(cancelled, bookings + cancelled),
    },
    noShows: { ...missed, rate: share(missed.bookings, missed.bookings + attended.bookings) },
  };
}

/** A sale counts on the day it was made, occupancy on the day the show starts. */
export const readAnalytics = (
  db: Database,
  { days, month, ...scope }: Scope & { days: number; month?: string | undefined },
  timeZone: string,
): Promise<Analytics> =>
  readTogether(db, async (tx) => {
    const { period, before } = periodsOf({ days, month }, await selectToday(tx, timeZone));
    const salesByDay = await selectSalesByDay(tx, period, scope, timeZone);
    const played = await selectPlayedShows(tx, period, scope, timeZone);
    const salesBefore = await selectSalesByDay(tx, before, scope, timeZone);
    const playedBefore = await selectPlayedShows(tx, before, scope, timeZone);
    return {
      days: salesByDay.length,
      month: month ?? null,
      ...period,
      timeZone,
      ...figuresOf(salesByDay, played),
      salesByLead: await selectSalesByHoursAhead(tx, period, scope, timeZone),
      occupancyByShow: await selectFullestShows(tx, period, FULLEST_SHOWS, scope),
      occupancyByHour: played.hours.map((hour) => ({ ...hour, occupancy: occupancyOf(hour.seats, hour.shows) })),
      occupancyByScreen: played.screens.map(({ paise, ...screen }) => ({
        ...screen,
        capacity: screen.shows * ALL_SEATS.length,
        occupancy: occupancyOf(screen.seats, screen.shows),
        revenue: toRupees(paise),
      })),
      topMovies: await selectTopMovies(tx, period, TOP_ENTRIES, scope),
      topCinemas: await selectTopCinemas(tx, period, TOP_ENTRIES, scope),
      previous: { ...before, ...figuresOf(salesBefore, playedBefore) },
    };
  });
