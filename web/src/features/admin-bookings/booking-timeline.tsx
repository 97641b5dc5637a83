import type { BookingTimeline, TimelineEvent } from '@moviebooking/contract/booking-timeline';
import type { Booking } from '@moviebooking/contract/bookings';
import { useQuery } from '@tanstack/react-query';
import {
  Armchair,
  CalendarClock,
  CircleCheckBig,
  IndianRupee,
  type LucideIcon,
  Mail,
  MailQuestion,
  MailX,
  ScrollText,
  Ticket,
  TicketX,
  TriangleAlert,
  UserRound,
  XCircle,
} from 'lucide-react';
import { useState } from 'react';
import { isMissing } from '../../lib/api.ts';
import { formatDateTimeWithYear } from '../../lib/cinema-times.ts';
import { cx } from '../../lib/cx.ts';
import { formatRupees } from '../../lib/format.ts';
import { countOf } from '../../lib/numbers.ts';
import { BookingStatusBadge } from '../../ui/booking-status.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmailAddress } from '../../ui/email-address.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { bookingTimelineQuery } from './api.ts';
import { canCancel } from './cancel-booking-dialog.tsx';
import { CONFLICT_REASONS, describeChange, describeEvent } from './wording.ts';

interface BookingTimelinePanelProps {
  /** Empty while no booking is open. */
  bookingId: string;
  onClose: () => void;
  onCancel: (booking: Booking) => void;
}

/** A side panel. While it slides out, it keeps showing the booking that was open. */
export function BookingTimelinePanel({ bookingId, onClose, onCancel }: BookingTimelinePanelProps) {
  const [shown, setShown] = useState(bookingId);
  if (bookingId !== '' && bookingId !== shown) setShown(bookingId);
  return (
    <Dialog isOpen={bookingId !== ''} onClose={onClose} title={`Booking #${shown}`} side="end" isWide>
      {shown !== '' && <Timeline bookingId={shown} onClose={onClose} onCancel={onCancel} />}
    </Dialog>
  );
}

type OnCancel = Pick<BookingTimelinePanelProps, 'onCancel'>;

function Timeline({ bookingId, onClose, onCancel }: BookingTimelinePanelProps) {
  const { data, error, refetch } = useQuery(bookingTimelineQuery(bookingId));
  if (data) return <TimelineDetails timeline={data} onCancel={onCancel} />;
  if (error) {
    return isMissing(error) ? (
      <ErrorState
        message="We can't find a booking with this number."
        action={<Button onClick={onClose}>Back to all bookings</Button>}
      />
    ) : (
      <ErrorState message="Failed to load the booking" onRetry={() => void refetch()} />
    );
  }
  return (
    <div role="status" aria-label="Loading" className="mt-5 flex flex-col gap-4">
      <Skeleton className="h-24" />
      <Skeleton className="h-40" />
    </div>
  );
}

