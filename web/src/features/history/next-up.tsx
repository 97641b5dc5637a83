import { Ticket } from 'lucide-react';
import { type ReceivedBooking, seatsOf } from '../../lib/bookings.ts';
import { formatLongDate, formatTime } from '../../lib/cinema-times.ts';
import { t } from '../../lib/language.ts';
import { Button } from '../../ui/button.tsx';

interface NextUpProps {
  booking: ReceivedBooking;
  onTicketIntent: () => void;
  onTicket: (booking: ReceivedBooking) => void;
}

/** The user's next show, with a button for its ticket. */
export function NextUp({ booking, onTicketIntent, onTicket }: NextUpProps) {
  const { movie, show } = booking;
  const { name, city } = show.screen.cinema;
  return (
    <section
      aria-label={t('Next up')}
      className="mb-6 flex flex-wrap items-center gap-x-5 gap-y-4 rounded-xl border border-line bg-surface p-4 shadow-card sm:p-5"
    >
      {movie?.posterUrl && (
        <img
          src={movie.posterUrl}
          alt=""
          width={72}
          height={108}
          referrerPolicy="no-referrer"
          onError={({ currentTarget }) => currentTarget.remove()}
          className="h-27 w-18 shrink-0 rounded-md bg-sunken object-cover"
        />
      )}
      <div className="min-w-0 grow basis-44">
        <p className="font-semibold text-accent text-sm">{t('Next up')}</p>
        <h2 className="font-display text-heading wrap-anywhere">{movie?.title ?? show.movie.title}</h2>
        <p className="mt-1 font-medium">
          {formatLongDate(show.startTime)}, <span className="whitespace-nowrap">{formatTime(show.startTime)}</span>
        </p>
        <p className="text-muted wrap-anywhere">
          {[name, city, show.screen.name].filter(Boolean).join(', ')} · {seatsOf(booking).join(', ')}
        </p>
      </div>
      {booking.ticketCode && (
        <Button
          onPointerEnter={onTicketIntent}
          onFocus={onTicketIntent}
          onClick={() => onTicket(booking)}
          className="max-sm:w-full"
        >
          <Ticket aria-hidden className="size-4.5" /> {t('Open ticket')}
        </Button>
      )}
    </section>
  );
}
