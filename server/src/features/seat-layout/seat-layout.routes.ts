import { seatLayout } from '@moviebooking/contract/admin';
import { idParams, success } from '@moviebooking/contract/http';
import type { Database } from '../../platform/database/database.ts';
import type { Api } from '../../platform/http/http.ts';
import { answer } from '../../platform/http/responses.ts';
import { actorOf, recordRead } from '../audit/audit.ts';
import { nameOfShow } from '../catalogue/show.ts';
import { readSeatLayout } from './seat-layout.ts';

const tags = ['Administration'];
const config = { access: 'admin' as const };

export function seatLayoutRoutes(api: Api, { db }: { db: Database }): void {
  api.get(
    '/admin/shows/:id/seats',
    {
      config,
      schema: {
        tags,
        operationId: 'getSeatLayout',
        summary: 'Returns the seats of a show with their customers',
        description:
          'Returns all 100 seats, each with its state and the customer who holds or booked it. The audit log records each request.',
        params: idParams,
        response: { 200: success(seatLayout) },
      },
    },
    async (request) => {
      const layout = await readSeatLayout(db, request.params.id);
      const { id } = layout.show;
      await recordRead(db, actorOf(request), { entity: 'show', entityId: id, name: nameOfShow(layout.show) });
      return answer(layout);
    },
  );
}
