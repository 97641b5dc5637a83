import { activityItem, today, tonight } from '@moviebooking/contract/activity';
import { success } from '@moviebooking/contract/http';
import { z } from 'zod';
import type { Database } from '../../platform/database/database.ts';
import type { Api } from '../../platform/http/http.ts';
import { answer } from '../../platform/http/responses.ts';
import { createTonightReader, readActivity, readToday } from './activity.ts';

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

  const readTonight = createTonightReader(db, timeZone);
  api.get(
    '/admin/tonight',
    {
      config,
      schema: {
        tags,
        operationId: 'getTonight',
        summary: "Returns all of today's shows with their seats",
        description:
          "Returns today's shows and those of yesterday that are still on, in order of start, without customers.",
        response: { 200: success(tonight) },
      },
    },
    async () => answer(await readTonight()),
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
