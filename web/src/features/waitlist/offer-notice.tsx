import type { WaitingWithShow } from '@moviebooking/contract/waitlist';
import { useMutation } from '@tanstack/react-query';
import { PartyPopper } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { messageOf } from '../../lib/api.ts';
import { keepingFocus } from '../../lib/focus.ts';
import { useNow } from '../../lib/now.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { TimeLeft } from '../../ui/time-left.tsx';
import { showToast } from '../../ui/toast.tsx';
import { leaveWaitlist, refreshWaiting } from './api.ts';
import { announceOffer, describeOffer } from './wording.ts';

/** Seats that came free for the user: on every page, until they are booked, declined or gone. */
export function OfferNotice({ offers }: { offers: WaitingWithShow[] }) {
  const endOf = ({ offer }: WaitingWithShow) => Date.parse(offer?.expiresAt ?? '');
  const now = useNow(offers.map(endOf));
  const open = offers.filter((entry) => endOf(entry) > now);
  const hasEnded = open.length < offers.length;
  useEffect(() => {
    if (hasEnded) void refreshWaiting();
  }, [hasEnded]);
  const text = open.map(announceOffer).join(' ');
  // A text is announced only if its region was there before.
  const [announced, announce] = useState('');
  useEffect(() => announce(text), [text]);
  return (
    <>
      <p role="status" className="sr-only">
        {announced}
      </p>
      {open.map((entry) => (
        <Offer key={entry.showId} entry={entry} />
      ))}
    </>
  );
}

function Offer({ entry }: { entry: WaitingWithShow }) {
  const { pathname } = useLocation();
  const seatsPath = `/shows/${entry.showId}/seats`;
  const isOnSeatPage = pathname === seatsPath;
  const decline = useMutation({
    mutationFn: () => leaveWaitlist(entry.showId),
    onSuccess: () => showToast('The seats are free again for others.'),
    onError: (error) => showToast(messageOf(error, "That didn't work. Please try again."), 'danger'),
  });
  return (
    <section aria-label="Seats for you" className="sticky top-16 z-20 border-line border-b bg-accent-soft text-accent">
      <div className="mx-auto flex max-w-7xl flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2 sm:px-6">
        <PartyPopper aria-hidden className="size-5 shrink-0" />
        <p className="min-w-0 grow basis-44 wrap-anywhere font-medium text-[0.9375rem]">
          {isOnSeatPage ? (
            'These seats came free for you.'
          ) : (
            <>
              {describeOffer(entry)} <TimeLeft end={entry.offer?.expiresAt ?? ''} />
            </>
          )}
        </p>
        <div className="flex gap-2">
          {!isOnSeatPage && (
            <ButtonLink to={seatsPath} size="sm">
              Go to the seats
            </ButtonLink>
          )}
          <Button
            size="sm"
            variant="secondary"
            busy={decline.isPending && 'Declining...'}
            onClick={keepingFocus(() => decline.mutate())}
          >
            Decline
          </Button>
        </div>
      </div>
    </section>
  );
}
