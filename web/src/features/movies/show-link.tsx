import type { Show } from '@moviebooking/contract/catalogue';
import { Link } from 'react-router';
import { cx } from '../../lib/cx.ts';
import { formatDateTime, formatRupees } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { badgeOf, seatsLeft } from './showtimes.ts';

const seatTones = { plenty: 'text-muted', few: 'font-semibold text-warning', none: 'font-semibold text-danger' };

interface ShowLinkProps {
  show: Show;
  now: number;
  onIntent: () => void;
}

export function ShowLink({ show, now, onIntent }: ShowLinkProps) {
  const badge = badgeOf(show, now);
  const seats = seatsLeft(show);
  return (
    <Link
      to={`/shows/${show.id}/seats`}
      viewTransition
      onPointerEnter={onIntent}
      onFocus={onIntent}
      className={cx(
        'flex h-full flex-col rounded-lg border border-line p-3.5 transition-colors hover:border-primary hover:bg-accent-soft/50',
        seats.tone === 'none' ? 'bg-sunken' : 'bg-raised',
      )}
    >
      <span className="flex items-start justify-between gap-2">
        <span className="font-semibold">{formatDateTime(show.startTime)}</span>
        {badge && <Badge tone={badge === 'Starting Soon' ? 'warning' : 'info'}>{badge}</Badge>}
      </span>
      <span className="mt-1 text-muted text-sm wrap-anywhere">{show.screen.name}</span>
      <span className="mt-auto flex items-baseline justify-between gap-2 pt-2.5">
        <span className="font-semibold tabular-nums">{formatRupees(show.price)}</span>
        <span className={cx('text-right text-sm', seatTones[seats.tone])}>{seats.text}</span>
      </span>
    </Link>
  );
}
