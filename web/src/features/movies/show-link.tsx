import type { Show } from '@moviebooking/contract/catalogue';
import { Link } from 'react-router';
import { formatDateTime, formatTime } from '../../lib/cinema-times.ts';
import { cx } from '../../lib/cx.ts';
import { formatRupees } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { badgeOf, endOf, seatsLeft } from './showtimes.ts';

const seatTones = { plenty: 'text-muted', few: 'font-semibold text-warning', none: 'font-semibold text-danger' };

export function ShowLink({ show, now, onIntent }: { show: Show; now: number; onIntent: () => void }) {
  const badge = badgeOf(show, now);
  const seats = seatsLeft(show);
  const end = endOf(show);
  return (
    <Link
      to={`/shows/${show.id}/seats`}
      viewTransition
      onPointerEnter={onIntent}
      onFocus={onIntent}
      className={cx(
        'flex h-full flex-col rounded-md border border-line px-3 py-2 text-sm leading-5 transition-colors hover:border-primary hover:bg-accent-soft/50',
        seats.tone === 'none' ? 'bg-sunken' : 'bg-raised',
      )}
    >
      <span className="flex flex-wrap items-center justify-between gap-x-2">
        <span className="text-balance font-semibold text-[0.9375rem]">{formatDateTime(show.startTime)}</span>
        {badge && <Badge tone={badge === 'Starting Soon' ? 'warning' : 'info'}>{badge}</Badge>}
      </span>
      <span className="text-muted wrap-anywhere">
        {end !== null && `to ${formatTime(end)} · `}
        {show.screen.name}
      </span>
      <span className="mt-auto flex flex-wrap items-baseline justify-between gap-x-2">
        <span className="font-semibold tabular-nums">{formatRupees(show.price)}</span>
        <span className={seatTones[seats.tone]}>{seats.text}</span>
      </span>
    </Link>
  );
}
