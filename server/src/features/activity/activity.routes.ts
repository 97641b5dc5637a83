import { activityItem, today } from '@moviebooking/contract/activity';
import { success } from '@moviebooking/contract/http';
import { z } from 'zod';
import type { Database } from '../../platform/database/database.ts';
import type { Api } from '../../platform/http/http.ts';
import { answer } from '../../platform/http/responses.ts';
import { readActivity, readToday } from './activity.ts';

const tags = ['Administration'];
const config = { access: 'admin' as const };

export function activityRoutes(api: Api, { db, timeZone }: { db: Database; timeZone: string }): void {
  api.get(
    '/admin/activity',
    {
      config,
      schema: {
        tags,
        operationId: 'listActivity',
        summary: 'Lists recent activity',
        description:
          'Returns the latest bookings and cancellations, and shows in the coming week that are nearly full, newest first.',
        response: { 200: success(z.array(activityItem)) },
      },
    },
    async () => answer(await readActivity(db, timeZone)),
  );

  api.get(
    '/admin/today',
    {
      config,
      schema: {
        tags,
        operationId: 'getToday',
        summary: "Returns today's figures",
        description:
          'Returns sales so far compared with yesterday and the same day last week, the next shows, and how full each cinema is.',
        response: { 200: success(today) },
      },
    },
    async () => answer(await readToday(db, timeZone)),
  );
}
