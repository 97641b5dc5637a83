import { analytics, analyticsQuery, dashboard } from '@moviebooking/contract/admin';
import { success } from '@moviebooking/contract/http';
import type { Database } from '../../platform/database/database.ts';
import type { Api } from '../../platform/http/http.ts';
import { answer } from '../../platform/http/responses.ts';
import { readAnalytics } from './analytics.ts';
import { readDashboard } from './dashboard.ts';

interface AnalyticsRoutesOptions {
  db: Database;
  timeZone: string;
}

const tags = ['Administration'];
const config = { access: 'admin' as const };

export function analyticsRoutes(api: Api, { db, timeZone }: AnalyticsRoutesOptions): void {
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
}
