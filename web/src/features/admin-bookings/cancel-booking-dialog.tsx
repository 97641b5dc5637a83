import type { Booking } from '@moviebooking/contract/bookings';
import { formatDateTimeWithYear } from '../../lib/cinema-times.ts';
import { queryClient } from '../../lib/query-client.ts';
import { CancelDialog } from '../../ui/cancel-dialog.tsx';
import type { DialogState } from '../../ui/dialog.tsx';
import { showToast } from '../../ui/toast.tsx';
import { cancelBooking } from './api.ts';
import { describeCancellation } from './wording.ts';

export const canCancel = ({ status, show }: Booking): boolean =>
  status === 'CONFIRMED' && Date.parse(show.startTime) > Date.now();

export function CancelBookingDialog({ booking, isOpen, onClose }: DialogState & { booking: Booking }) {
  const { id, movie, show, seats, totalPrice, user } = booking;
  const cancel = async (reason: string) => {
    await cancelBooking(id, reason);
    showToast(`Booking #${id} cancelled.`);
    void queryClient.invalidateQueries();
  };
  return (
    <CancelDialog isOpen={isOpen} onClose={onClose} noun="booking" onCancel={cancel}>
      <p>
        <strong>{`Booking #${id}`}</strong> of {user?.name || 'Unknown User'}: {movie.title},{' '}
        {formatDateTimeWithYear(show.startTime)}, {seats.join(', ')}
      </p>
      <p>{describeCancellation(seats.length, totalPrice)}</p>
    </CancelDialog>
  );
}
