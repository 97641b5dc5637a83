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

function Initial({ title }: { title: string }) {
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
      <div className="[grid-area:head] @min-[38rem]:pt-5">
        <h2 className="font-display text-[1.375rem] leading-[1.15] wrap-anywhere @min-[38rem]:text-[1.75rem]">
          {title}
        </h2>
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

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-[0.8125rem] text-muted">{term}</dt>
      <dd className="font-semibold wrap-anywhere">{children}</dd>
    </div>
  );
}

function Seats({ seats }: { seats: string[] }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 [grid-area:seats] @min-[38rem]:block @min-[38rem]:pb-4.5">
      <ul
        aria-label="Selected seats"
        className="flex flex-wrap gap-x-3 font-display text-[1.75rem] leading-tight @min-[38rem]:text-[2.25rem]"
      >
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
        <QrCode
          value={ticketCode}
          label={`QR code of ticket ${ticketCode}`}
          className="size-31 flex-none rounded-sm @min-[38rem]:size-42"
        />
      )}
      <div className="grid gap-0.5">
        <p>
          Booking ID: <strong className="font-[650] text-[1.125rem] tabular-nums">{id}</strong>
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
