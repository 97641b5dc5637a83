import { z } from 'zod';
import { booking } from './bookings.ts';
import { conflictReason } from './check-in.ts';
import { id, instant, rupees } from './http.ts';

const startAndScreen = z.object({ startTime: instant, screen: z.string() });

const timelineEvent = z.object({
  kind: z.enum([
    'MADE',
    'PAID',
    'MAILED',
    'MAIL_WAITING',
    'MAIL_FAILED',
    'SHOW_MOVED',
    'CHANGED',
    'CHECKED_IN',
    'SCAN_CONFLICT',
    'CANCELLED',
  ]),
  at: instant,
  by: z
    .object({ id, name: z.string() })
    .nullable()
    .meta({ description: 'The user who did it. Null for the system or if unknown' }),
  mail: z
    .string()
    .nullable()
    .meta({ description: 'The kind of mail: booking-confirmed, booking-cancelled, show-moved …' }),
  reason: z.string().nullable().meta({ description: 'The reason for the cancellation, if an administrator gave one' }),
  moved: z.object({ from: startAndScreen, to: startAndScreen }).nullable(),
  change: z
    .object({ released: z.array(z.string()), taken: z.array(z.string()), refund: rupees })
    .nullable()
    .meta({
      description: 'For CHANGED: the seats given back and taken, and what is owed to the customer for fewer seats',
    }),
  seats: z.array(z.string()).nullable().meta({
    description: 'For CHECKED_IN and SCAN_CONFLICT: the seats that were admitted, or let in without being admitted',
  }),
  conflict: conflictReason.nullable().meta({
    description: 'For SCAN_CONFLICT: why the ticket should not have admitted the customers let in by an offline scan',
  }),
});
export type TimelineEvent = z.infer<typeof timelineEvent>;

export const bookingTimeline = z
  .object({ booking, events: z.array(timelineEvent) })
  .meta({ id: 'BookingTimeline', description: 'A booking and its history, earliest event first.' });
export type BookingTimeline = z.infer<typeof bookingTimeline>;
