import { MAX_SEATS_PER_BOOKING } from '@moviebooking/contract/limits';
import { useMutation, useQuery } from '@tanstack/react-query';
import { BellRing } from 'lucide-react';
import { messageOf } from '../../lib/api.ts';
import { keepingFocus } from '../../lib/focus.ts';
import { useNow } from '../../lib/now.ts';
import { Button } from '../../ui/button.tsx';
import { PartyToolbar } from '../../ui/party-toolbar.tsx';
import { showToast } from '../../ui/toast.tsx';
import { joinWaitlist, leaveWaitlist, waitingQuery } from './api.ts';
import { placeInLine } from './wording.ts';

const LAST_OFFER_MS = 3_600_000;

interface WaitForSeatsProps {
  showId: number;
  startTime: string;
  free: number;
}

/** For a show with fewer free seats than a booking can have: joins and leaves its waitlist. */
export function WaitForSeats({ showId, startTime, free }: WaitForSeatsProps) {
  const { data } = useQuery(waitingQuery);
  const onError = (error: Error) => showToast(messageOf(error, "That didn't work. Please try again."), 'danger');
  const join = useMutation({ mutationFn: joinWaitlist, onError });
  const leave = useMutation({ mutationFn: leaveWaitlist, onError });
  const lastOffer = Date.parse(startTime) - LAST_OFFER_MS;
  const now = useNow([lastOffer]);
  const entry = data?.find((waiting) => waiting.showId === showId);
  const from = Math.min(free + 1, MAX_SEATS_PER_BOOKING);
  if (!data || entry?.offer || now >= lastOffer || (!entry && free >= MAX_SEATS_PER_BOOKING)) return null;
  return (
    <section aria-label="Waitlist" className="wait-for-seats">
      <PartyToolbar
        label={from === 1 ? 'Tell me when seats come free for' : 'Too few? Tell me about seats for'}
        icon={BellRing}
        from={from}
        chosen={entry?.seats ?? 0}
        onPick={(seats) => join.mutate({ showId, seats })}
      />
      <div role="status" className="wait-for-seats-place">
        {entry ? (
          <>
            <span>
              <strong className="font-semibold">{placeInLine(entry.position, entry.seats)}</strong> We'll hold them as
              soon as they come free, and tell you.
            </span>
            <Button
              size="sm"
              variant="secondary"
              busy={leave.isPending && 'Leaving...'}
              onClick={keepingFocus(() => leave.mutate(showId))}
            >
              Leave
            </Button>
          </>
        ) : (
          free === 0 && <span>We'll hold the first that come free for you.</span>
        )}
      </div>
    </section>
  );
}
