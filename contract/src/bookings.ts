import { z } from 'zod';
import { movieSummary, show } from './catalogue.ts';
import { id, idText, instant, paging } from './http.ts';
import { rupees } from './money.ts';
import { seatSelection } from './seats.ts';

export const bookingStatus = z.enum(['CONFIRMED', 'CANCELLED', 'CHECKED_IN']);
export type BookingStatus = z.infer<typeof bookingStatus>;

export const booker = z.object({ id, name: z.string(), email: z.string() });
export type Booker = z.infer<typeof booker>;

export const booking = z
  .object({
    id,
    bookingId: id,
    status: bookingStatus,
    createdAt: instant,
    seats: z.array(z.string()),
    seatCount: z.int(),
    totalPrice: rupees,
    movie: movieSummary,
    show: show.pick({ id: true, startTime: true, price: true, movie: true, screen: true }),
    ticketCode: z.string().optional().meta({ description: 'What the door scans. Only in answers to its owner' }),
    user: booker.optional().meta({ description: 'Only in answers to an administrator' }),
  })
  .meta({ id: 'Booking' });
export type Booking = z.infer<typeof booking>;

export const bookingRequest = z.object({ showId: id, seats: seatSelection });
export type BookingRequest = z.infer<typeof bookingRequest>;

export const idempotencyHeaders = z.object({
  'idempotency-key': z
    .string()
    .min(1, 'Idempotency-Key cannot be empty')
    .max(200, 'Idempotency-Key can have at most 200 characters')
    .optional(),
});

export const bookingCreated = z.object({
  success: z.literal(true),
  message: z.string(),
  data: booking,
  ...booking.shape,
});

export const historyQuery = z.object({ page: paging.shape.page.optional(), limit: paging.shape.limit.optional() });
export const showIdParams = z.object({ showId: idText });

export const blockedSeat = z.object({ userId: id, expiresAt: instant });
export type BlockedSeat = z.infer<typeof blockedSeat>;

export const blockedSeats = z.record(z.string(), blockedSeat);
export type BlockedSeats = z.infer<typeof blockedSeats>;

export const seatMapAnswer = z
  .object({
    success: z.literal(true),
    show,
    seatMap: z.record(z.string(), z.object({ id: z.string(), isBooked: z.boolean(), isBlocked: z.boolean() })),
    bookedSeats: z.array(z.string()),
    blockedSeats,
    version: z.int().meta({ description: "The show's version: live events with a higher one are newer than this map" }),
  })
  .meta({ id: 'SeatMap' });
export type SeatMapAnswer = z.infer<typeof seatMapAnswer>;
