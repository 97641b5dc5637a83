import { describe, expect, it } from 'vitest';
import { factoryFor } from '../../../test/factory.ts';
import { startMailServer } from '../../../test/mail-server.ts';
import { openTestApp } from '../../../test/test-app.ts';
import { escapeJson } from './escaping.ts';

const mailServer = await startMailServer();
const { call, db, addUser } = await openTestApp({
  SMTP_URL: mailServer.url,
  MAIL_FROM: 'tickets@regal.example',
  PUBLIC_URL: 'https://tickets.regal.example',
});
const make = factoryFor(db);
const HOSTILE = '</script><script>alert("1")</script><!-- नमक 🎬 &amp; \'';

async function mailTo(address: string, subject: RegExp) {
  const found = () =>
    mailServer.mails.filter((mail) => mail.recipients[0] === address && subject.test(mail.subject ?? ''));
  await expect.poll(() => found().length).toBe(1);
  return found()[0]?.html ?? '';
}

/** What a mail program reads: everything from the script element to the first end tag. */
const reservationsIn = (html: string) =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script/s.exec(html)?.[1] ?? '[]');

async function book({ title = 'Monsoon', city = 'Pune' as string | null, durationMin = 142 as number | null } = {}) {
  const customer = await addUser({ name: title === 'Monsoon' ? 'Asha Rao' : HOSTILE });
  const movieId = await make.movie(title, durationMin);
  const screenId = await make.screen(await make.cinema('Regal', city), 'Audi 1');
  const showId = await make.show({ movieId, screenId, startsAt: new Date('2099-01-04T13:00:00Z'), price: 500.5 });
  const { body } = await call('POST', '/bookings', { token: customer.token, body: { showId, seats: ['C10', 'C9'] } });
  return { customer, booking: body.data };
}

describe('a mail with a ticket', () => {
  it('describes the reservation to mail programs', async () => {
    const { customer, booking } = await book();
    const ticket = { '@type': 'Ticket', ticketNumber: booking.ticketCode, ticketToken: `qrCode:${booking.ticketCode}` };
    const seat = (seatNumber: string) => ({ ticketedSeat: { '@type': 'Seat', seatRow: 'C', seatNumber } });
    expect(reservationsIn(await mailTo(customer.email, /^Booking confirmed/))).toEqual([
      {
        '@context': 'https://schema.org',
        '@type': 'EventReservation',
        reservationNumber: String(booking.id),
        reservationStatus: 'https://schema.org/ReservationConfirmed',
        underName: { '@type': 'Person', name: 'Asha Rao' },
        reservationFor: {
          '@type': 'ScreeningEvent',
          name: 'Monsoon',
          startDate: '2099-01-04T18:30:00+05:30',
          endDate: '2099-01-04T20:52:00+05:30',
          location: {
            '@type': 'Place',
            name: 'Regal, Audi 1',
            address: { '@type': 'PostalAddress', name: 'Regal', addressLocality: 'Pune' },
          },
          workPresented: { '@type': 'Movie', name: 'Monsoon' },
        },
        reservedTicket: [
          { ...ticket, ...seat('9') },
          { ...ticket, ...seat('10') },
        ],
        totalPrice: '1001.00',
        priceCurrency: 'INR',
        modifyReservationUrl: 'https://tickets.regal.example/bookings/history',
      },
    ]);
  });

  it('can have any title and name, and neither a city nor a duration', async () => {
    const { customer } = await book({ title: HOSTILE, city: null, durationMin: null });
    const html = await mailTo(customer.email, /^Booking confirmed/);
    const [reservation] = reservationsIn(html);
    expect(reservation.reservationFor).toMatchObject({ name: HOSTILE, endDate: '2099-01-04T20:30:00+05:30' });
    expect(reservation.reservationFor.location.address).toEqual({ '@type': 'PostalAddress', name: 'Regal' });
    expect(reservation.underName.name).toBe(HOSTILE);
    expect(html.match(/<script|<!--/g)).toEqual(['<script']);
  });

  it('follows a change and a cancellation, after which it has no code', async () => {
    const { customer, booking } = await book();
    const { token, email } = customer;
    await call('POST', `/bookings/${booking.id}/change`, { token, body: { release: ['C9'], take: [] } });
    expect(reservationsIn(await mailTo(email, /^Seats changed/))).toMatchObject([
      { reservedTicket: [{ ticketedSeat: { seatNumber: '10' } }], totalPrice: '500.50' },
    ]);
    await call('POST', `/bookings/cancel/${booking.id}`, { token });
    const html = await mailTo(email, /^Booking cancelled/);
    expect(reservationsIn(html)).toMatchObject([
      { reservationNumber: String(booking.id), reservationStatus: 'https://schema.org/ReservationCancelled' },
    ]);
    expect(html).not.toContain(booking.ticketCode);
  });
});

it('JSON in a script element is the same when parsed, and contains nothing that HTML reads', () => {
  const value = { text: `${HOSTILE}\u2028\u2029]]>` };
  const written = escapeJson([value]);
  expect(JSON.parse(written)).toEqual([value]);
  expect(written).not.toMatch(/[<>&\u2028\u2029]/);
});
