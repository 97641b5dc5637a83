/** Users who wait for seats of a show that has too few, and the seats they are offered when some come free. */
import { z } from 'zod';
import { userSummary } from './accounts.ts';
import { show } from './catalogue.ts';
import { id, instant } from './http.ts';
import { MAX_SEATS_PER_BOOKING } from './limits.ts';

const AMOUNT = `Ask for 1 to ${MAX_SEATS_PER_BOOKING} seats`;

export const waitingRequest = z.object({
  seats: z.int(AMOUNT).min(1, AMOUNT).max(MAX_SEATS_PER_BOOKING, AMOUNT),
});

export const offer = z.object({ seats: z.array(z.string()), expiresAt: instant });

export const waiting = z
  .object({
    showId: id,
    seats: z.int().meta({ description: 'How many seats the user wants' }),
    position: z.int().meta({ description: '1 is first' }),
    since: instant,
    offer: offer.nullable().meta({ description: 'Seats that are held for the user until then' }),
  })
  .meta({ id: 'Waiting' });
export type Waiting = z.infer<typeof waiting>;

export const waitingWithShow = waiting
  .extend({
    show: show.pick({ id: true, startTime: true, price: true, movie: true, screen: true, accessibility: true }),
  })
  .meta({ id: 'WaitingWithShow' });
export type WaitingWithShow = z.infer<typeof waitingWithShow>;

export const waitingUser = waiting.extend({ user: userSummary }).meta({ id: 'WaitingUser' });
export type WaitingUser = z.infer<typeof waitingUser>;

/** How many users wait for seats of a show, and for how many seats together. */
export const waitlistSize = z.object({ showId: id, users: z.int(), seats: z.int() }).meta({ id: 'WaitlistSize' });
export type WaitlistSize = z.infer<typeof waitlistSize>;
