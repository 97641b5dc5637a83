import { analytics, analyticsQuery, dashboard, monthEndQuery } from '@moviebooking/contract/admin';
import { success } from '@moviebooking/contract/http';
import { z } from 'zod';
import type { Database } from '../../platform/database/database.ts';
import type { Api } from '../../platform/http/http.ts';
import { answer } from '../../platform/http/responses.ts';
import { readAnalytics } from './analytics.ts';
import { readDashboard } from './dashboard.ts';
import { exportMonthEnd } from './month-end.ts';

const tags = ['Administration'];
const config = { access: 'admin' as const };

export function analyticsRoutes(api: Api, { db, timeZone }: { db: Database; timeZone: string }): void {
  api.get(
    '/admin/dashboard',
    {
      config,
      schema: {
        tags,
        operationId: 'getDashboard',
        summary: 'Returns the dashboard',
        description:
          'Returns totals of all cinemas, the five latest bookings and the five movies that earned most in the last 30 days.',
        response: { 200: success(dashboard) },
      },
    },
    async () => answer(await readDashboard(db, timeZone)),
  );

  api.get(
    '/admin/analytics',
    {
      config,
      schema: {
        tags,
        operationId: 'getAnalytics',
        summary: 'Returns sales and occupancy',
        description:
          'Returns figures of the last days or of a calendar month by day, show, hour, screen, movie and cinema, in the time zone of ' +
          'the cinemas, and those of the period before. Covers everything, one cinema, one movie, or one movie in one cinema.',
        querystring: analyticsQuery,
        response: { 200: success(analytics) },
      },
    },
    async (request) => answer(await readAnalytics(db, request.query, timeZone)),
  );

  api.get(
    '/admin/analytics/month-end.csv',
    {
      config,
      schema: {
        tags,
        operationId: 'exportMonthEnd',
        summary: 'Exports the sales of a month as CSV',
        description:
          'Returns what all cinemas sold and cancelled on each day of a calendar month, as UTF-8 with a header row. A booking counts ' +
          'on the day it was made, under the status it has now. The running month ends today.',
        querystring: monthEndQuery,
        response: { 200: { content: { 'text/csv': { schema: z.any().meta({ type: 'string' }) } } } },
      },
    },
    async (request, reply) => {
      const { month, by } = request.query;
      const file = await exportMonthEnd(db, request.query, timeZone);
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="sales-${month}-by-${by}.csv"`)
        .send(file);
    },
  );
}
