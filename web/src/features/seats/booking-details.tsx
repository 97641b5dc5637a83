import { useStore } from 'zustand';
import { formatDateTimeWithYear } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import type { SeatSession } from './seat-session.ts';

interface BookingDetailsProps {
  session: SeatSession;
  /** The seat asked about; null closes. */
  seat: string | null;
  onClose: () => void;
}

/** Who booked a seat, for administrators. Follows the live map: a booking that is cancelled meanwhile closes it. */
export function BookingDetails({ session, seat, onClose }: BookingDetailsProps) {
  const booking = useStore(session.store, (state) => (seat ? state.map.booked.get(seat) : undefined));
  const rows: [string, string | number | null | undefined][] = [
    ['Customer Name', booking?.user?.name || 'Unknown'],
    ['Email', booking?.user?.email],
    ['Booking ID', booking?.bookingId],
    ['Booked At', booking?.bookedAt && formatDateTimeWithYear(booking.bookedAt)],
  ];
  return (
    <Dialog isOpen={booking !== undefined} onClose={onClose} title={`Booking Details - Seat ${seat ?? ''}`} hasOwnClose>
      <dl className="mt-5 divide-y divide-line">
        {rows.map(([term, detail]) => (
          <div key={term} className="grid gap-x-4 py-3 sm:grid-cols-[9rem_1fr]">
            <dt className="text-muted text-sm sm:pt-px">{term}</dt>
            <dd className="min-w-0 break-words font-semibold">{detail ?? '-'}</dd>
          </div>
        ))}
      </dl>
      <Button variant="secondary" onClick={onClose} className="mt-5 self-end">
        Close
      </Button>
    </Dialog>
  );
}
