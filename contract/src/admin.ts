import { z } from 'zod';
import { user, userSummary } from './accounts.ts';
import { booking, bookingStatus, placesOfShow } from './bookings.ts';
import { cinemaSummary, show, showStatus } from './catalogue.ts';
import {
  dayText,
  id,
  idText,
  instant,
  numberText,
  paging,
  requiredText,
  rupees,
  searchText,
  withDefault,
} from './http.ts';
import { MAX_REASON } from './limits.ts';

const topMovie = z.object({
  id,
  title: z.string(),
  posterUrl: z.string().nullable(),
  bookings: z.int(),
  seats: z.int(),
  revenue: rupees,
});

export const dashboard = z
  .object({
    overview: z.object({
      totalCinemas: z.int(),
      totalMovies: z.int(),
      totalScreens: z.int(),
      totalShows: z.int(),
      totalBookings: z.int(),
      todayRevenue: rupees,
    }),
    recentBookings: z.array(booking),
    topMovies: z.array(topMovie),
  })
  .meta({ id: 'Dashboard' });
export type Dashboard = z.infer<typeof dashboard>;

const SEAT_LIST = /^[A-J](?:[1-9]|10)(?:,[A-J](?:[1-9]|10)){0,99}$/i;

export const adminBookingQuery = paging.extend({
  search: searchText,
  status: bookingStatus.optional(),
  movieId: idText.optional(),
  cinemaId: idText.optional(),
  screenId: idText.optional(),
  showId: idText.optional(),
  userId: idText.optional(),
  date: dayText.optional().meta({ description: 'The cinema day on which the booking was made' }),
  showDate: dayText.optional().meta({ description: 'The cinema day on which the show starts' }),
  seats: z
    .string()
    .regex(SEAT_LIST, 'Seats must be seat ids separated by commas, such as C4,C5')
    .transform((seats) => seats.toUpperCase().split(','))
    .optional()
    .meta({
      description:
        'Returns only bookings of upcoming shows that include one of these seats, such as C4,C5. Sorted by the start of the show, soonest first',
    }),
});

export const bookingExportQuery = adminBookingQuery.omit({ page: true, limit: true });

/** The reason is sent to the customers. */
export const cancellation = z.object({ reason: requiredText(MAX_REASON, 'Please give a reason') });

export const cancelledShow = z
  .object({ show, cancelledBookings: z.int().meta({ description: 'The number of bookings cancelled with the show' }) })
  .meta({ id: 'CancelledShow' });
export type CancelledShow = z.infer<typeof cancelledShow>;

export const bookedTotal = z
  .object({ bookings: z.int(), seats: z.int(), revenue: rupees })
  .meta({ id: 'BookedTotal', description: 'Bookings of a show that are not cancelled' });
export type BookedTotal = z.infer<typeof bookedTotal>;

const seatState = z.object({
  status: z.enum(['available', 'blocked', 'booked', 'closed']),
  bookingId: id.optional(),
  bookedAt: instant.optional(),
  expiresAt: instant.optional(),
  user: userSummary.optional(),
});

export const seatLayout = z
  .object({
    show,
    seatLayout: z.record(z.string(), seatState),
    stats: z.object({
      total: z.int(),
      booked: z.int(),
      blocked: z.int(),
      closed: z.int().meta({ description: 'Seats that are out of service and not sold' }),
      available: z.int(),
      revenue: rupees,
    }),
    ...placesOfShow,
    epoch: z.string().optional(),
    version: z.int(),
  })
  .meta({ id: 'SeatLayout' });
export type SeatLayout = z.infer<typeof seatLayout>;

/** A calendar month of the cinemas, such as 2026-11. */
const monthText = z
  .string()
  .regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, 'A month must look like 2026-11')
  .refine((value) => value >= '1970', "A month can't be before 1970");

export const analyticsQuery = z.object({
  days: withDefault(numberText(/^\d{1,3}$/, 365, 'days must be a whole number from 1 to 365'), 30),
  month: monthText.optional().meta({
    description:
      'A calendar month, such as 2026-11, instead of the last days. Compared with the month before; until the month is over, with ' +
      'as many of its days',
  }),
  cinemaId: idText.optional(),
  movieId: idText.optional(),
});

export const monthEndQuery = z.object({
  month: monthText,
  by: z.enum(['day', 'cinema']).default('day').meta({ description: 'One row per day, or one per day and cinema' }),
});

const stats = { bookings: z.int(), seats: z.int(), revenue: rupees };
const occupancy = z.number().meta({
  description: 'The share of all 100 seats that is booked, from 0 to 1. Seats out of service do not count as booked',
});

