import { ReceiptIndianRupee } from 'lucide-react';
import { type ReceivedBooking, seatsOf } from '../../lib/bookings.ts';
import { formatDateTimeWithYear } from '../../lib/cinema-times.ts';
import { formatRupees } from '../../lib/format.ts';
import { countOf } from '../../lib/numbers.ts';
import { BookingStatusBadge } from '../../ui/booking-status.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { TextLink } from '../../ui/text-link.tsx';

const MAX_SHOWN = 5;

/** In the specification, seatCount is optional. */
type DashboardBooking = Omit<ReceivedBooking, 'seatCount'> & { seatCount?: number };

export function RecentBookings({ bookings }: { bookings: DashboardBooking[] }) {
  return (
    <Card className="overflow-hidden">
      <div className="flex items-center justify-between gap-4 border-line border-b px-4 py-2.5">
        <h2 className="font-semibold">Recent Bookings</h2>
        <TextLink to="/admin/bookings">View all</TextLink>
      </div>
      {bookings.length === 0 ? (
        <EmptyState icon={ReceiptIndianRupee} title="No bookings yet" note="The first booking will appear here." />
      ) : (
        <ul aria-label="Recent Bookings">
          {bookings.slice(0, MAX_SHOWN).map((booking) => (
            <BookingRow key={booking.id} booking={booking} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function BookingRow({ booking }: { booking: DashboardBooking }) {
  const { user, movie, show, createdAt, totalPrice, seatCount, status } = booking;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-0.5 border-line border-b px-4 py-2.5 last:border-b-0">
      <p className="font-semibold">{user?.name || 'Unknown User'}</p>
      <p className="text-end font-semibold tabular-nums">{formatRupees(totalPrice)}</p>
      <div className="text-muted text-sm">
        <p>
          {movie.title} · {show.screen.cinema.name}
        </p>
        <p>{formatDateTimeWithYear(createdAt)}</p>
      </div>
      <div className="flex flex-col items-end gap-1 text-muted text-sm">
        <span>{countOf(seatCount ?? seatsOf(booking).length, 'seat')}</span>
        <BookingStatusBadge status={status} />
      </div>
    </li>
  );
}
