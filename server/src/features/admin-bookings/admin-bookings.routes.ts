import { Readable } from 'node:stream';
import { adminBookingQuery, bookingExportQuery } from '@moviebooking/contract/admin';
import { bookingStory } from '@moviebooking/contract/booking-story';
import { booking } from '@moviebooking/contract/bookings';
import { idParams, success, successPage } from '@moviebooking/contract/http';
import { z } from 'zod';
import type { Database } from '../../platform/database/database.ts';
import type { Api } from '../../platform/http/http.ts';
import { answer, answerPage } from '../../platform/http/responses.ts';
import { actorOf, recordRead } from '../audit/audit.ts';
import type { TicketCodes } from '../booking/ticket-code.ts';
import { selectBookings } from './admin-bookings.sql.ts';
import { exportBookings, recordExport } from './booking-export.ts';
import type { BookingFilter } from './booking-filter.sql.ts';
import { readBookingTimeline } from './booking-timeline.ts';

interface AdminBookingRoutesOptions {
  db: Database;
  ticketCodes: TicketCodes;
  timeZone: string;
}

const tags = ['Administration'];
const config = { access: 'admin' as const };

export function adminBookingRoutes(api: Api, { db, ticketCodes, timeZone }: AdminBookingRoutesOptions): void {
  /** A search for the code on a ticket finds its booking, and nothing else. */
  const withTicketCode = <Filter extends BookingFilter>(filter: Filter): Filter => {
    const bookingId = ticketCodes.read(filter.search ?? '');
    return bookingId === undefined ? filter : { ...filter, search: undefined, bookingId };
  };

  api.get(
    '/admin/bookings',
    {
      config,
      schema: {
        tags,
        operationId: 'listBookings',
        summary: "Everyone's bookings, newest first",
        description:
          'Bookings of all customers, with who made them. The search finds names and addresses of customers, movies, cinemas, ' +
          'the number of a booking and the code on its ticket. The audit log records searches and requests for one customer.',
        querystring: adminBookingQuery,
        response: { 200: successPage(booking) },
      },
    },
    async (request) => {
      const { page, limit, ...filter } = request.query;
      if (filter.search || filter.userId !== undefined)
        await recordRead(db, actorOf(request), { entity: 'booking', entityId: null, filter });
      return answerPage(request.query, await selectBookings(db, withTicketCode(request.query), timeZone));
    },
  );

  api.get(
    '/admin/bookings.csv',
    {
      config,
      schema: {
        tags,
        operationId: 'exportBookings',
        summary: 'The same bookings as a file for spreadsheets',
        description: 'Comma-separated values in UTF-8, with a line of headings.',
        querystring: bookingExportQuery,
        response: { 200: { content: { 'text/csv': { schema: z.any().meta({ type: 'string' }) } } } },
      },
    },
    async (request, reply) => {
      await recordExport(db, actorOf(request), request.query);
      const lines = exportBookings(db, withTicketCode(request.query), timeZone);
      reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="bookings.csv"')
        .header('cache-control', 'no-store');
      return reply.send(Readable.from(lines));
    },
  );

  api.get(
    '/admin/bookings/:id',
    {
      config,
      schema: {
        tags,
        operationId: 'getBookingStory',
        summary: 'A booking and what happened to it',
        description:
          'Made, paid, mailed, moved with its show, checked in or cancelled: when, and by whom. The audit log records each request.',
        params: idParams,
        response: { 200: success(bookingStory) },
      },
    },
    async (request) => {
      const timeline = await readBookingTimeline(db, request.params.id);
      const { movie, screen } = timeline.booking.show;
      const name = `${movie.title}, ${screen.cinema.name}, ${screen.name}`;
      await recordRead(db, actorOf(request), { entity: 'booking', entityId: timeline.booking.id, name });
      return answer(timeline);
    },
  );
}
