/** A booking's timeline, assembled from the booking, its mails, its scans and the audit log. */
import type { BookingTimeline, TimelineEvent } from '@moviebooking/contract/booking-timeline';
import { toPaise, toRupees } from '@moviebooking/contract/money';
import { seatsAt } from '@moviebooking/contract/seats';
import type { Database } from '../../platform/database/database.ts';
import { type AdminBooking, findBooking } from './admin-bookings.ts';
import {
  type AuditedAction,
  selectAdmissions,
  selectAuditedActions,
  selectCancellation,
  selectChanges,
  selectMailsOfBooking,
  selectScanConflicts,
} from './booking-timeline.sql.ts';

type Admissions = Awaited<ReturnType<typeof selectAdmissions>>;
type Cancellation = Awaited<ReturnType<typeof selectCancellation>>;
type Mails = Awaited<ReturnType<typeof selectMailsOfBooking>>;
type Changes = Awaited<ReturnType<typeof selectChanges>>;
type Conflicts = Awaited<ReturnType<typeof selectScanConflicts>>;

const MAIL_KINDS = { SENT: 'MAILED', WAITING: 'MAIL_WAITING', FAILED: 'MAIL_FAILED' } as const;

const event = (kind: TimelineEvent['kind'], at: Date | string, more: Partial<TimelineEvent> = {}): TimelineEvent => ({
  kind,
  at: new Date(at).toISOString(),
  ...{ by: null, mail: null, reason: null, moved: null, change: null, seats: null, conflict: null },
  ...more,
});

const textIn = (fields: Record<string, unknown> | null, name: string): string | null =>
  typeof fields?.[name] === 'string' ? fields[name] : null;

const scheduleIn = (fields: AuditedAction['before']) => ({
  startTime: new Date(textIn(fields, 'startTime') ?? 0).toISOString(),
  screen: textIn(fields, 'screen') ?? '',
});

const movesOf = (actions: AuditedAction[]): TimelineEvent[] =>
  actions
    .filter(({ action, entity }) => entity === 'show' && action === 'UPDATE')
    .map(({ at, by, before, after }) =>
      event('SHOW_MOVED', at, { by, moved: { from: scheduleIn(before), to: scheduleIn(after) } }),
    )
    .filter(({ moved }) => moved?.from.startTime !== moved?.to.startTime || moved?.from.screen !== moved?.to.screen);

const mailsOf = (mails: Mails): TimelineEvent[] =>
  mails.map(({ kind, status, queued_at, ended_at }) =>
    event(MAIL_KINDS[status], ended_at ?? queued_at, { mail: kind }),
  );

const changesOf = (
  changes: Changes,
  by: TimelineEvent['by'],
  { totalPrice, seatCount }: AdminBooking,
): TimelineEvent[] =>
  changes.map(({ at, released, taken }) => {
    const refund = toRupees((toPaise(totalPrice) / seatCount) * (released.length - taken.length));
    return event('CHANGED', at, { by, change: { released: seatsAt(released), taken: seatsAt(taken), refund } });
  });

const conflictsOf = (conflicts: Conflicts): TimelineEvent[] =>
  conflicts.map(({ reason, seats, scanned_at, sender_id, sender_name }) =>
    event('SCAN_CONFLICT', scanned_at, {
      conflict: reason,
      seats: seats && seatsAt(seats),
      by: sender_id && sender_name ? { id: sender_id, name: sender_name } : null,
    }),
  );

/** The audit entry of a scan ends with the seats that it admitted. */
function admissionsOf(admissions: Admissions, actions: AuditedAction[]): TimelineEvent[] {
  const scans = actions.filter(({ action, entity }) => entity === 'booking' && action === 'CHECK_IN');
  return admissions.map(({ at, seats }) => {
    const admitted = seatsAt(seats);
    const scan = scans.find(({ name }) => name?.endsWith(`, ${admitted.join(' ')}`)) ?? scans[0];
    return event('CHECKED_IN', at, { by: scan?.by ?? null, seats: admitted });
  });
}

/** Only the cinema gives a reason, so without one the customer cancelled. */
function endOf(
  { cancelledAt }: Cancellation,
  { user, cancelReason: reason }: AdminBooking,
  actions: AuditedAction[],
): TimelineEvent[] {
  if (!cancelledAt) return [];
  if (reason === null) return [event('CANCELLED', cancelledAt, { by: { id: user.id, name: user.name } })];
  const cancelling = actions.find(({ action, after }) => action === 'CANCEL' && textIn(after, 'reason') === reason);
  return [event('CANCELLED', cancelledAt, { by: cancelling?.by ?? null, reason })];
}

export async function readBookingTimeline(db: Database, bookingId: number): Promise<BookingTimeline> {
  const booking = await findBooking(db, bookingId);
  const { show, createdAt, user } = booking;
  const [cancellation, admissions, mails, changes, conflicts, actions] = await Promise.all([
    selectCancellation(db, bookingId),
    selectAdmissions(db, bookingId),
    selectMailsOfBooking(db, bookingId),
    selectChanges(db, bookingId),
    selectScanConflicts(db, bookingId),
    selectAuditedActions(db, { bookingId, showId: show.id, madeAt: createdAt }),
  ]);
  const customer = { id: user.id, name: user.name };
  const later = [
    ...mailsOf(mails),
    ...changesOf(changes, customer, booking),
    ...conflictsOf(conflicts),
    ...movesOf(actions),
    ...admissionsOf(admissions, actions),
    ...endOf(cancellation, booking, actions),
  ];
  return {
    booking,
    events: [
      event('MADE', createdAt, { by: customer }),
      event('PAID', createdAt, { by: customer }),
      ...later.sort((one, other) => one.at.localeCompare(other.at)),
    ],
  };
}
