import { success } from '@moviebooking/contract/http';
import { scheduled, schedulePlan, schedulePreview, scheduleRequest } from '@moviebooking/contract/scheduling';
import type { Database } from '../../platform/database/database.ts';
import type { Api } from '../../platform/http/http.ts';
import { answer } from '../../platform/http/responses.ts';
import { actorOf } from '../audit/audit.ts';
import type { CatalogueCache } from '../catalogue/catalogue-cache.ts';
import { createShows } from '../catalogue/show-batch.ts';
import { previewSchedule } from './scheduling.ts';

const tags = ['Administration'];
const config = { access: 'admin' as const };

interface Parts {
  db: Database;
  cache: CatalogueCache;
  timeZone: string;
}

export function schedulingRoutes(api: Api, { db, cache, timeZone }: Parts): void {
  api.post(
    '/admin/schedule/preview',
    {
      config,
      schema: {
        tags,
        operationId: 'previewSchedule',
        summary: 'The shows of a plan, each with what it clashes with; writes nothing',
        description: 'A plan is a movie on screens over days, or a copy of days of a cinema.',
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
        summary: 'Schedule many shows, all or nothing',
        description: 'When one of them cannot be scheduled, none is.',
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
