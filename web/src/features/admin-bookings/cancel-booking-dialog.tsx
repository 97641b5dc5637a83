import type { Booking } from '@moviebooking/contract/bookings';
import { formatDateTimeWithYear } from '../../lib/cinema-times.ts';
import { queryClient } from '../../lib/query-client.ts';
import { CancelDialog } from '../../ui/cancel-dialog.tsx';
import { showToast } from '../../ui/toast.tsx';
import { cancelBooking } from './api.ts';

export const canCancel = ({ status, show }: Booking): boolean =>
  status === 'CONFIRMED' && Date.parse(show.startTime) > Date.now();

interface CancelBookingDialogProps {
  booking: Booking;
  isOpen: boolean;
  onClose: () => void;
}

export function CancelBookingDialog({ booking, isOpen, onClose }: CancelBookingDialogProps) {
  const { id, movie, show, seats, user } = booking;
  const cancel = async (reason: string) => {
    await cancelBooking(id, reason);
    showToast(`Booking ${id} is cancelled.`);
    void queryClient.invalidateQueries();
  };
  return (
    <CancelDialog isOpen={isOpen} onClose={onClose} noun="booking" onCancel={cancel}>
      <p>
        <strong>{`Booking #${id}`}</strong> of {user?.name || 'Unknown User'}: {movie.title},{' '}
        {formatDateTimeWithYear(show.startTime)}, {seats.join(', ')}
      </p>
      <p>
        {seats.length === 1 ? 'Its seat is' : `Its ${seats.length} seats are`} free again at once, its ticket is no
        longer valid, and the customer is told why. This cannot be undone.
      </p>
    </CancelDialog>
  );
}
