import { success } from '@moviebooking/contract/http';
import { scheduled, schedulePlan, schedulePreview, scheduleRequest } from '@moviebooking/contract/scheduling';
import type { Database } from '../../platform/database/database.ts';
import type { Api } from '../../platform/http/http.ts';
import { answer } from '../../platform/http/responses.ts';
import { actorOf } from '../audit/audit.ts';
import type { CatalogueCache } from '../catalogue/catalogue-cache.ts';
import { createShows } from '../catalogue/create-shows.ts';
import { previewSchedule } from './scheduling.ts';

const tags = ['Administration'];
const config = { access: 'admin' as const };

export function schedulingRoutes(
  api: Api,
  { db, cache, timeZone }: { db: Database; cache: CatalogueCache; timeZone: string },
): void {
  api.post(
    '/admin/schedule/preview',
    {
      config,
      schema: {
        tags,
        operationId: 'previewSchedule',
        summary: 'Previews a plan without scheduling anything',
        description:
          'Returns the shows of the plan, each with its clash, if any. A plan is either a run of one movie or a copy of some days of a cinema.',
        body: schedulePlan,
        response: { 200: success(schedulePreview) },
      },
    },
    async (request) => answer(await previewSchedule(db, request.body, timeZone)),
  );

  api.post(
    '/admin/schedule',
    {
      config,
      schema: {
        tags,
        operationId: 'scheduleShows',
        summary: 'Schedules many shows',
        description: 'Either all shows are scheduled or none.',
        body: scheduleRequest,
        response: { 201: success(scheduled) },
      },
    },
    async (request, reply) => {
      const showIds = await cache.afterChange(() => createShows(db, actorOf(request), request.body.shows));
      reply.status(201);
      return answer({ showIds }, `${showIds.length} ${showIds.length === 1 ? 'show' : 'shows'} scheduled`);
    },
  );
}
