import type { Show } from '@moviebooking/contract/catalogue';
import { formatDateTimeWithYear } from '../../lib/cinema-times.ts';
import { queryClient } from '../../lib/query-client.ts';
import { CancelDialog } from '../../ui/cancel-dialog.tsx';
import type { DialogState } from '../../ui/dialog.tsx';
import { showToast } from '../../ui/toast.tsx';
import { cancelShow } from './api.ts';
import { describeCancelledShow } from './wording.ts';

export function CancelShowDialog({ show, isOpen, onClose }: DialogState & { show: Show }) {
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
        {describeCancelledShow(show)} Nobody can book the show any more, and its slot on the screen becomes free. This
        can't be undone.
      </p>
    </CancelDialog>
  );
}
