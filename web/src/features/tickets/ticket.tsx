import type { ReactNode } from 'react';
import { type ReceivedBooking, seatsOf } from '../../lib/bookings.ts';
import { formatLongDate, formatTime } from '../../lib/cinema-times.ts';
import { cx } from '../../lib/cx.ts';
import { filmStyle, useFilmColours } from '../../lib/film.ts';
import { formatRupees } from '../../lib/format.ts';
import { Poster } from '../../ui/poster.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import styles from './ticket.css?url';

interface TicketProps {
  booking: ReceivedBooking;
  /** Booked a moment ago, so its stub is torn off in an animation. */
  isNew?: boolean;
  className?: string;
}

/** The ticket, on a page, in a dialog or on paper. Its layout follows its own width. */
export function Ticket({ booking, isNew, className }: TicketProps) {
  const { movie, show } = booking;
  const title = movie?.title ?? show.movie.title;
  const posterUrl = movie?.posterUrl ?? show.movie?.posterUrl;
  const film = useFilmColours(posterUrl);
  return (
    <article aria-label="Ticket" style={filmStyle(film)} className={cx('ticket-space', className)}>
      {/* A file of its own: the first page, which carries all other styles, must stay small. */}
      <link rel="stylesheet" href={styles} precedence="default" />
      <div className="ticket" data-new={isNew}>
        <section aria-label="Show information" className="ticket-body">
          <Poster
            src={posterUrl}
            title={title}
            isEager
            className="ticket-poster"
            fallback={<Initial title={title} />}
          />
          <ShowInformation booking={booking} title={title} />
          <Seats seats={seatsOf(booking)} />
        </section>
        <div aria-hidden className="ticket-tear" />
        <Stub booking={booking} />
      </div>
    </article>
  );
}

export function Initial({ title }: { title: string }) {
  return (
    <span aria-hidden className="ticket-initial">
      {[...title][0]}
    </span>
  );
}

function ShowInformation({ booking: { movie, show, totalPrice }, title }: { booking: ReceivedBooking; title: string }) {
  const minutes = show.movie?.durationMin ?? movie?.durationMin;
  const { name, cinema } = show.screen;
  return (
    <>
      <div className="ticket-head">
        <h2 className="ticket-title">{title}</h2>
        {minutes != null && <p className="text-muted text-sm">{minutes} minutes</p>}
      </div>
      <dl className="ticket-facts ticket-when">
        <Fact term="Date">{formatLongDate(show.startTime)}</Fact>
        <Fact term="Time">{formatTime(show.startTime)}</Fact>
      </dl>
      <dl className="ticket-facts ticket-where">
        <Fact term="Cinema">{[cinema.name, cinema.city].filter(Boolean).join(', ')}</Fact>
        <Fact term="Screen">{name}</Fact>
        <Fact term="Total">{formatRupees(totalPrice)}</Fact>
      </dl>
    </>
  );
}

export function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Seats({ seats }: { seats: string[] }) {
  return (
    <div className="ticket-seats">
      <ul aria-label="Selected seats">
        {seats.map((seat) => (
          <li key={seat}>{seat}</li>
        ))}
      </ul>
      <p className="text-muted text-sm">{`${seats.length} seat(s) booked`}</p>
    </div>
  );
}

/** The part for the door: the code to scan and the booking's number. */
function Stub({ booking: { id, status, ticketCode } }: { booking: ReceivedBooking }) {
  const isValid = status !== 'CANCELLED';
  return (
    <section aria-label="Stub" data-valid={isValid} className="ticket-stub">
      {isValid && ticketCode && (
        <QrCode value={ticketCode} label={`QR code of ticket ${ticketCode}`} className="ticket-code" />
      )}
      <div className="ticket-number">
        <p>
          Booking ID: <strong>{id}</strong>
        </p>
        {isValid && ticketCode ? (
          <>
            <p className="font-mono">{ticketCode}</p>
            <p>Show this code at the door</p>
          </>
        ) : (
          !isValid && <p>This booking was cancelled</p>
        )}
      </div>
    </section>
  );
}
