import type { TimelineEvent } from '@moviebooking/contract/booking-timeline';
import type { ConflictReason } from '@moviebooking/contract/check-in';
import { formatRupees } from '../../lib/format.ts';

const MAIL_NAMES: Record<string, string> = {
  'booking-confirmed': 'Confirmation',
  'booking-changed': 'Change of seats',
  'booking-cancelled': 'Cancellation',
  'show-moved': 'New show time',
  'show-cancelled': 'Show cancellation',
  reminder: 'Reminder',
};

export function describeEvent({ kind, mail }: TimelineEvent, total: number): string {
  const mailName = MAIL_NAMES[mail ?? ''] ?? 'A message';
  const texts: Record<TimelineEvent['kind'], string> = {
    MADE: 'Booked',
    PAID: `Paid ${formatRupees(total)}`,
    MAILED: `${mailName} emailed`,
    MAIL_WAITING: `${mailName} waiting to be emailed`,
    MAIL_FAILED: `${mailName} couldn't be emailed`,
    SHOW_MOVED: 'Show moved',
    CHANGED: 'Seats changed',
    CHECKED_IN: 'Checked in',
    SCAN_CONFLICT: 'Admitted offline',
    CANCELLED: 'Cancelled',
  };
  return texts[kind];
}

/** "Gave back C4, took C6" or "Gave back C4, C5, took C6. ₹250 is owed to the customer.". */
export function describeChange({ released, taken, refund }: NonNullable<TimelineEvent['change']>): string {
  const seats = [`Gave back ${released.join(', ')}`, taken.length > 0 && `took ${taken.join(', ')}`]
    .filter(Boolean)
    .join(', ');
  return refund > 0 ? `${seats}. ${formatRupees(refund)} is owed to the customer.` : seats;
}

export const CONFLICT_REASONS: Record<ConflictReason, string> = {
  ALREADY_CHECKED_IN: 'The ticket had already been used.',
  ALREADY_CANCELLED: 'The booking had been cancelled.',
  WRONG_TIME: 'The show had been moved to another time.',
};

export function describeCancellation(seats: number, total: number): string {
  const freed = seats === 1 ? 'The seat goes' : `The ${seats} seats go`;
  return `The customer paid ${formatRupees(total)}. ${freed} back on sale immediately, the ticket is no longer valid, and the customer is told why. This can't be undone.`;
}
