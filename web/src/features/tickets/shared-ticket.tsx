import type { SharedTicket as SharedTicketData } from '@moviebooking/contract/bookings';
import { formatLongDate, formatTime } from '../../lib/cinema-times.ts';
import { filmStyle, useFilmColours } from '../../lib/film.ts';
import { Poster } from '../../ui/poster.tsx';
import { QrCode } from '../../ui/qr-code.tsx';
import styles from './ticket.css?url';
import { Fact, Initial } from './ticket.tsx';

/** The ticket of one seat, for anyone who has its link. */
export function SharedTicket({ ticket }: { ticket: SharedTicketData }) {
  const { movieTitle, posterUrl, cinemaName, cinemaCity, screenName, startTime, seat } = ticket;
  const film = useFilmColours(posterUrl);
  return (
    <article aria-label="Ticket" style={filmStyle(film)} className="ticket-space">
      <link rel="stylesheet" href={styles} precedence="default" />
      <div className="ticket">
        <section aria-label="Show information" className="ticket-body">
          <Poster
            src={posterUrl}
            title={movieTitle}
            isEager
            className="ticket-poster"
            fallback={<Initial title={movieTitle} />}
          />
          <div className="ticket-head">
            <h2 className="ticket-title">{movieTitle}</h2>
          </div>
          <dl className="ticket-facts ticket-when">
            <Fact term="Date">{formatLongDate(startTime)}</Fact>
            <Fact term="Time">{formatTime(startTime)}</Fact>
          </dl>
          <dl className="ticket-facts ticket-where">
            <Fact term="Cinema">{[cinemaName, cinemaCity].filter(Boolean).join(', ')}</Fact>
            <Fact term="Screen">{screenName}</Fact>
          </dl>
          <div className="ticket-seats">
            <ul aria-label="Seat">
              <li>{seat}</li>
            </ul>
            <p className="text-muted text-sm">Admits one</p>
          </div>
        </section>
        <div aria-hidden className="ticket-tear" />
        <Stub ticket={ticket} />
      </div>
    </article>
  );
}

function Stub({ ticket: { code, status } }: { ticket: SharedTicketData }) {
  const isValid = status === 'VALID';
  // Breaks between the two halves if at all, so that it can be typed.
  const [, hidden, signature] = /^(.*)-(.*)$/.exec(code) ?? [];
  return (
    <section aria-label="Stub" data-valid={isValid} className="ticket-stub">
      {isValid && <QrCode value={code} label={`QR code of ticket ${code}`} className="ticket-code" />}
      <div className="ticket-number">
        {status === 'SHOW_CANCELLED' ? (
          <p>This show was cancelled</p>
        ) : (
          <>
            <p className="font-mono">
              {hidden}-<wbr />
              {signature}
            </p>
            <p>{isValid ? 'Show this code at the door' : 'This ticket is used'}</p>
          </>
        )}
      </div>
    </section>
  );
}
