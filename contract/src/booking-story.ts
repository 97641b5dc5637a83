import { z } from 'zod';
import { booking } from './bookings.ts';
import { conflictReason } from './check-in.ts';
import { id, instant } from './http.ts';

const place = z.object({ startTime: instant, screen: z.string() });

const storyEvent = z.object({
  kind: z.enum([
    'MADE',
    'PAID',
    'MAILED',
    'MAIL_WAITING',
    'MAIL_FAILED',
    'SHOW_MOVED',
    'CHECKED_IN',
    'SCAN_CONFLICT',
    'CANCELLED',
  ]),
  at: instant,
  by: z
    .object({ id, name: z.string() })
    .nullable()
    .meta({ description: 'Who did it; null where it was the system, or nobody is known' }),
  mail: z.string().nullable().meta({ description: 'Which mail: booking-confirmed, booking-cancelled, show-moved …' }),
  reason: z.string().nullable().meta({ description: 'Why it was cancelled, where an administrator gave a reason' }),
  moved: z.object({ from: place, to: place }).nullable(),
  conflict: conflictReason.nullable().meta({
    description: 'Of SCAN_CONFLICT: why the ticket did not admit those whom a scan without a connection let in',
  }),
});
export type StoryEvent = z.infer<typeof storyEvent>;

export const bookingStory = z
  .object({ booking, events: z.array(storyEvent) })
  .meta({ id: 'BookingStory', description: 'A booking and what happened to it, earliest first.' });
export type BookingStory = z.infer<typeof bookingStory>;
