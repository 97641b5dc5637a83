import { Readable } from 'node:stream';
import {
  adminBookingQuery,
  analytics,
  analyticsQuery,
  auditEntry,
  auditQuery,
  bookingExportQuery,
  dashboard,
  seatLayout,
} from '@moviebooking/contract/admin';
import { booking } from '@moviebooking/contract/bookings';
import { idParams, success, successPage } from '@moviebooking/contract/http';
import { z } from 'zod';
import type { Database } from '../../platform/database/database.ts';
import type { Api } from '../../platform/http/http.ts';
import { answer, answerPage } from '../../platform/http/responses.ts';
import { actorOf, recordRead } from '../audit/audit.ts';
import type { TicketCodes } from '../booking/ticket-code.ts';
import { readAnalytics, readDashboard, readSeatLayout } from './admin.ts';
import { selectAuditEntries } from './audit.sql.ts';
import { exportBookings, recordExport } from './booking-export.ts';
import type { BookingFilter } from './booking-filter.sql.ts';
import { selectBookings } from './bookings.sql.ts';

interface Parts {
  db: Database;
  ticketCodes: TicketCodes;
  timeZone: string;
}

const tags = ['Administration'];
const config = { access: 'admin' as const };

export function adminRoutes(api: Api, { db, ticketCodes, timeZone }: Parts): void {
  /** A search for the code on a ticket finds its booking, and nothing else. */
  const withTicketCode = <Filter extends BookingFilter>(filter: Filter): Filter => {
    const bookingId = ticketCodes.read(filter.search ?? '');
    return bookingId === undefined ? filter : { ...filter, search: undefined, bookingId };
  };

  api.get(
    '/admin/dashboard',
    {
      config,
      schema: {
        tags,
        operationId: 'getDashboard',
        summary: 'All cinemas at a glance',
        description: 'Totals, the five latest bookings and the five most booked movies of the last 30 days.',
        response: { 200: success(dashboard) },
      },
    },
    async () => answer(await readDashboard(db, timeZone)),
  );

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
    '/admin/shows/:id/seats',
    {
      config,
      schema: {
        tags,
        operationId: 'getSeatLayout',
        summary: 'Who has which seat of a show',
        description:
          'All 100 seats, each with its state and, where it is taken, by whom. The audit log records each request.',
        params: idParams,
        response: { 200: success(seatLayout) },
      },
    },
    async (request) => {
      const layout = await readSeatLayout(db, request.params.id);
      const { id, movie, screen } = layout.show;
      const name = `${movie.title}, ${screen.cinema.name}, ${screen.name}`;
      await recordRead(db, actorOf(request), { entity: 'show', entityId: id, name });
      return answer(layout);
    },
  );

  api.get(
    '/admin/analytics',
    {
      config,
      schema: {
        tags,
        operationId: 'getAnalytics',
        summary: 'Sales and occupancy of the last days',
        description:
          'By day, show, hour, screen, movie and cinema, in the time zone of the cinemas, beside as many days before. Of everything, ' +
          'or of one cinema, one movie, or one movie in one cinema.',
        querystring: analyticsQuery,
        response: { 200: success(analytics) },
      },
    },
    async (request) => answer(await readAnalytics(db, request.query, timeZone)),
  );

  api.get(
    '/admin/audit',
    {
      config,
      schema: {
        tags,
        operationId: 'listAuditEntries',
        summary: 'Who did what, latest first',
        description:
          'Changes of the catalogue and of users, exports and other reads of customers’ data, check-ins, cancellations by ' +
          'staff, and logins of those who are more than customers: who, from where, and what was before and after.',
        querystring: auditQuery,
        response: { 200: successPage(auditEntry) },
      },
    },
    async (request) => answerPage(request.query, await selectAuditEntries(db, request.query, timeZone)),
  );
}
