import { type Accessibility, describeAccessibility } from '@moviebooking/contract/accessibility';
import type { ReactNode } from 'react';
import { type ReceivedBooking, seatsOf } from '../../lib/bookings.ts';
import { formatLongDate, formatTime } from '../../lib/cinema-times.ts';
import { cx } from '../../lib/cx.ts';
import { filmStyle, useFilmColours } from '../../lib/film.ts';
import { formatRupees } from '../../lib/format.ts';
import { t } from '../../lib/language.ts';
import { Poster } from '../../ui/poster.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import { SLOT, withElement } from '../../ui/slot.tsx';
import styles from './ticket.css?url';
import { accessibilityNames } from './wording.ts';

interface TicketLook {
  /** Booked a moment ago, so its stub is torn off in an animation. */
  isNew?: boolean | undefined;
  className?: string | undefined;
}

/** The ticket of a booking, on a page, in a dialog or on paper. */
export function Ticket({ booking, ...look }: TicketLook & { booking: ReceivedBooking }) {
  const { id, movie, show, totalPrice, ticketCode } = booking;
  const seats = seatsOf(booking);
  const isValid = booking.status !== 'CANCELLED';
  return (
    <TicketLayout
      title={movie?.title ?? show.movie.title}
      posterUrl={movie?.posterUrl ?? show.movie?.posterUrl}
      minutes={show.movie?.durationMin ?? movie?.durationMin}
      startTime={show.startTime}
      place={[show.screen.cinema.name, show.screen.cinema.city]}
      screenName={show.screen.name}
      accessibility={show.accessibility}
      total={totalPrice}
      seats={seats}
      seatsLabel={t('Selected seats')}
      seatsNote={t('{count} seat(s) booked', { count: seats.length })}
      isValid={isValid}
      code={ticketCode}
      {...look}
    >
      <p>{withElement(t('Booking ID: {id}', { id: SLOT }), <strong>{id}</strong>)}</p>
      {isValid && ticketCode && <p className="font-mono">{ticketCode}</p>}
      {isValid && ticketCode && <p>{t('Show this code at the door')}</p>}
      {!isValid && <p>{t('This booking was cancelled')}</p>}
    </TicketLayout>
  );
}

interface TicketLayoutProps extends TicketLook {
  title: string;
  posterUrl: string | null;
  minutes?: number | null | undefined;
  startTime: string;
  /** The cinema and its city. */
  place: (string | null)[];
  screenName: string;
  /** Servers of the last release don't send it. */
  accessibility: readonly Accessibility[] | undefined;
  total?: number;
  seats: string[];
  seatsLabel: string;
  seatsNote: string;
  /** Whether its code still admits anyone. */
  isValid: boolean;
  code: string | undefined;
  /** Next to the code, on the part for the door. */
  children: ReactNode;
}

/** Follows the ticket's own width. */
export function TicketLayout({ isValid, code, children, isNew, className, ...printed }: TicketLayoutProps) {
  const {
    title,
    posterUrl,
    minutes,
    startTime,
    place,
    screenName,
    accessibility,
    total,
    seats,
    seatsLabel,
    seatsNote,
  } = printed;
  const film = useFilmColours(posterUrl);
  return (
    <article aria-label={t('Ticket')} style={filmStyle(film)} className={cx('ticket-space', className)}>
      {/* A file of its own: the first page, which carries all other styles, must stay small. */}
      <link rel="stylesheet" href={styles} precedence="default" />
      <div className="ticket" data-new={isNew}>
        <section aria-label={t('Show information')} className="ticket-body">
          <Poster
            src={posterUrl}
            title={title}
            isEager
            className="ticket-poster"
            fallback={
              <span aria-hidden className="ticket-initial">
                {[...title][0]}
              </span>
            }
          />
          <div className="ticket-head">
            <h2 className="ticket-title">{title}</h2>
            {minutes != null && <p className="text-muted text-sm">{t('{minutes} minutes', { minutes })}</p>}
          </div>
          <dl className="ticket-facts ticket-when">
            <Fact term={t('Date')}>{formatLongDate(startTime)}</Fact>
            <Fact term={t('Time')}>{formatTime(startTime)}</Fact>
          </dl>
          <dl className="ticket-facts ticket-where">
            <Fact term={t('Cinema')}>{place.filter(Boolean).join(', ')}</Fact>
            <Fact term={t('Screen')}>{screenName}</Fact>
            {accessibility && accessibility.length > 0 && (
              <Fact term={t('Accessibility')}>{describeAccessibility(accessibility, accessibilityNames)}</Fact>
            )}
            {total !== undefined && <Fact term={t('Total')}>{formatRupees(total)}</Fact>}
          </dl>
          <div className="ticket-seats">
            <ul aria-label={seatsLabel}>
              {seats.map((seat) => (
                <li key={seat}>{seat}</li>
              ))}
            </ul>
            <p className="text-muted text-sm">{seatsNote}</p>
          </div>
        </section>
        <div aria-hidden className="ticket-tear" />
        <section aria-label={t('Stub')} data-valid={isValid} className="ticket-stub">
          {isValid && code && (
            <QrCode value={code} label={t('QR code of ticket {code}', { code })} className="ticket-code" />
          )}
          <div className="ticket-number">{children}</div>
        </section>
      </div>
    </article>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
