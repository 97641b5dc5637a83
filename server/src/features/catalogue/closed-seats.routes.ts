import { closedSeats, closedSeatsInput } from '@moviebooking/contract/catalogue';
import { idParams, success } from '@moviebooking/contract/http';
import type { Database } from '../../platform/database/database.ts';
import type { Api } from '../../platform/http/http.ts';
import { answer } from '../../platform/http/responses.ts';
import { actorOf } from '../audit/audit.ts';
import type { CatalogueCache } from './catalogue-cache.ts';
import { closeSeats, findClosedSeats } from './closed-seats.ts';

const tags = ['Screens'];
const config = { access: 'admin' as const };

export function closedSeatsRoutes(api: Api, { db, cache }: { db: Database; cache: CatalogueCache }): void {
  api.get(
    '/screens/:id/closed-seats',
    {
      config,
      schema: {
        tags,
        operationId: 'getClosedSeats',
        summary: 'Lists the seats of a screen that are out of service',
        description: 'Administrators only.',
        params: idParams,
        response: { 200: success(closedSeats) },
      },
    },
    async (request) => answer(await findClosedSeats(db, request.params.id)),
  );

  api.put(
    '/screens/:id/closed-seats',
    {
      config,
      schema: {
        tags,
        operationId: 'closeSeats',
        summary: 'Takes seats of a screen out of service',
        description:
          'Administrators only. Replaces the list: these seats can no longer be held or booked for any show on the screen, and ' +
          'all others can. Holds on these seats end. Sold seats stay sold; to find their bookings, call listBookings with this ' +
          'screenId and these seats.',
        params: idParams,
        body: closedSeatsInput,
        response: { 200: success(closedSeats) },
      },
    },
    async (request) => {
      const close = () => closeSeats(db, actorOf(request), request.params.id, request.body);
      const changed = await cache.afterChange(close);
      const { seats } = changed;
      const count = `${seats.length} ${seats.length === 1 ? 'seat is' : 'seats are'}`;
      return answer(changed, seats.length === 0 ? 'All seats are in service' : `${count} out of service`);
    },
  );
}
