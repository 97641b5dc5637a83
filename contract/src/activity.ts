/** What happens right now, for the bell and the dashboard of the administrator. */
import { z } from 'zod';
import { id, instant, rupees } from './http.ts';

/** A show counts as filling up from this share of its sellable seats on. */
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
      .meta({ description: 'FILLING: a show to come has sold at least 80 % of the seats that can be sold' }),
    at: instant.meta({ description: 'Of a show that fills up: when it was booked last' }),
    bookingId: id.nullable(),
    customerName: z.string().nullable(),
    seats: z.int().meta({ description: 'Of the booking; of a show that fills up, all that are sold' }),
    capacity: z.int().nullable().meta({ description: 'Of a show that fills up: how many seats can be sold' }),
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
        'Bookings made on a cinema day that are not cancelled: today so far, and the whole of two days before',
    }),
    nextShows: z
      .array(playedShow.extend({ posterUrl: z.string().nullable(), seats: z.int(), capacity: z.int() }))
      .meta({
        description:
          'The next shows of the coming twelve hours: how many seats are sold, and how many can be sold (not those out of service)',
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
          'Each cinema with shows today: how many seats of them are sold, and how many can be sold (not those out of service)',
      }),
  })
  .meta({ id: 'Today' });
export type Today = z.infer<typeof today>;
