import type { Show } from '@moviebooking/contract/catalogue';
import { CalendarClock, ChevronDown, ChevronLeft, MapPin, MonitorPlay, Ticket } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatDateTimeWithYear, formatTime, formatWeekday } from '../../lib/cinema-times.ts';
import { formatRupees } from '../../lib/format.ts';
import { t } from '../../lib/language.ts';
import { useLiveConnection } from '../../lib/socket.ts';
import { Badge } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/button.tsx';

/** What, where and when. In a small window it is one line, the title and the time, and a button opens the rest. */
export function SeatPageHeader({ show, isAdmin }: { show: Show; isAdmin: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const { movie, screen, startTime, price } = show;
  const back = isAdmin
    ? { to: '/admin/shows', name: t('Shows') }
    : { to: `/movies/${movie.id}/cinemas`, name: t('Showtimes') };
  const facts = [
    { icon: MapPin, text: screen.cinema.name },
    { icon: MonitorPlay, text: screen.name },
    { icon: CalendarClock, text: `${formatWeekday(startTime)}, ${formatDateTimeWithYear(startTime)}` },
    { icon: Ticket, text: t('{price} per seat', { price: formatRupees(price) }) },
  ];
  return (
    <header className="seat-header" data-open={isOpen}>
      {movie.posterUrl && (
        <img
          src={movie.posterUrl}
          alt=""
          loading="lazy"
          width="54"
          height="80"
          onError={({ currentTarget }) => currentTarget.remove()}
          className="seat-header-poster"
        />
      )}
      <Link to={back.to} className="seat-header-back">
        <ChevronLeft aria-hidden className="size-4.5 shrink-0" />
        <span className="seat-header-wide">{back.name}</span>
      </Link>
      <h1 className="seat-header-title" title={movie.title}>
        {movie.title}
      </h1>
      <p className="seat-header-time">{formatTime(startTime)}</p>
      <p className="seat-header-badges">
        {isAdmin && <Badge tone="info">{t('Admin View')}</Badge>}
        <ConnectionIndicator />
      </p>
      <IconButton
        icon={ChevronDown}
        label={t('Show details')}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="seat-header-more"
      />
      <ul className="seat-header-facts">
        {facts.map(({ icon: Icon, text }) => (
          <li key={text} className="flex min-w-0 items-center gap-2">
            <Icon aria-hidden className="size-4 shrink-0" />
            <span className="min-w-0 wrap-anywhere">{text}</span>
          </li>
        ))}
      </ul>
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
      <span className="seat-header-wide">{isConnected ? t('Real-time updates active') : t('Connecting...')}</span>
    </Badge>
  );
}
