import type { SharedTicket } from '@moviebooking/contract/bookings';
import { formatDateTime, formatTime } from '../../lib/cinema-times.ts';

export const sharingHeading = (seats: number): string =>
  seats === 1 ? 'A ticket to pass on' : 'A ticket for each seat';

export const sharingNote = (seats: number): string =>
  seats === 1
    ? 'For whoever comes in your place. It opens without a login.'
    : 'Send your guests theirs: no login needed. The code above still admits everyone.';

export const seatState = (admittedAt: string | null): string =>
  admittedAt ? `Admitted at ${admittedAt}` : 'Not used yet';

/** What has happened to a shared ticket since it was sent; null if nothing. */
export function describeNews({ status, admittedAt, cancelReason, movedFrom }: SharedTicket): string | null {
  if (status === 'SHOW_CANCELLED')
    return `This show was cancelled.${cancelReason ? ` ${cancelReason.replace(/\.?$/, '.')}` : ''}`;
  if (admittedAt) return `Admitted at ${formatTime(admittedAt)}. This ticket is used.`;
  return movedFrom && `This show was moved. Before, it was ${formatDateTime(movedFrom.startTime)}, ${movedFrom.place}.`;
}
