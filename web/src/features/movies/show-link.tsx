import type { Show } from '@moviebooking/contract/catalogue';
import { memo } from 'react';
import { Link } from 'react-router';
import { formatDateTime, formatDay, formatTime } from '../../lib/cinema-times.ts';
import { cx } from '../../lib/cx.ts';
import { formatRupees } from '../../lib/format.ts';
import { t } from '../../lib/language.ts';
import { useOnline } from '../../lib/online.ts';
import { AccessibilityLabels } from '../../ui/accessibility-labels.tsx';
import { Badge } from '../../ui/badge.tsx';
import { badgeOf, endOf, seatsLeft } from './showtimes.ts';

const seatTones = { plenty: 'text-muted', few: 'font-semibold text-warning', none: 'font-semibold text-danger' };

interface ShowLinkProps {
  show: Show;
  now: number;
  onIntent: () => void;
}

/** A show as a tile. */
export const ShowLink = memo(function ShowLink({ show, now, onIntent }: ShowLinkProps) {
  const badge = badgeOf(show, now);
  const seats = seatsLeft(show);
  const end = endOf(show);
  const isOnline = useOnline();
  const look = cx(
    'relative flex h-full flex-col rounded-md border border-line px-2.5 pt-1.5 pb-1 text-muted text-xs sm:px-2',
    seats.tone === 'none' || !isOnline ? 'bg-sunken' : 'bg-raised',
  );
  const content = (
    <>
      <span className="sr-only">{formatDateTime(show.startTime)}</span>
      <span aria-hidden>{formatDay(show.startTime)}</span>
      <span className="flex flex-wrap items-center justify-between gap-x-1">
        <span aria-hidden className="font-semibold text-ink text-lg leading-5 tabular-nums">
          {formatTime(show.startTime)}
        </span>
        <AccessibilityLabels labels={show.accessibility} />
      </span>
      <span className="flex flex-wrap justify-between gap-x-1">
        {end !== null && <span>{t('to {time}', { time: formatTime(end) })}</span>}
        <span className="font-semibold text-ink tabular-nums">{formatRupees(show.price)}</span>
      </span>
      <span className="mt-auto flex flex-wrap justify-between gap-x-1">
        <span className="wrap-anywhere">{show.screen.name}</span>
        {isOnline ? (
          <span className={seatTones[seats.tone]}>
            {seats.warning && <span className="sr-only">{seats.warning} · </span>}
            {seats.count}
          </span>
        ) : (
          <span>{t('Needs a connection')}</span>
        )}
      </span>
      <span className="absolute -top-2.5 end-1.5 flex gap-1">
        {seats.warning && isOnline && (
          <span aria-hidden>
            <Badge isSmall tone="warning">
              {seats.warning}
            </Badge>
          </span>
        )}
        {badge && (
          <Badge isSmall tone={badge.tone}>
            {badge.text}
          </Badge>
        )}
      </span>
    </>
  );
  // Offline, choosing seats would fail.
  if (!isOnline) return <div className={look}>{content}</div>;
  return (
    <Link
      to={`/shows/${show.id}/seats`}
      viewTransition
      onPointerEnter={onIntent}
      onFocus={onIntent}
      className={cx(look, 'transition-colors hover:border-primary hover:bg-accent-soft/50')}
    >
      {content}
    </Link>
  );
});