const byDay = z.array(z.object({ date: z.iso.date(), ...stats, cancellations: z.int() }));
const totals = z.object({ ...stats, cancellations: z.int(), occupancy });
const cancellations = z.object({ bookings: z.int(), seats: z.int(), revenue: rupees, rate: z.number() });
const noShows = z.object({ bookings: z.int(), seats: z.int(), rate: z.number() }).meta({
  description:
    'Bookings of past shows that were never checked in. The rate is their share of all bookings of past shows',
});

export const analytics = z
  .object({
    days: z.int(),
    month: z.string().nullable().meta({ description: 'The calendar month, such as 2026-11. Null for the last days' }),
    from: z.iso.date(),
    to: z.iso.date(),
    timeZone: z.string(),
    totals,
    byDay,
    salesByLead: z.array(z.object({ fromHours: z.int(), toHours: z.int().nullable(), ...stats })).meta({
      description: 'Sales by the number of hours before the start of the show. The last step has no upper end',
    }),
    occupancyByShow: z.array(
      z.object({
        showId: id,
        startTime: instant,
        movieTitle: z.string(),
        cinemaName: z.string(),
        screenName: z.string(),
        seats: z.int(),
        capacity: z.int(),
        occupancy,
      }),
    ),
    occupancyByHour: z.array(
      z.object({
        weekday: z.int().meta({ description: '1 is Monday, 7 is Sunday' }),
        hour: z.int(),
        shows: z.int(),
        seats: z.int(),
        occupancy,
      }),
    ),
    topMovies: z.array(topMovie),
    topCinemas: z.array(z.object({ id, name: z.string(), city: z.string().nullable(), ...stats })),
    cancellations,
    noShows,
    occupancyByScreen: z.array(
      z.object({
        screenId: id,
        screenName: z.string(),
        cinemaName: z.string(),
        shows: z.int(),
        seats: z.int(),
        capacity: z.int(),
        occupancy,
        revenue: rupees,
      }),
    ),
    previous: z
      .object({ from: z.iso.date(), to: z.iso.date(), totals, byDay, cancellations, noShows })
      .meta({ description: 'The same figures for the same number of days before, or for the month before' }),
  })
  .meta({
    id: 'Analytics',
    description:
      'Sales and cancellations count towards the cinema day on which the booking was made; occupancy by hour counts towards ' +
      'the day on which the show starts. occupancyByShow has the 50 fullest shows of the period and later. If filtered by ' +
      'cinema, topMovies counts the shows of the period instead of its sales; so does topCinemas if filtered by movie.',
  });
export type Analytics = z.infer<typeof analytics>;

const auditAction = z.enum([
  'CREATE',
  'UPDATE',
  'DELETE',
  'CANCEL',
  'CHECK_IN',
  'EXPORT',
  'READ',
  'LOGIN',
  'LOGIN_FAILED',
  'RESET_LINK',
]);
const auditEntity = z.enum(['cinema', 'movie', 'screen', 'show', 'booking', 'user']);

export const auditEntry = z
  .object({
    id: z.int(),
    at: instant,
    actor: z
      .object({ id, name: z.string(), email: z.string().nullable() })
      .nullable()
      .meta({ description: 'The user who did it. Null if nobody was logged in, as for a failed login' }),
    address: z.string().nullable().meta({ description: 'The network address of the request' }),
    action: auditAction,
    entity: auditEntity,
    entityId: id.nullable().meta({ description: 'Null if it concerned many, as for an export or a search' }),
    name: z
      .string()
      .nullable()
      .meta({ description: 'The name of the entity at that time, or the current name of the user' }),
    before: z.record(z.string(), z.unknown()).nullable(),
    after: z.record(z.string(), z.unknown()).nullable(),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.infer<typeof auditEntry>;

export const auditQuery = paging.extend({
  search: searchText,
  entity: auditEntity.optional(),
  entityId: idText.optional(),
  action: auditAction.optional(),
  userId: idText.optional(),
  date: dayText.optional(),
});

export const adminSearchQuery = z.object({
  q: requiredText(100, 'Enter what to search for').meta({ description: 'Matched anywhere in a name, ignoring case' }),
});

export const adminSearch = z
  .object({
    bookings: z.array(booking),
    shows: z.array(
      z.object({
        id,
        startTime: instant,
        movieTitle: z.string(),
        cinemaName: z.string(),
        screenName: z.string(),
        status: showStatus,
      }),
    ),
    movies: z.array(z.object({ id, title: z.string() })),
    cinemas: z.array(cinemaSummary),
    people: z.array(user),
  })
  .meta({ id: 'AdminSearch', description: 'At most five of each kind' });
export type AdminSearch = z.infer<typeof adminSearch>;

/** The numbers of users in a show's queue and inside its seat map. */
export const line = z.object({ showId: id, waiting: z.int(), inside: z.int() }).meta({ id: 'Line' });

export const lines = z.object({
  isOn: z.boolean().meta({ description: 'Whether the waiting room is on (`ROOM_LIMIT`)' }),
  lines: z.array(line),
});
export type Lines = z.infer<typeof lines>;
