import type { WaitingWithShow } from '@moviebooking/contract/waitlist';
import { useMutation } from '@tanstack/react-query';
import { messageOf } from '../../lib/api.ts';
import { formatDateTime } from '../../lib/cinema-times.ts';
import { keepingFocus } from '../../lib/focus.ts';
import { t } from '../../lib/language.ts';
import { useOnline } from '../../lib/online.ts';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/toast.tsx';
import { leaveWaitlist } from './api.ts';
import { TRY_AGAIN } from './wording.ts';

/** Leaves the waitlist of a show, or declines its offer. */
export function LeaveButton({ entry: { showId, offer, show } }: { entry: WaitingWithShow }) {
  const isOnline = useOnline();
  const { mutate, isPending } = useMutation({
    mutationFn: () => leaveWaitlist(showId),
    onSuccess: () =>
      showToast(offer ? t('The seats are free again for others.') : t("You're no longer on the waitlist.")),
    onError: (error) => showToast(messageOf(error, TRY_AGAIN), 'danger'),
  });
  const [verb, busy] = offer ? [t('Decline'), t('Declining...')] : [t('Leave'), t('Leaving...')];
  return (
    <Button
      size="sm"
      variant="secondary"
      aria-label={`${verb}: ${show.movie.title}, ${formatDateTime(show.startTime)}`}
      busy={isPending && busy}
      disabled={!isOnline}
      onClick={keepingFocus(mutate)}
    >
      {verb}
    </Button>
  );
}
