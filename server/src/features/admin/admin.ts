/** What administrators see beyond the catalogue: the dashboard, the analytics and who has which seat of a show. */
import type { Analytics, Dashboard, SeatLayout } from '@moviebooking/contract/admin';
import { toRupees } from '@moviebooking/contract/money';
import { ALL_SEATS, seatAt } from '@moviebooking/contract/seats';
import type { Database } from '../../platform/database.ts';
import { findShow } from '../catalogue/catalogue.ts';
import {
  selectFullestShows,
  selectOccupancyByHour,
  selectOverview,
  selectPeriod,
  selectSalesByDay,
  selectTopCinemas,
  selectTopMovies,
} from './analytics.sql.ts';
import { selectRecentBookings } from './bookings.sql.ts';
import { selectTakenSeats, type TakenSeat } from './seat-layout.sql.ts';

const DASHBOARD_ENTRIES = 5;
const DASHBOARD_DAYS = 30;
const TOP_ENTRIES = 10;
const FULLEST_SHOWS = 50;

/** The top movies are those of the last 30 days. */
export async function readDashboard(db: Database, timeZone: string): Promise<Dashboard> {
  const period = await selectPeriod(db, DASHBOARD_DAYS, timeZone);
  const [overview, recentBookings, topMovies] = await Promise.all([
    selectOverview(db, period.to),
    selectRecentBookings(db, DASHBOARD_ENTRIES),
    selectTopMovies(db, period, DASHBOARD_ENTRIES),
  ]);
  return { overview, recentBookings, topMovies };
}

const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);
const total = <Row>(rows: readonly Row[], amount: (row: Row) => number): number =>
  rows.reduce((sum, row) => sum + amount(row), 0);

/** Sales count for the day on which they were made, occupancy for the day on which the show starts. */
export async function readAnalytics(db: Database, days: number, timeZone: string): Promise<Analytics> {
  const period = await selectPeriod(db, days, timeZone);
  const [salesByDay, hours, occupancyByShow, topMovies, topCinemas] = await Promise.all([
    selectSalesByDay(db, period),
    selectOccupancyByHour(db, period, timeZone),
    selectFullestShows(db, period, FULLEST_SHOWS),
    selectTopMovies(db, period, TOP_ENTRIES),
    selectTopCinemas(db, period, TOP_ENTRIES),
  ]);
  const bookings = total(salesByDay, (day) => day.bookings);
  const cancelled = total(salesByDay, (day) => day.cancelled);
  const occupancyOf = (seats: number, shows: number) => share(seats, shows * ALL_SEATS.length);
  return {
    days,
    ...period,
    timeZone,
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
    byDay: salesByDay.map((day) => ({
      date: day.date,
      bookings: day.bookings,
      seats: day.seats,
      revenue: toRupees(day.paise),
      cancellations: day.cancelled,
    })),
    occupancyByShow,
    occupancyByHour: hours.map((hour) => ({ ...hour, occupancy: occupancyOf(hour.seats, hour.shows) })),
    topMovies,
    topCinemas,
    cancellations: {
      bookings: cancelled,
      seats: total(salesByDay, (day) => day.cancelled_seats),
      revenue: toRupees(total(salesByDay, (day) => day.cancelled_paise)),
      rate: share(cancelled, bookings + cancelled),
    },
  };
}

type SeatState = SeatLayout['seatLayout'][string];

function stateOf({ bookingId, bookedAt, heldUntil, user }: TakenSeat): SeatState {
  const who = user ? { user } : {};
  if (bookingId !== null && bookedAt !== null) {
    return { status: 'booked', bookingId, bookedAt: new Date(bookedAt).toISOString(), ...who };
  }
  return { status: 'blocked', ...(heldUntil ? { expiresAt: new Date(heldUntil).toISOString() } : {}), ...who };
}

export async function readSeatLayout(db: Database, showId: number): Promise<SeatLayout> {
  const show = await findShow(db, showId);
  const { epoch, version, seats, closed } = await selectTakenSeats(db, showId);
  const states = new Map<string, SeatState>([
    ...seats.map((seat) => [seatAt(seat.seat), stateOf(seat)] as const),
    ...closed.map((seat) => [seatAt(seat), { status: 'closed' }] as const),
  ]);
  const booked = seats.filter((seat) => seat.bookingId !== null).length;
  const available = ALL_SEATS.length - states.size;
  return {
    show: { ...show, availableSeats: available },
    seatLayout: Object.fromEntries(ALL_SEATS.map((id) => [id, states.get(id) ?? { status: 'available' }])),
    stats: {
      total: ALL_SEATS.length,
      booked,
      blocked: seats.length - booked,
      closed: closed.length,
      available,
      revenue: toRupees(total(seats, (seat) => seat.pricePaise ?? 0)),
    },
    epoch,
    version,
  };
}
