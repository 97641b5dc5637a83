import { analytics, analyticsQuery, dashboard } from '@moviebooking/contract/admin';
import { success } from '@moviebooking/contract/http';
import type { Database } from '../../platform/database/database.ts';
import type { Api } from '../../platform/http/http.ts';
import { answer } from '../../platform/http/responses.ts';
import { readAnalytics } from './analytics.ts';
import { readDashboard } from './dashboard.ts';

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
          'Returns figures of the last days by day, show, hour, screen, movie and cinema, in the time zone of the cinemas, and those of ' +
          'the equally long period before. Covers everything, one cinema, one movie, or one movie in one cinema.',
        querystring: analyticsQuery,
        response: { 200: success(analytics) },
      },
    },
    async (request) => answer(await readAnalytics(db, request.query, timeZone)),
  );
}
