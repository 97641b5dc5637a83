import type { SharedTicket as SharedTicketData } from '@moviebooking/contract/bookings';
import { t } from '../../lib/language.ts';
import { TicketLayout } from './ticket.tsx';

/** The ticket of one seat, for anyone who has its link. */
export function SharedTicket({ ticket }: { ticket: SharedTicketData }) {
  const { movieTitle, posterUrl, cinemaName, cinemaCity, screenName, startTime, seat, code, status } = ticket;
  const { accessibility } = ticket;
  const isValid = status === 'VALID';
  // Breaks between the two halves if at all, so that it can be typed.
  const [, hidden, signature] = /^(.*)-(.*)$/.exec(code) ?? [];
  return (
    <TicketLayout
      title={movieTitle}
      {...{ posterUrl, startTime, screenName, accessibility, isValid, code }}
      place={[cinemaName, cinemaCity]}
      seats={[seat]}
      seatsLabel={t('Seat')}
      seatsNote={t('Admits one')}
    >
      {status === 'SHOW_CANCELLED' ? (
        <p>{t('This show was cancelled')}</p>
      ) : (
        <>
          <p className="font-mono">
            {hidden}-<wbr />
            {signature}
          </p>
          <p>{isValid ? t('Show this code at the door') : t('This ticket has been used')}</p>
        </>
      )}
    </TicketLayout>
  );
}
