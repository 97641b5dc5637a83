import type { Booking } from '@moviebooking/contract/bookings';
import type { PageMeta } from '@moviebooking/contract/http';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatDateTime } from '../../lib/cinema-times.ts';
import { countOf } from '../../lib/numbers.ts';
import { Button } from '../../ui/button.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import type { SeatOwner } from './api.ts';

interface AffectedBookingsProps {
  owner: SeatOwner;
  /** Seats out of service. */
  seats: string[];
  bookings: UseQueryResult<{ data: Booking[]; meta: PageMeta }>;
}

/** Bookings with seats out of service, soonest show first. Links open in a new tab, because changes may be unsaved. */
export function AffectedBookings({ owner, seats, bookings: { data, isError, refetch } }: AffectedBookingsProps) {
  if (isError)
    return (
      <div role="alert" className="flex flex-wrap items-center justify-between gap-3 text-sm">
        We couldn't load the bookings with these seats.
        <Button variant="secondary" size="sm" onClick={() => void refetch()}>
          Try Again
        </Button>
      </div>
    );
  if (!data || data.meta.total === 0) return null;
  const { total } = data.meta;
  const address = new URLSearchParams({ seats: seats.join(',') });
  for (const [filter, id] of Object.entries(owner)) address.set(filter, String(id));
  return (
    <section aria-label="Upcoming bookings with seats out of service" className="flex flex-col gap-2">
      <p className="text-pretty text-sm">
        Upcoming bookings with seats out of service stay valid. Open one to cancel it and tell the customer why.
      </p>
      <ul className="rounded-md border border-line">
        {data.data.map((booking) => (
          <BookingRow key={booking.id} booking={booking} closed={seats} />
        ))}
      </ul>
      {total > data.data.length && (
        <p className="text-sm">
          Showing {data.data.length} of {countOf(total, 'booking')}.{' '}
          <TextLink to={`/admin/bookings?${address}`} target="_blank">
            See all <NewTab />
          </TextLink>
        </p>
      )}
    </section>
  );
}

function BookingRow({ booking, closed }: { booking: Booking; closed: string[] }) {
  const { id, user, movie, show, seats } = booking;
  return (
    <li className="border-line border-b text-sm last:border-b-0">
      <Link
        to={`/admin/bookings?booking=${id}`}
        target="_blank"
        className="flex items-center gap-3 px-3 py-1.5 hover:bg-sunken"
      >
        <span className="w-14 shrink-0 font-semibold">{seats.filter((seat) => closed.includes(seat)).join(', ')}</span>
        <span className="min-w-0 grow leading-tight">
          <span className="block truncate">{user?.name || 'Unknown User'}</span>
          <span className="block truncate text-[0.8125rem] text-muted">
            {formatDateTime(show.startTime)}, {movie.title}
          </span>
        </span>
        <span className="shrink-0 font-semibold text-accent tabular-nums underline decoration-1 underline-offset-4">
          #{id}
        </span>
        <NewTab />
      </Link>
    </li>
  );
}

function NewTab() {
  return <span className="sr-only">(opens in a new tab)</span>;
}
