import type { Show } from '@moviebooking/contract/catalogue';
import { formatDateTimeWithYear } from '../../lib/cinema-times.ts';
import { queryClient } from '../../lib/query-client.ts';
import { CancelDialog } from '../../ui/cancel-dialog.tsx';
import { showToast } from '../../ui/toast.tsx';
import { cancelShow } from './api.ts';

interface CancelShowDialogProps {
  show: Show;
  isOpen: boolean;
  onClose: () => void;
}

function consequenceOf(bookings: number): string {
  if (bookings === 0) return 'It has no bookings now.';
  return bookings === 1
    ? 'Its booking is cancelled, and the customer is told why.'
    : `All its ${bookings} bookings are cancelled, and their customers are told why.`;
}

export function CancelShowDialog({ show, isOpen, onClose }: CancelShowDialogProps) {
  const cancel = async (reason: string) => {
    const message = await cancelShow(show.id, reason);
    if (message) showToast(message);
    void queryClient.invalidateQueries();
  };
  return (
    <CancelDialog isOpen={isOpen} onClose={onClose} noun="show" onCancel={cancel}>
      <p>
        <strong>{show.movie.title}</strong>, {formatDateTimeWithYear(show.startTime)}, {show.screen.cinema.name},{' '}
        {show.screen.name}
      </p>
      <p>
        {consequenceOf(show._count.bookings)} Nobody can book it any more, and its time on the screen is free again.
        This cannot be undone.
      </p>
    </CancelDialog>
  );
}
