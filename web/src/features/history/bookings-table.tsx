import { Ticket } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { canChange, type ReceivedBooking, seatsOf } from '../../lib/bookings.ts';
import { formatDate, formatTime } from '../../lib/cinema-times.ts';
import { cx } from '../../lib/cx.ts';
import { formatRupees } from '../../lib/format.ts';
import { t } from '../../lib/language.ts';
import { useOnline } from '../../lib/online.ts';
import { Badge } from '../../ui/badge.tsx';
import { BookingStatusBadge } from '../../ui/booking-status.tsx';
import { Button } from '../../ui/button.tsx';
import { ChangeSeatsLink } from '../../ui/change-seats-link.tsx';
import { divideByTime } from './history.ts';

const HEADERS = [
  ...[t('Movie'), t('Cinema'), t('Show Time'), t('Seats')],
  ...[t('Date Booked'), t('Status'), t('Action')],
];

/** Explicit roles: a table that CSS draws as cards on a phone would lose them for assistive technology. */
const role = (name: 'table' | 'rowgroup' | 'row' | 'cell' | 'columnheader') => ({ role: name });

interface BookingsTableProps {
  bookings: ReceivedBooking[];
  now: number;
  cancellingId: number | null;
  onCancel: (booking: ReceivedBooking) => void;
  onTicketIntent: () => void;
  onTicket: (booking: ReceivedBooking) => void;
}

