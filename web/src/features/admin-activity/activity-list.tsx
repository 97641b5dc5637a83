import type { ActivityItem } from '@moviebooking/contract/activity';
import type { UseQueryResult } from '@tanstack/react-query';
import { BellOff, Flame, type LucideIcon, TicketCheck, TicketX } from 'lucide-react';
import { Link } from 'react-router';
import { formatDateTime } from '../../lib/cinema-times.ts';
import { cx } from '../../lib/cx.ts';
import { Button } from '../../ui/button.tsx';
import { LoadingRows } from '../../ui/skeleton.tsx';
import { ActivityHeadline } from './wording.tsx';

const LOOKS: Record<ActivityItem['kind'], { icon: LucideIcon; colours: string }> = {
  BOOKED: { icon: TicketCheck, colours: 'bg-success-soft text-success' },
  CANCELLED: { icon: TicketX, colours: 'bg-danger-soft text-danger' },
  FILLING: { icon: Flame, colours: 'bg-warning-soft text-warning' },
};

const addressOf = ({ kind, bookingId, show }: ActivityItem): string =>
  kind === 'FILLING' ? `/admin/shows/${show.id}/seats` : `/admin/bookings?booking=${bookingId}`;

interface ActivityListProps {
  activity: UseQueryResult<ActivityItem[]>;
  onChoose: () => void;
}

export function ActivityList({ activity, onChoose }: ActivityListProps) {
  const { data, isError, refetch } = activity;
  if (!data) {
    return isError ? (
      <div role="alert" className="flex flex-col items-center gap-3 p-6 text-center text-muted">
        Failed to load recent activity
        <Button size="sm" onClick={() => void refetch()}>
          Try Again
        </Button>
      </div>
    ) : (
      <LoadingRows count={3} className="gap-3 p-4" />
    );
  }
  if (data.length === 0) {
    return (
      <p className="flex flex-col items-center gap-2 p-8 text-center text-muted text-sm">
        <BellOff aria-hidden className="size-6" strokeWidth={1.5} />
        Nothing yet. Bookings, cancellations and shows that are filling up will appear here.
      </p>
    );
  }
  return (
    <ul aria-label="Recent activity" className="overflow-y-auto overscroll-contain p-1.5">
      {data.map((item) => (
        <ActivityRow key={`${item.kind} ${item.bookingId ?? item.show.id}`} item={item} onChoose={onChoose} />
      ))}
    </ul>
  );
}

function ActivityRow({ item, onChoose }: { item: ActivityItem; onChoose: () => void }) {
  const { icon: Icon, colours } = LOOKS[item.kind];
  const { movieTitle, cinemaName, screenName, startTime } = item.show;
  return (
    <li>
      <Link to={addressOf(item)} onClick={onChoose} className="flex gap-3 rounded-md px-2.5 py-2 hover:bg-sunken">
        <span className={cx('mt-0.5 flex size-8 shrink-0 items-center justify-center rounded-full', colours)}>
          <Icon aria-hidden className="size-4.5" />
        </span>
        <span className="min-w-0 text-sm">
          <span className="block">
            <ActivityHeadline item={item} />
          </span>
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
