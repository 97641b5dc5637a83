/** Describes a booking in the words of schema.org, so that mail programs can show it next to the mail. */
import type { Booking } from '@moviebooking/contract/bookings';
import { DEFAULT_DURATION_MIN } from '@moviebooking/contract/catalogue';
import { timesIn } from '../../platform/time/cinema-times.ts';
import type { MailSettings } from './reader.ts';

const SCHEMA = 'https://schema.org';

/** An EventReservation. That of a cancelled booking has no code. */
export function reservationOf(
  { id, status, seats, totalPrice, movie, show }: Booking,
  customer: string | null,
  { timeZone, publicUrl, ticketCodes }: MailSettings,
) {
  const { withOffset } = timesIn(timeZone);
  const isCancelled = status === 'CANCELLED';
  const end = Date.parse(show.startTime) + (movie.durationMin ?? DEFAULT_DURATION_MIN) * 60_000;
  const { name: cinema, city } = show.screen.cinema;
  const code = ticketCodes.issue(id);
  return {
    ...{ '@context': SCHEMA, '@type': 'EventReservation', reservationNumber: String(id) },
    reservationStatus: `${SCHEMA}/${isCancelled ? 'ReservationCancelled' : 'ReservationConfirmed'}`,
    underName: { '@type': 'Person', name: customer ?? undefined },
    reservationFor: {
      ...{ '@type': 'ScreeningEvent', name: movie.title },
      ...{ startDate: withOffset(show.startTime), endDate: withOffset(new Date(end)) },
      location: {
        ...{ '@type': 'Place', name: `${cinema}, ${show.screen.name}` },
        address: { '@type': 'PostalAddress', name: cinema, addressLocality: city ?? undefined },
      },
      workPresented: { '@type': 'Movie', name: movie.title },
    },
    reservedTicket: seats.map((seat) => ({
      '@type': 'Ticket',
      ...(isCancelled ? {} : { ticketNumber: code, ticketToken: `qrCode:${code}` }),
      ticketedSeat: { '@type': 'Seat', seatRow: seat.slice(0, 1), seatNumber: seat.slice(1) },
    })),
    ...{ totalPrice: totalPrice.toFixed(2), priceCurrency: 'INR' },
    modifyReservationUrl: `${publicUrl}/bookings/history`,
  };
}
