import { z } from 'zod';
import { bookingStatus } from './bookings.ts';
import { id, instant, requiredText } from './http.ts';

export const checkInRequest = z.object({
  code: requiredText(200, 'Enter the code on the ticket'),
  showId: id
    .optional()
    .meta({ description: 'The show at whose entrance this is; a ticket for another one is refused' }),
  scanId: requiredText(100, 'A scan has an id').optional().meta({
    description:
      'A random id of this scan. Sent again with the same id after a lost answer, a ticket that it admitted is admitted again',
  }),
});

export type CheckInRequest = z.infer<typeof checkInRequest>;

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
