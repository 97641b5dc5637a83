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
import { answer, answerPage } from '../../platform/answers.ts';
import type { Database } from '../../platform/database.ts';
import type { Api } from '../../platform/http.ts';
import { readAnalytics, readDashboard, readSeatLayout } from './admin.ts';
import { selectAuditEntries } from './audit.sql.ts';
import { exportBookings } from './booking-export.ts';
import { selectBookings } from './bookings.sql.ts';

interface Parts {
  db: Database;
  timeZone: string;
}

const tags = ['Administration'];
const config = { access: 'admin' as const };

export function adminRoutes(api: Api, { db, timeZone }: Parts): void {
  api.get(
    '/admin/dashboard',
    { config, schema: { tags, summary: 'All cinemas at a glance', response: { 200: success(dashboard) } } },
    async () => answer(await readDashboard(db, timeZone)),
  );

  api.get(
    '/admin/bookings',
    {
      config,
      schema: {
        tags,
        summary: "Everyone's bookings, newest first",
        querystring: adminBookingQuery,
        response: { 200: successPage(booking) },
      },
    },
    async (request) => answerPage(request.query, await selectBookings(db, request.query, timeZone)),
  );

  api.get(
    '/admin/bookings.csv',
    {
      config,
      schema: {
        tags,
        summary: 'The same bookings as a file for spreadsheets',
        querystring: bookingExportQuery,
        response: { 200: { content: { 'text/csv': { schema: z.any().meta({ type: 'string' }) } } } },
      },
    },
    async (request, reply) => {
      const lines = exportBookings(db, request.query, timeZone);
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
        summary: 'Who has which seat of a show',
        params: idParams,
        response: { 200: success(seatLayout) },
      },
    },
    async (request) => answer(await readSeatLayout(db, request.params.id)),
  );

  api.get(
    '/admin/analytics',
    {
      config,
      schema: {
        tags,
        summary: 'Sales and occupancy of the last days',
        querystring: analyticsQuery,
        response: { 200: success(analytics) },
      },
    },
    async (request) => answer(await readAnalytics(db, request.query.days, timeZone)),
  );

  api.get(
    '/admin/audit',
    {
      config,
      schema: {
        tags,
        summary: 'Who changed what, latest first',
        querystring: auditQuery,
        response: { 200: successPage(auditEntry) },
      },
    },
    async (request) => answerPage(request.query, await selectAuditEntries(db, request.query)),
  );
}
