import { z } from 'zod';
import { userSummary } from './accounts.ts';
import { movieSummary, show } from './catalogue.ts';
import { areDifferent, id, idText, instant, rupees, seatId } from './http.ts';
import { MAX_SEATS_PER_BOOKING } from './limits.ts';
import { hasAtMostTwoDecimals, MAX_PRICE_RUPEES } from './money.ts';
import { inSeatOrder, NAMED_TWICE_MESSAGE, NO_SEATS_MESSAGE, TOO_MANY_SEATS_MESSAGE } from './seats.ts';

/** What anyone with the code of a seat may see: nothing about the user, the booking or its other seats. */
export const sharedTicket = z
  .object({
    code: z.string(),
    seat: z.string(),
    movieTitle: z.string(),
    posterUrl: z.string().nullable(),
    cinemaName: z.string(),
    cinemaCity: z.string().nullable(),
    screenName: z.string(),
    accessibility: show.shape.accessibility,
    startTime: instant,
    movedFrom: z
      .object({ startTime: instant, place: z.string() })
      .nullable()
      .meta({ description: 'When and where the show was when the seat was booked. Null if it was not moved since' }),
    status: z.enum(['VALID', 'ADMITTED', 'SHOW_CANCELLED']),
    admittedAt: instant.nullable(),
    cancelReason: z.string().nullable().meta({ description: 'Why the show was cancelled' }),
  })
  .meta({ id: 'SharedTicket' });
export type SharedTicket = z.infer<typeof sharedTicket>;

export const bookingStatus = z.enum(['CONFIRMED', 'CANCELLED', 'CHECKED_IN']);
export type BookingStatus = z.infer<typeof bookingStatus>;

const seatTicket = z.object({
  seat: z.string(),
  code: z.string().meta({ description: 'The code that admits this seat alone' }),
  admittedAt: instant.nullable().meta({ description: 'When the seat was admitted at the entrance' }),
});

export const booking = z
  .object({
    id,
    bookingId: id,
    status: bookingStatus,
    cancelReason: z
      .string()
      .nullable()
      .meta({ description: 'Why the cinema cancelled the booking. Null if it did not' }),
    createdAt: instant,
    seats: z.array(z.string()),
    seatCount: z.int(),
    totalPrice: rupees,
    movie: movieSummary,
    show: show.pick({ id: true, startTime: true, price: true, movie: true, screen: true, accessibility: true }),
    ticketCode: z
      .string()
      .optional()
      .meta({
        description:
          'The code that is scanned at the entrance and admits every seat. Only in responses to the user who booked, and to ' +
          'administrators who ask for one booking',
      }),
    tickets: z
      .array(seatTicket)
      .optional()
      .meta({ description: 'A ticket for each seat, to share on its own. In the same responses as ticketCode' }),
    user: userSummary.optional().meta({ description: 'Only in responses to an administrator' }),
  })
  .meta({ id: 'Booking' });
export type Booking = z.infer<typeof booking>;

/** At most six different seats, in seat order. */
const seatsAtLeast = (least: 0 | 1) =>
  z
    .array(seatId, {
      error: (issue) => (issue.input === undefined ? NO_SEATS_MESSAGE : 'Seats must be a list of seat ids'),
    })
    .min(least, NO_SEATS_MESSAGE)
    .max(MAX_SEATS_PER_BOOKING, TOO_MANY_SEATS_MESSAGE)
    .refine(areDifferent, NAMED_TWICE_MESSAGE)
    .meta({ uniqueItems: true })
    .transform(inSeatOrder);

export const seatSelection = seatsAtLeast(1);

export const accessible = z.boolean('accessible must be true or false').optional().meta({
  description: 'Needed for wheelchair places: the user knows that they have no seat',
});

const MAX_TOTAL_RUPEES = MAX_PRICE_RUPEES * MAX_SEATS_PER_BOOKING;

export const bookingRequest = z.object({
  showId: id,
  seats: seatSelection,
  expectedTotal: z
    .number('The expected total must be a number of rupees')
    .min(0, "The expected total can't be negative")
    .max(MAX_TOTAL_RUPEES, `The expected total can be at most ${MAX_TOTAL_RUPEES} rupees`)
    .refine(hasAtMostTwoDecimals, 'The expected total can have at most two decimals')
    .meta({ multipleOf: 0.01 })
    .optional()
    .meta({
      description:
        'The total shown to the user, in rupees. If the actual total differs, nothing is booked (PRICE_CHANGED)',
    }),
  accessible,
});
export type BookingRequest = z.infer<typeof bookingRequest>;

/** The seats that a customer gives back, and those taken instead. */
export const bookingChange = z
  .object({ release: seatSelection, take: seatsAtLeast(0), accessible })
  .refine(({ release, take }) => take.length <= release.length, {
    error: 'Take at most as many seats as you give back',
    path: ['take'],
  })
  .refine(({ release, take }) => areDifferent([...release, ...take]), { error: NAMED_TWICE_MESSAGE, path: ['take'] });
export type BookingChange = z.infer<typeof bookingChange>;

export const idempotencyHeaders = z.object({
  'idempotency-key': z
    .string()
    .min(1, "Idempotency-Key can't be empty")
    .max(200, 'Idempotency-Key can have at most 200 characters')
    .optional(),
});

export const bookingCreated = z.object({
  success: z.literal(true),
  message: z.string(),
  data: booking,
  ...booking.shape,
});

export const showIdParams = z.object({ showId: idText });

export const blockedSeat = z.object({ userId: id, expiresAt: instant });
export type BlockedSeat = z.infer<typeof blockedSeat>;

export const blockedSeats = z.record(z.string(), blockedSeat);
export type BlockedSeats = z.infer<typeof blockedSeats>;

/** Empty from ACCESSIBLE_RELEASE_HOURS before the start. */
export const placesOfShow = {
  wheelchairSeats: z.array(z.string()).meta({
    description: 'Wheelchair places, which have no seat, until they are released to everyone',
  }),
  companionSeats: z.array(z.string()).meta({
    description: 'Seats for those who come with a wheelchair user, until they are released to everyone',
  }),
};

export const seatMapAnswer = z
  .object({
    success: z.literal(true),
    show,
    seatMap: z.record(z.string(), z.object({ id: z.string(), isBooked: z.boolean(), isBlocked: z.boolean() })),
    bookedSeats: z.array(z.string()),
    blockedSeats,
    closedSeats: z.array(z.string()).meta({
      description:
        'Seats that are out of service and not sold. Also listed in bookedSeats, for clients that do not know about them',
    }),
    ...placesOfShow,
    epoch: z.string().optional().meta({ description: 'Versions can only be compared within one epoch' }),
    version: z
      .int()
      .meta({ description: "The show's version. Live events with a higher version are newer than this map" }),
  })
  .meta({ id: 'SeatMap' });
export type SeatMapAnswer = z.infer<typeof seatMapAnswer>;
