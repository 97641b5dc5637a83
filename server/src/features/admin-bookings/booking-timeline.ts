/** The whole story of a booking, put together from the booking, its mails, its scans and the audit log. */
import type { BookingStory, StoryEvent } from '@moviebooking/contract/booking-story';
import type { Database } from '../../platform/database/database.ts';
import { type AdminBooking, findBooking } from './admin-bookings.ts';
import {
  type BookingTimes,
  type RecordedDeed,
  selectBookingTimes,
  selectDeeds,
  selectMailsOfBooking,
  selectScanConflicts,
} from './booking-timeline.sql.ts';

type Mails = Awaited<ReturnType<typeof selectMailsOfBooking>>;
type Conflicts = Awaited<ReturnType<typeof selectScanConflicts>>;

const MAIL_KINDS = { SENT: 'MAILED', WAITING: 'MAIL_WAITING', FAILED: 'MAIL_FAILED' } as const;

const event = (kind: StoryEvent['kind'], at: Date | string, more: Partial<StoryEvent> = {}): StoryEvent => ({
  kind,
  at: new Date(at).toISOString(),
  ...{ by: null, mail: null, reason: null, moved: null, conflict: null },
  ...more,
});

const textIn = (fields: Record<string, unknown> | null, name: string): string | null =>
  typeof fields?.[name] === 'string' ? fields[name] : null;

const placeIn = (fields: RecordedDeed['before']) => ({
  startTime: new Date(textIn(fields, 'startTime') ?? 0).toISOString(),
  screen: textIn(fields, 'screen') ?? '',
});

const movesOf = (deeds: RecordedDeed[]): StoryEvent[] =>
  deeds
    .filter(({ action, entity }) => entity === 'show' && action === 'UPDATE')
    .map(({ at, by, before, after }) =>
      event('SHOW_MOVED', at, { by, moved: { from: placeIn(before), to: placeIn(after) } }),
    )
    .filter(({ moved }) => moved?.from.startTime !== moved?.to.startTime || moved?.from.screen !== moved?.to.screen);

const mailsOf = (mails: Mails): StoryEvent[] =>
  mails.map(({ kind, status, queued_at, ended_at }) =>
    event(MAIL_KINDS[status], ended_at ?? queued_at, { mail: kind }),
  );

const conflictsOf = (conflicts: Conflicts): StoryEvent[] =>
  conflicts.map(({ reason, scanned_at, sender_id, sender_name }) =>
    event('SCAN_CONFLICT', scanned_at, {
      conflict: reason,
      by: sender_id && sender_name ? { id: sender_id, name: sender_name } : null,
    }),
  );

/** A reason is what an administrator cancelled it or its show with; else it was the customer. */
function endOf(
  { cancelledAt, checkedInAt }: BookingTimes,
  { user, cancelReason: reason }: AdminBooking,
  deeds: RecordedDeed[],
): StoryEvent[] {
  if (checkedInAt) {
    const scan = deeds.find(({ action, entity }) => entity === 'booking' && action === 'CHECK_IN');
    return [event('CHECKED_IN', checkedInAt, { by: scan?.by ?? null })];
  }
  if (!cancelledAt) return [];
  if (reason === null) return [event('CANCELLED', cancelledAt, { by: { id: user.id, name: user.name } })];
  const deed = deeds.find(({ action, after }) => action === 'CANCEL' && textIn(after, 'reason') === reason);
  return [event('CANCELLED', cancelledAt, { by: deed?.by ?? null, reason })];
}

export async function readBookingTimeline(db: Database, bookingId: number): Promise<BookingStory> {
  const booking = await findBooking(db, bookingId);
  const { show, createdAt, user } = booking;
  const [times, mails, conflicts, deeds] = await Promise.all([
    selectBookingTimes(db, bookingId),
    selectMailsOfBooking(db, bookingId),
    selectScanConflicts(db, bookingId),
    selectDeeds(db, { bookingId, showId: show.id, madeAt: createdAt }),
  ]);
  const customer = { id: user.id, name: user.name };
  const later = [...mailsOf(mails), ...conflictsOf(conflicts), ...movesOf(deeds), ...endOf(times, booking, deeds)];
  return {
    booking,
    events: [
      event('MADE', createdAt, { by: customer }),
      event('PAID', createdAt, { by: customer }),
      ...later.sort((one, other) => one.at.localeCompare(other.at)),
    ],
  };
}
