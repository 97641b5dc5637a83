import { Readable } from 'node:stream';
import { adminBookingQuery, bookingExportQuery } from '@moviebooking/contract/admin';
import { bookingTimeline } from '@moviebooking/contract/booking-timeline';
import { booking } from '@moviebooking/contract/bookings';
import { idParams, success, successPage } from '@moviebooking/contract/http';
import { z } from 'zod';
import type { Database } from '../../platform/database/database.ts';
import type { Api } from '../../platform/http/http.ts';
import { answer, answerPage } from '../../platform/http/responses.ts';
import { actorOf, recordRead } from '../audit/audit.ts';
import { addTickets } from '../booking/seat-tickets.ts';
import { findBookingOfCode } from '../booking/shared-ticket.ts';
import type { TicketCodes } from '../booking/ticket-code.ts';
import { nameOfShow } from '../catalogue/show.ts';
import { selectBookings } from './admin-bookings.sql.ts';
import { exportBookings, recordExport } from './booking-export.ts';
import type { BookingFilter } from './booking-filter.sql.ts';
import { readBookingTimeline } from './booking-timeline.ts';

const tags = ['Administration'];
const config = { access: 'admin' as const };

export function adminBookingRoutes(
  api: Api,
  { db, ticketCodes, timeZone }: { db: Database; ticketCodes: TicketCodes; timeZone: string },
): void {
  /** Searching for a ticket code finds that booking only. */
  const withTicketCode = async <Filter extends BookingFilter>(filter: Filter): Promise<Filter> => {
    const bookingId = await findBookingOfCode(db, ticketCodes, filter.search ?? '');
    return bookingId === undefined ? filter : { ...filter, search: undefined, bookingId };
  };

  api.get(
    '/admin/bookings',
    {
      config,
      schema: {
        tags,
        operationId: 'listBookings',
        summary: "Lists all customers' bookings",
        description:
          'Returns bookings with the customer who made each, newest first. The search matches customer names and email addresses, ' +
          'movies, cinemas, booking IDs and ticket codes. The audit log records searches and requests for one customer.',
        querystring: adminBookingQuery,
        response: { 200: successPage(booking) },
      },
    },
    async (request) => {
      const { page, limit, ...filter } = request.query;
      if (filter.search || filter.userId !== undefined)
        await recordRead(db, actorOf(request), { entity: 'booking', entityId: null, filter });
      return answerPage(request.query, await selectBookings(db, await withTicketCode(request.query), timeZone));
    },
  );

  api.get(
    '/admin/bookings.csv',
    {
      config,
      schema: {
        tags,
        operationId: 'exportBookings',
        summary: 'Exports bookings as CSV',
        description:
          'Takes the same filters as the list and returns all matches as UTF-8 with a header row. The audit log records each export.',
        querystring: bookingExportQuery,
        response: { 200: { content: { 'text/csv': { schema: z.any().meta({ type: 'string' }) } } } },
      },
    },
    async (request, reply) => {
      await recordExport(db, actorOf(request), request.query);
      const lines = exportBookings(db, await withTicketCode(request.query), timeZone);
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
        summary: 'Returns a booking and its timeline',
        description:
          'Returns what happened to the booking, when and by whom: made, paid, mailed, moved with its show, checked in or ' +
          'cancelled. The audit log records each request.',
        params: idParams,
        response: { 200: success(bookingTimeline) },
      },
    },
    async (request) => {
      const timeline = await readBookingTimeline(db, request.params.id);
      const { id, show } = timeline.booking;
      await recordRead(db, actorOf(request), { entity: 'booking', entityId: id, name: nameOfShow(show) });
      return answer({ ...timeline, booking: addTickets(timeline.booking, ticketCodes) });
    },
  );
}
