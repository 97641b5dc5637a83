import type { WaitingWithShow } from '@moviebooking/contract/waitlist';
import { PartyPopper } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { t } from '../../lib/language.ts';
import { useNow } from '../../lib/now.ts';
import { listOf } from '../../lib/seat-list.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { TimeLeft } from '../../ui/time-left.tsx';
import { refreshWaiting } from './api.ts';
import { LeaveButton } from './leave-button.tsx';
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
      {open.length > 0 && (
        <section
          aria-label={t('Seats for you')}
          data-offers
          className="sticky top-16 z-20 max-sm:has-[>:nth-child(2)]:static [@media(height<30rem)]:static divide-y divide-line border-line border-b bg-accent-soft text-accent"
        >
          {open.map((entry) => (
            <Offer key={entry.showId} entry={entry} />
          ))}
        </section>
      )}
    </>
  );
}

function Offer({ entry }: { entry: WaitingWithShow }) {
  const { pathname, search } = useLocation();
  const seatsPath = `/shows/${entry.showId}/seats`;
  const isOnSeatPage = pathname === seatsPath && !new URLSearchParams(search).has('change');
  const { seats = [], expiresAt = '' } = entry.offer ?? {};
  return (
    <div className="mx-auto flex max-w-7xl flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2 sm:px-6">
      <PartyPopper aria-hidden className="size-5 shrink-0" />
      <p className="wrap-anywhere line-clamp-3 min-w-0 grow basis-44 font-medium text-[0.9375rem]">
        {isOnSeatPage ? t('{seats} came free for you.', { seats: listOf(seats) }) : describeOffer(entry)}
      </p>
      <div className="flex items-center gap-2">
        {!isOnSeatPage && (
          <>
            <TimeLeft end={expiresAt} />
            <ButtonLink to={seatsPath} size="sm">
              {t('Go to the seats')}
            </ButtonLink>
          </>
        )}
        <LeaveButton entry={entry} />
      </div>
    </div>
  );
}
