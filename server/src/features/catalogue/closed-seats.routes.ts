import { closedSeats, closedSeatsInput, closedSeatsOfShow } from '@moviebooking/contract/catalogue';
import { idParams, success } from '@moviebooking/contract/http';
import type { Database } from '../../platform/database/database.ts';
import type { Api } from '../../platform/http/http.ts';
import { answer } from '../../platform/http/responses.ts';
import { actorOf } from '../audit/audit.ts';
import type { CatalogueCache } from './catalogue-cache.ts';
import { closeSeats, closeSeatsOfOneShow, findClosedSeats, findClosedSeatsOfShow } from './closed-seats.ts';

const config = { access: 'admin' as const };
const onScreen = { tags: ['Screens'], params: idParams, response: { 200: success(closedSeats) } };
const ofShow = { tags: ['Shows'], params: idParams, response: { 200: success(closedSeatsOfShow) } };

function describeClosedSeats({ length }: string[]): string {
  if (length === 0) return 'All seats are in service';
  return `${length} ${length === 1 ? 'seat is' : 'seats are'} out of service`;
}

export function closedSeatsRoutes(api: Api, { db, cache }: { db: Database; cache: CatalogueCache }): void {
  api.get(
    '/screens/:id/closed-seats',
    {
      config,
      schema: {
        ...onScreen,
        operationId: 'getClosedSeats',
        summary: 'Lists the seats of a screen that are out of service',
        description: 'Administrators only.',
      },
    },
    async (request) => answer(await findClosedSeats(db, request.params.id)),
  );

  api.put(
    '/screens/:id/closed-seats',
    {
      config,
      schema: {
        ...onScreen,
        operationId: 'closeSeats',
        summary: 'Takes seats of a screen out of service',
        description:
          'Administrators only. Replaces the list: these seats can no longer be held or booked for any show on the screen, and ' +
          'all others can. Holds on these seats end. Sold seats stay sold; to find their bookings, call listBookings with this ' +
          'screenId and these seats.',
        body: closedSeatsInput,
      },
    },
    async (request) => {
      const close = () => closeSeats(db, actorOf(request), request.params.id, request.body);
      const changed = await cache.afterChange(close);
      return answer(changed, describeClosedSeats(changed.seats));
    },
  );

  api.get(
    '/shows/:id/closed-seats',
    {
      config,
      schema: {
        ...ofShow,
        operationId: 'getClosedSeatsOfShow',
        summary: 'Lists the seats of a show that are out of service',
        description: 'Administrators only.',
      },
    },
    async (request) => answer(await findClosedSeatsOfShow(db, request.params.id)),
  );

  api.put(
    '/shows/:id/closed-seats',
    {
      config,
      schema: {
        ...ofShow,
        operationId: 'closeSeatsOfShow',
        summary: 'Takes seats out of service for one show',
        description:
          'Administrators only. Replaces the list: these seats can no longer be held or booked for this show. Seats that are out of ' +
          'service on its screen stay so. Holds on these seats end, and sold seats stay sold. Refuses once the show has started.',
        body: closedSeatsInput,
      },
    },
    async (request) => {
      const close = () => closeSeatsOfOneShow(db, actorOf(request), request.params.id, request.body);
      const changed = await cache.afterChange(close);
      return answer(changed, describeClosedSeats(changed.seats));
    },
  );
}