export function BookingsTable({ bookings, now, ...rest }: BookingsTableProps) {
  const { upcoming, past } = divideByTime(bookings, now);
  return (
    <table {...role('table')} className="block w-full border-collapse text-start text-[0.9375rem] lg:table">
      <caption className="sr-only">{t('Booking History')}</caption>
      <thead {...role('rowgroup')} className="sr-only lg:not-sr-only lg:table-header-group">
        <tr {...role('row')} className="lg:border-line lg:border-b lg:bg-sunken/60">
          {HEADERS.map((header) => (
            <th
              key={header}
              {...role('columnheader')}
              scope="col"
              className="whitespace-nowrap px-4 py-3.5 font-semibold text-muted text-sm"
            >
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...role('rowgroup')} className="block lg:table-row-group">
        {upcoming.map((booking) => (
          <BookingRow key={booking.id} booking={booking} now={now} {...rest} />
        ))}
      </tbody>
      {past.length > 0 && (
        <tbody {...role('rowgroup')} className="block lg:table-row-group">
          {upcoming.length > 0 && (
            <tr {...role('row')} className="block border-line border-b bg-sunken/60 lg:table-row">
              <td
                {...role('cell')}
                colSpan={HEADERS.length}
                className="block px-4 py-2 font-semibold text-muted text-sm lg:table-cell"
              >
                {t('Past shows')}
              </td>
            </tr>
          )}
          {past.map((booking) => (
            <BookingRow key={booking.id} booking={booking} now={now} {...rest} />
          ))}
        </tbody>
      )}
    </table>
  );
}

type BookingRowProps = Omit<BookingsTableProps, 'bookings'> & { booking: ReceivedBooking };

function BookingRow({ booking, now, cancellingId, onCancel, onTicketIntent, onTicket }: BookingRowProps) {
  const { movie, show } = booking;
  const { name, city } = show.screen.cinema;
  const titleId = useId();
  const action = useRef<HTMLDivElement>(null);
  const isOnline = useOnline();
  const isOtherCancelling = cancellingId !== null && cancellingId !== booking.id;
  const cancel = () => {
    if (!window.confirm(t('Are you sure you want to cancel this booking?'))) return;
    // The button disappears with the cancellation, and the focus would be lost.
    action.current?.focus({ preventScroll: true });
    onCancel(booking);
  };
  return (
    <tr
      {...role('row')}
      className="grid gap-y-2.5 border-line border-b p-4 last:border-b-0 lg:table-row lg:p-0 lg:hover:bg-sunken/40"
    >
      <Cell className="mb-1.5 lg:mb-0 lg:min-w-52">
        <div className="flex items-center gap-3.5">
          <Thumbnail src={movie?.posterUrl} />
          <div className="min-w-0">
            <p id={titleId} className="font-semibold wrap-anywhere">
              {movie?.title ?? show.movie.title}
            </p>
            <p className="text-muted text-sm tabular-nums">{t('Booking #{id}', { id: booking.id })}</p>
            {booking.ticketCode && booking.status !== 'CANCELLED' && (
              <button
                type="button"
                onPointerEnter={onTicketIntent}
                onFocus={onTicketIntent}
                onClick={() => onTicket(booking)}
                aria-describedby={titleId}
                className="-mb-1.5 flex min-h-9 items-center gap-1.5 rounded-sm font-semibold text-accent text-sm underline decoration-1 underline-offset-4 hover:decoration-2"
              >
                <Ticket aria-hidden className="size-4" /> {t('View ticket')}
              </button>
            )}
          </div>
        </div>
      </Cell>
      <Cell label={t('Cinema')}>
        <p className="wrap-anywhere">{name}</p>
        {city && <p className="text-muted text-sm wrap-anywhere">{city}</p>}
      </Cell>
      <Cell label={t('Show Time')}>
        <DateAndTime instant={show.startTime} />
      </Cell>
      <Cell label={t('Seats')}>
        <ul className="flex flex-wrap justify-end gap-1 lg:max-w-40 lg:justify-start">
          {seatsOf(booking).map((seat) => (
            <li key={seat}>
              <Badge>{seat}</Badge>
            </li>
          ))}
        </ul>
        <p className="mt-1 text-muted text-sm tabular-nums">{formatRupees(booking.totalPrice)}</p>
      </Cell>
      <Cell label={t('Date Booked')}>
        <DateAndTime instant={booking.createdAt} />
      </Cell>
      <Cell label={t('Status')}>
        <BookingStatusBadge status={booking.status} />
        {booking.cancelReason && (
          <p className="mt-1 max-w-56 text-pretty text-muted text-sm wrap-anywhere">{booking.cancelReason}</p>
        )}
      </Cell>
      <Cell label={t('Action')}>
        <div ref={action} tabIndex={-1} className="rounded-md">
          {canChange(booking, now) ? (
            <>
              <div className="flex flex-wrap justify-end gap-2 lg:flex-col lg:items-start">
                <ChangeSeatsLink booking={booking} size="sm" aria-describedby={titleId}>
                  {t('Change seats')}
                </ChangeSeatsLink>
                <Button
                  variant="secondary"
                  size="sm"
                  busy={cancellingId === booking.id && t('Cancelling...')}
                  disabled={!isOnline || isOtherCancelling}
                  aria-describedby={titleId}
                  onClick={cancel}
                >
                  {t('Cancel')}
                </Button>
              </div>
              {!isOnline && <p className="mt-1 text-muted text-xs">{t('Needs a connection')}</p>}
            </>
          ) : (
            <span className="whitespace-nowrap text-muted">
              {booking.status === 'CANCELLED' ? t('Cancelled') : t('Cannot cancel')}
            </span>
          )}
        </div>
      </Cell>
    </tr>
  );
}

function Cell({ label, className, children }: { label?: string; className?: string; children: ReactNode }) {
  return (
    <td
      {...role('cell')}
      className={cx(
        'block align-middle lg:table-cell lg:px-4 lg:py-3.5',
        label && 'flex items-baseline gap-6',
        className,
      )}
    >
      {label ? (
        <>
          <span aria-hidden className="shrink-0 text-muted text-sm lg:hidden">
            {label}
          </span>
          <div className="ms-auto min-w-0 text-end lg:text-start">{children}</div>
        </>
      ) : (
        children
      )}
    </td>
  );
}

function DateAndTime({ instant }: { instant: string }) {
  return (
    <time dateTime={instant}>
      <span className="whitespace-nowrap">{formatDate(instant)},</span>{' '}
      <span className="whitespace-nowrap">{formatTime(instant)}</span>
    </time>
  );
}

function Thumbnail({ src }: { src: string | null | undefined }) {
  const [hasFailed, setFailed] = useState(false);
  if (!src || hasFailed) return null;
  return (
    <img
      src={src}
      alt=""
      width={44}
      height={66}
      loading="lazy"
      referrerPolicy="no-referrer"
      onError={() => setFailed(true)}
      className="h-16.5 w-11 shrink-0 rounded-sm bg-sunken object-cover"
    />
  );
}
