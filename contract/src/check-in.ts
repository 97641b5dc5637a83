import { z } from 'zod';
import { bookingStatus } from './bookings.ts';
import { id, instant, requiredText } from './http.ts';

export const checkInRequest = z.object({
  code: requiredText(200, 'Enter the code on the ticket'),
  showId: id
    .optional()
    .meta({ description: 'The show at whose entrance this is; a ticket for another one is refused' }),
});

/** What the entrance needs to see of a booking. */
export const ticket = z
  .object({
    bookingId: id,
    status: bookingStatus,
    customerName: z.string(),
    seats: z.array(z.string()),
    showId: id,
    movieTitle: z.string(),
    cinemaName: z.string(),
    screenName: z.string(),
    startTime: instant,
    checkedInAt: instant.nullable(),
  })
  .meta({ id: 'Ticket' });
export type Ticket = z.infer<typeof ticket>;
