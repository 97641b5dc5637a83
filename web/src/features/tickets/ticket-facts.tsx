import type { ReceivedBooking } from '../../lib/bookings.ts';
import { seatsOf } from '../../lib/bookings.ts';
import { formatLongDate, formatRupees, formatTime } from '../../lib/format.ts';

/** What stands on the ticket, on the screen and on paper. */
export function TicketFacts({ booking, className }: { booking: ReceivedBooking; className?: string }) {
  const { show } = booking;
  const { cinema } = show.screen;
  const facts = [
    ['Date', formatLongDate(show.startTime)],
    ['Time', formatTime(show.startTime)],
    ['Cinema', [cinema.name, cinema.city].filter(Boolean).join(', ')],
    ['Screen', show.screen.name],
    ['Seats', seatsOf(booking).join(', ')],
    ['Total', formatRupees(booking.totalPrice)],
    ['Booking ID', String(booking.id)],
  ];
  return (
    <dl className={className}>
      {facts.map(([name, value]) => (
        <div key={name} className="flex items-baseline justify-between gap-6 py-1">
          <dt className="shrink-0 text-muted text-sm print:text-current">{name}</dt>
          <dd className="text-right font-semibold wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
