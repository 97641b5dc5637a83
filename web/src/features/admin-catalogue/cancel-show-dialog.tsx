import type { Show } from '@moviebooking/contract/catalogue';
import { useQuery } from '@tanstack/react-query';
import { formatDateTimeWithYear } from '../../lib/cinema-times.ts';
import { queryClient } from '../../lib/query-client.ts';
import { CancelDialog } from '../../ui/cancel-dialog.tsx';
import type { DialogState } from '../../ui/dialog.tsx';
import { showToast } from '../../ui/toast.tsx';
import { bookedTotalQuery, cancelShow } from './api.ts';
import { seatCounts } from './show-status.tsx';
import { describeCancelledShow } from './wording.ts';

export function CancelShowDialog({ show, isOpen, onClose }: DialogState & { show: Show }) {
  const total = useQuery({ ...bookedTotalQuery(show.id), enabled: isOpen });
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
        {describeCancelledShow(total.data ?? { bookings: show._count.bookings, seats: seatCounts(show).sold })} Nobody
        can book the show any more, and its slot on the screen becomes free. This can't be undone.
      </p>
    </CancelDialog>
  );
}