function TimelineDetails({ timeline: { booking, events }, onCancel }: { timeline: BookingTimeline } & OnCancel) {
  const { user, movie, show, seats, totalPrice, status } = booking;
  const refunded = events.reduce((sum, { change }) => sum + (change?.refund ?? 0), 0);
  return (
    <div className="mt-4 flex flex-col gap-6">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-2.5 text-sm [&>dt]:text-muted">
        <dt>Status</dt>
        <dd>
          <BookingStatusBadge status={status} />
        </dd>
        <dt>Customer</dt>
        <dd>
          <span className="block font-semibold">{user?.name || 'Unknown User'}</span>
          <span className="block text-muted wrap-anywhere">
            <EmailAddress address={user?.email ?? ''} />
          </span>
        </dd>
        <dt>Show</dt>
        <dd>
          <span className="block font-semibold">{movie.title}</span>
          <span className="block">{formatDateTimeWithYear(show.startTime)}</span>
          <span className="block text-muted">
            {show.screen.cinema.name}, {show.screen.name}
          </span>
        </dd>
        <dt>{seats.length === 1 ? 'Seat' : 'Seats'}</dt>
        <dd>{seats.join(', ')}</dd>
        <dt>Total</dt>
        <dd className="tabular-nums">
          {formatRupees(totalPrice)}{' '}
          <span className="text-muted">
            ({countOf(seats.length, 'seat')} at {formatRupees(show.price)})
          </span>
        </dd>
      </dl>
      <section aria-label="Timeline">
        <h3 className="font-semibold">Timeline</h3>
        <ol className="mt-3 flex flex-col">
          {events.map((event, index) => (
            <EventRow key={index} event={event} total={totalPrice + refunded} isLast={index === events.length - 1} />
          ))}
        </ol>
      </section>
      <div className="flex flex-wrap gap-2 border-line border-t pt-4">
        <ButtonLink to={`/admin/shows/${show.id}/seats`} variant="secondary" size="sm">
          <Armchair aria-hidden className="-ms-0.5 size-4" /> Seat layout
        </ButtonLink>
        <ButtonLink to={`/admin/bookings?userId=${user?.id}`} variant="secondary" size="sm">
          <UserRound aria-hidden className="-ms-0.5 size-4" /> Customer's bookings
        </ButtonLink>
        <ButtonLink to={`/admin/audit?entity=booking&entityId=${booking.id}`} variant="secondary" size="sm">
          <ScrollText aria-hidden className="-ms-0.5 size-4" /> Audit log
        </ButtonLink>
        {canCancel(booking) && (
          <Button variant="danger" size="sm" onClick={() => onCancel(booking)}>
            <TicketX aria-hidden className="-ms-0.5 size-4" /> Cancel booking
          </Button>
        )}
      </div>
    </div>
  );
}

const LOOKS: Record<TimelineEvent['kind'], { icon: LucideIcon; colour?: string }> = {
  MADE: { icon: Ticket },
  PAID: { icon: IndianRupee },
  MAILED: { icon: Mail },
  MAIL_WAITING: { icon: MailQuestion },
  MAIL_FAILED: { icon: MailX, colour: 'text-danger' },
  SHOW_MOVED: { icon: CalendarClock },
  CHANGED: { icon: Armchair },
  CHECKED_IN: { icon: CircleCheckBig, colour: 'text-success' },
  SCAN_CONFLICT: { icon: TriangleAlert, colour: 'text-danger' },
  CANCELLED: { icon: XCircle, colour: 'text-danger' },
};

function EventRow({ event, total, isLast }: { event: TimelineEvent; total: number; isLast: boolean }) {
  const { icon: Icon, colour = 'text-muted' } = LOOKS[event.kind];
  const { by, at, reason, moved, change, seats, conflict } = event;
  return (
    <li className="flex gap-3 text-sm">
      <span aria-hidden className="flex flex-col items-center">
        <Icon className={cx('size-5 shrink-0', colour)} strokeWidth={1.75} />
        {!isLast && <span className="my-1 w-px grow bg-line" />}
      </span>
      <div className={cx('min-w-0', !isLast && 'pb-4')}>
        <p className="font-medium">
          {describeEvent(event, total)}
          {by && <span className="font-normal text-muted"> by {by.name}</span>}
        </p>
        {moved && (
          <p>
            <del className="text-muted">
              {formatDateTimeWithYear(moved.from.startTime)}, {moved.from.screen}
            </del>{' '}
            <ins className="no-underline">
              {formatDateTimeWithYear(moved.to.startTime)}, {moved.to.screen}
            </ins>
          </p>
        )}
        {change && <p>{describeChange(change)}</p>}
        {seats && <p>{seats.join(', ')}</p>}
        {reason && <p>“{reason}”</p>}
        {conflict && <p>{CONFLICT_REASONS[conflict]}</p>}
        <p className="text-muted">{formatDateTimeWithYear(at)}</p>
      </div>
    </li>
  );
}
