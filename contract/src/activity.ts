/** Recent activity, for the administrators' bell and dashboard. */
import { z } from 'zod';
import { id, instant, rupees } from './http.ts';
import { ALL_SEATS } from './seats.ts';

/** A show is filling up if at least this share of its sellable seats is sold. */
export const FILLING_FROM = 0.8;

const playedShow = z.object({
  id,
  startTime: instant,
  movieTitle: z.string(),
  cinemaName: z.string(),
  screenName: z.string(),
});

export const activityItem = z
  .object({
    kind: z
      .enum(['BOOKED', 'CANCELLED', 'FILLING'])
      .meta({ description: 'FILLING: an upcoming show has sold at least 80 % of the seats that can be sold' }),
    at: instant.meta({ description: 'For FILLING: the time of the latest booking' }),
    bookingId: id.nullable(),
    customerName: z.string().nullable(),
    seats: z.int().meta({ description: 'Seats of the booking. For FILLING: all sold seats of the show' }),
    capacity: z.int().nullable().meta({ description: 'For FILLING: how many seats can be sold' }),
    total: rupees.nullable(),
    show: playedShow,
  })
  .meta({ id: 'ActivityItem' });
export type ActivityItem = z.infer<typeof activityItem>;

const sales = z.object({ bookings: z.int(), seats: z.int(), revenue: rupees });

export const today = z
  .object({
    date: z.iso.date(),
    sales: z.object({ today: sales, yesterday: sales, weekAgo: sales }).meta({
      description:
        'Bookings made on a cinema day and not cancelled: today so far, all of yesterday, and all of the day a week ago',
    }),
    nextShows: z
      .array(playedShow.extend({ posterUrl: z.string().nullable(), seats: z.int(), capacity: z.int() }))
      .meta({
        description:
          'The next shows within twelve hours: `seats` counts sold seats, `capacity` those that can be sold (not out of service)',
      }),
    cinemas: z
      .array(
        z.object({
          id,
          name: z.string(),
          city: z.string().nullable(),
          shows: z.int(),
          seats: z.int(),
          capacity: z.int(),
        }),
      )
      .meta({
        description:
          'Each cinema with shows today: `seats` counts their sold seats, `capacity` those that can be sold (not out of service)',
      }),
  })
  .meta({ id: 'Today' });
export type Today = z.infer<typeof today>;

export const hall = z
  .object({
    showId: id,
    startTime: instant,
    endTime: instant,
    movieTitle: z.string(),
    cinemaName: z.string(),
    screenName: z.string(),
    isAdmitting: z.boolean().meta({ description: 'Whether tickets can be checked in now' }),
    seats: z.string().length(ALL_SEATS.length).meta({
      description:
        'A character for each seat from A1 to J10: - is free, h held, b booked, c booked and checked in, x out of service and not sold',
    }),
    revenue: rupees,
    conflicts: z
      .int()
      .meta({ description: 'Scans without a connection that admitted somebody whom the ticket does not' }),
  })
  .meta({ id: 'Hall' });
export type Hall = z.infer<typeof hall>;

export const tonight = z.object({ date: z.iso.date(), halls: z.array(hall) }).meta({ id: 'Tonight' });
export type Tonight = z.infer<typeof tonight>;
