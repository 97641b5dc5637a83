import { MAX_SEATS_PER_BOOKING } from '@moviebooking/contract/limits';
import { useMutation, useQuery } from '@tanstack/react-query';
import { BellRing } from 'lucide-react';
import { messageOf } from '../../lib/api.ts';
import { t } from '../../lib/language.ts';
import { useNow } from '../../lib/now.ts';
import { PartyToolbar } from '../../ui/party-toolbar.tsx';
import { showToast } from '../../ui/toast.tsx';
import { joinWaitlist, waitingQuery } from './api.ts';
import { LeaveButton } from './leave-button.tsx';
import { placeInLine, TRY_AGAIN, tellMe } from './wording.ts';

const LAST_OFFER_MS = 3_600_000;

interface WaitForSeatsProps {
  showId: number;
  startTime: string;
  free: number;
}

/** For a show with fewer free seats than a booking can have: joins and leaves its waitlist. */
export function WaitForSeats({ showId, startTime, free }: WaitForSeatsProps) {
  const { data } = useQuery(waitingQuery);
  const join = useMutation({
    mutationFn: joinWaitlist,
    onError: (error) => showToast(messageOf(error, TRY_AGAIN), 'danger'),
  });
  const lastOffer = Date.parse(startTime) - LAST_OFFER_MS;
  const now = useNow([lastOffer]);
  const entry = data?.find((waiting) => waiting.showId === showId);
  const from = Math.min(free + 1, MAX_SEATS_PER_BOOKING);
  if (!data || entry?.offer || now >= lastOffer || (!entry && free >= MAX_SEATS_PER_BOOKING)) return null;
  return (
    <section aria-label={t('Waitlist')} className="wait-for-seats">
      <PartyToolbar
        label={t('Tell me when seats come free for')}
        nameOf={tellMe}
        icon={BellRing}
        from={from}
        chosen={entry?.seats ?? 0}
        onPick={(seats) => join.mutate({ showId, seats })}
      />
      <div role="status" className="wait-for-seats-place">
        {entry ? (
          <>
            <span>
              <strong className="font-semibold">{placeInLine(entry)}</strong>{' '}
              {t("We'll hold them for you and tell you.")}
            </span>
            <LeaveButton entry={entry} />
          </>
        ) : (
          free === 0 && <span>{t("All seats are taken. We'll hold the first that come free for you.")}</span>
        )}
      </div>
    </section>
  );
}
