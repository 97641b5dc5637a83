import type { Show } from '@moviebooking/contract/catalogue';
import { CalendarClock, MapPin, MonitorPlay, Ticket } from 'lucide-react';
import { formatDateTimeWithYear, formatRupees } from '../../lib/format.ts';
import { useLiveConnection } from '../../lib/socket.ts';
import { Badge } from '../../ui/badge.tsx';

export function ShowFacts({ show, isAdmin }: { show: Show; isAdmin: boolean }) {
  const { movie, screen, startTime, price } = show;
  const facts = [
    { icon: MapPin, text: screen.cinema.name },
    { icon: MonitorPlay, text: screen.name },
    { icon: CalendarClock, text: formatDateTimeWithYear(startTime) },
    { icon: Ticket, text: `${formatRupees(price)} per seat` },
  ];
  return (
    <header className="mb-6 flex items-start gap-5">
      {movie.posterUrl && (
        <img
          src={movie.posterUrl}
          alt=""
          loading="lazy"
          width="80"
          height="120"
          onError={({ currentTarget }) => currentTarget.remove()}
          className="h-30 w-20 shrink-0 rounded-md object-cover shadow-card max-sm:hidden"
        />
      )}
      <div className="min-w-0 grow">
        <div className="items-center justify-between gap-x-6 sm:flex">
          <h1 className="min-w-0 font-display text-title">{movie.title}</h1>
          <div className="flex shrink-0 gap-2 max-sm:mt-2">
            {isAdmin && <Badge tone="info">Admin View</Badge>}
            <ConnectionIndicator />
          </div>
        </div>
        <ul className="mt-2.5 flex flex-wrap gap-x-5 gap-y-1.5 text-[0.9375rem] text-muted">
          {facts.map(({ icon: Icon, text }) => (
            <li key={text} className="flex items-center gap-2">
              <Icon aria-hidden className="size-4.5 shrink-0 text-accent" />
              {text}
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
