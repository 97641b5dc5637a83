import type { ActivityItem } from '@moviebooking/contract/activity';
import { ALL_SEATS } from '@moviebooking/contract/seats';
import type { UseQueryResult } from '@tanstack/react-query';
import { BellOff, Flame, type LucideIcon, TicketCheck, TicketX } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatDateTime } from '../../lib/cinema-times.ts';
import { cx } from '../../lib/cx.ts';
import { formatRupees } from '../../lib/format.ts';
import { countOf } from '../../lib/numbers.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

interface Words {
  icon: LucideIcon;
  look: string;
  headline: (item: ActivityItem) => ReactNode;
  to: (item: ActivityItem) => string;
}

const WORDS: Record<ActivityItem['kind'], Words> = {
  BOOKED: {
    icon: TicketCheck,
    look: 'bg-success-soft text-success',
    headline: ({ customerName, seats, total }) => (
      <>
        <strong className="font-semibold">{customerName}</strong> booked {countOf(seats, 'seat')}
        {total !== null && `, ${formatRupees(total)}`}
      </>
    ),
    to: ({ bookingId }) => `/admin/bookings?booking=${bookingId}`,
  },
  CANCELLED: {
    icon: TicketX,
    look: 'bg-danger-soft text-danger',
    headline: ({ customerName, seats }) => (
      <>
        Booking of <strong className="font-semibold">{customerName}</strong> cancelled, {countOf(seats, 'seat')} free
        again
      </>
    ),
    to: ({ bookingId }) => `/admin/bookings?booking=${bookingId}`,
  },
  FILLING: {
    icon: Flame,
    look: 'bg-warning-soft text-warning',
    headline: ({ show, seats, capacity }) => (
      <>
        <strong className="font-semibold">{show.movieTitle}</strong> fills up: {seats} of {capacity ?? ALL_SEATS.length}{' '}
        seats sold
      </>
    ),
    to: ({ show }) => `/admin/shows/${show.id}/seats`,
  },
};

interface ActivityListProps {
  activity: UseQueryResult<ActivityItem[]>;
  onChoose: () => void;
}

export function ActivityList({ activity, onChoose }: ActivityListProps) {
  const { data, isError, refetch } = activity;
  if (!data) {
    return isError ? (
      <div role="alert" className="flex flex-col items-center gap-3 p-6 text-center text-muted">
        Failed to load what happened last
        <Button size="sm" onClick={() => void refetch()}>
          Try Again
        </Button>
      </div>
    ) : (
      <div role="status" aria-label="Loading" className="flex flex-col gap-3 p-4">
        <Skeleton className="h-10" />
        <Skeleton className="h-10" />
        <Skeleton className="h-10" />
      </div>
    );
  }
  if (data.length === 0) {
    return (
      <p className="flex flex-col items-center gap-2 p-8 text-center text-muted text-sm">
        <BellOff aria-hidden className="size-6" strokeWidth={1.5} />
        Quiet so far. Bookings, cancellations and shows that fill up appear here as they happen.
      </p>
    );
  }
  return (
    <ul aria-label="What happened last" className="overflow-y-auto overscroll-contain p-1.5">
      {data.map((item) => (
        <ActivityRow key={`${item.kind} ${item.bookingId ?? item.show.id}`} item={item} onChoose={onChoose} />
      ))}
    </ul>
  );
}

function ActivityRow({ item, onChoose }: { item: ActivityItem; onChoose: () => void }) {
  const { icon: Icon, look, headline, to } = WORDS[item.kind];
  const { movieTitle, cinemaName, screenName, startTime } = item.show;
  return (
    <li>
      <Link to={to(item)} onClick={onChoose} className="flex gap-3 rounded-md px-2.5 py-2 hover:bg-sunken">
        <span className={cx('mt-0.5 flex size-8 shrink-0 items-center justify-center rounded-full', look)}>
          <Icon aria-hidden className="size-4.5" />
        </span>
        <span className="min-w-0 text-sm">
          <span className="block">{headline(item)}</span>
          <span className="block text-muted">
            {item.kind === 'FILLING' ? `${cinemaName}, ${screenName}` : `${movieTitle}, ${cinemaName}`},{' '}
            <span className="whitespace-nowrap">{formatDateTime(startTime)}</span>
          </span>
          <span className="block text-muted text-xs">
            {item.kind === 'FILLING' && 'Last booked '}
            {formatDateTime(item.at)}
          </span>
        </span>
      </Link>
    </li>
  );
}
