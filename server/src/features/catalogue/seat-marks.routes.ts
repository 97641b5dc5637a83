import { seatMarks, seatMarksInput } from '@moviebooking/contract/catalogue';
import { idParams, success } from '@moviebooking/contract/http';
import type { Database } from '../../platform/database/database.ts';
import type { Api } from '../../platform/http/http.ts';
import { answer } from '../../platform/http/responses.ts';
import { actorOf } from '../audit/audit.ts';
import type { CatalogueCache } from './catalogue-cache.ts';
import { findSeatMarks, markSeats } from './seat-marks.ts';

const config = { access: 'admin' as const };
const schema = { tags: ['Screens'], params: idParams, response: { 200: success(seatMarks) } };

export function seatMarksRoutes(api: Api, { db, cache }: { db: Database; cache: CatalogueCache }): void {
  api.get(
    '/screens/:id/seat-marks',
    {
      config,
      schema: {
        ...schema,
        operationId: 'getSeatMarks',
        summary: 'Lists the wheelchair and companion places of a screen',
        description: 'Administrators only.',
      },
    },
    async (request) => answer(await findSeatMarks(db, request.params.id)),
  );

  api.put(
    '/screens/:id/seat-marks',
    {
      config,
      schema: {
        ...schema,
        operationId: 'markSeats',
        summary: 'Marks the wheelchair and companion places of a screen',
        description:
          'Administrators only. Replaces both lists, for all upcoming shows on the screen. Until they are released before a show, ' +
          'wheelchair places need `accessible: true`, and companion places go with a wheelchair place. Holds on newly marked seats ' +
          'end, and sold seats stay sold.',
        body: seatMarksInput,
      },
    },
    async (request) => {
      const mark = () => markSeats(db, actorOf(request), request.params.id, request.body);
      return answer(await cache.afterChange(mark), 'The places are saved');
    },
  );
}
