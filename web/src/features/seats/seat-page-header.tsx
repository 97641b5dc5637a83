import type { Show } from '@moviebooking/contract/catalogue';
import { CalendarClock, ChevronLeft, MapPin, MonitorPlay, Ticket } from 'lucide-react';
import { Link } from 'react-router';
import { formatDateTimeWithYear, formatWeekday } from '../../lib/cinema-times.ts';
import { formatRupees } from '../../lib/format.ts';
import { useLiveConnection } from '../../lib/socket.ts';
import { Badge } from '../../ui/badge.tsx';

export function SeatPageHeader({ show, isAdmin }: { show: Show; isAdmin: boolean }) {
  const { movie, screen, startTime, price } = show;
  const facts = [
    { icon: MapPin, text: screen.cinema.name },
    { icon: MonitorPlay, text: screen.name },
    { icon: CalendarClock, text: `${formatWeekday(startTime)}, ${formatDateTimeWithYear(startTime)}` },
    { icon: Ticket, text: `${formatRupees(price)} per seat` },
  ];
  return (
    <header className="mb-3 flex items-end gap-4">
      {movie.posterUrl && (
        <img
          src={movie.posterUrl}
          alt=""
          loading="lazy"
          width="54"
          height="80"
          onError={({ currentTarget }) => currentTarget.remove()}
          className="h-20 w-13.5 shrink-0 rounded-sm object-cover shadow-card max-sm:hidden"
        />
      )}
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1.5">
          <Link
            to={isAdmin ? '/admin/shows' : `/movies/${movie.id}/cinemas`}
            className="-ml-1.5 inline-flex items-center gap-0.5 rounded-sm py-1 pr-2 font-semibold text-muted text-sm hover:text-ink"
          >
            <ChevronLeft aria-hidden className="size-4.5" />
            {isAdmin ? 'Shows' : 'Showtimes'}
          </Link>
          <span className="flex gap-2">
            {isAdmin && <Badge tone="info">Admin View</Badge>}
            <ConnectionIndicator />
          </span>
        </p>
        <h1 className="min-w-0 font-display text-[1.75rem] leading-8 wrap-anywhere lg:truncate" title={movie.title}>
          {movie.title}
        </h1>
        <ul className="mt-1 flex flex-wrap gap-x-5 gap-y-1 text-[0.9375rem] text-muted">
          {facts.map(({ icon: Icon, text }) => (
            <li key={text} className="flex min-w-0 items-center gap-2">
              <Icon aria-hidden className="size-4 shrink-0" />
              <span className="min-w-0 wrap-anywhere">{text}</span>
            </li>
          ))}
        </ul>
      </div>
    </header>
  );
}

function ConnectionIndicator() {
  const isConnected = useLiveConnection((state) => state.isConnected);
  return (
    <Badge tone={isConnected ? 'success' : 'warning'}>
      <span aria-hidden className="relative flex size-2">
        {!isConnected && <span className="absolute inset-0 animate-ping rounded-full bg-current" />}
        <span className="size-2 rounded-full bg-current" />
      </span>
      {isConnected ? 'Real-time updates active' : 'Connecting...'}
    </Badge>
  );
}
