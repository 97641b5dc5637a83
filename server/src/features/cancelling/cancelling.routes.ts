import { bookedTotal, cancellation, cancelledShow } from '@moviebooking/contract/admin';
import { booking } from '@moviebooking/contract/bookings';
import { idParams, success } from '@moviebooking/contract/http';
import type { Database } from '../../platform/database/database.ts';
import type { Api } from '../../platform/http/http.ts';
import { answer } from '../../platform/http/responses.ts';
import { actorOf } from '../audit/audit.ts';
import type { CatalogueCache } from '../catalogue/catalogue-cache.ts';
import { cancelBookingForCustomer, cancelShow, readBookedTotal } from './cancelling.ts';

const tags = ['Administration'];
const config = { access: 'admin' as const };

const numberOfBookings = (count: number) => `${count} ${count === 1 ? 'booking' : 'bookings'}`;

export function cancellingRoutes(api: Api, { db, cache }: { db: Database; cache: CatalogueCache }): void {
  api.get(
    '/admin/shows/:id/cancel',
    {
      config,
      schema: {
        tags,
        operationId: 'previewCancelShow',
        summary: 'Returns what cancelling a show would cancel',
        description: 'Returns how many bookings and seats would be cancelled, and what the customers paid for them.',
        params: idParams,
        response: { 200: success(bookedTotal) },
      },
    },
    async (request) => answer(await readBookedTotal(db, request.params.id)),
  );

  api.post(
    '/admin/shows/:id/cancel',
    {
      config,
      schema: {
        tags,
        operationId: 'cancelShow',
        summary: 'Cancels a show with all its bookings',
        description:
          'Cancels the show for good. Its time on the screen becomes free, its bookings are cancelled and customers are told the ' +
          'reason. Refuses once the show is over.',
        params: idParams,
        body: cancellation,
        response: { 200: success(cancelledShow) },
      },
    },
    async (request) => {
      const { params, body } = request;
      const cancelled = await cache.afterChange(() => cancelShow(db, actorOf(request), params.id, body.reason));
      return answer(cancelled, `Show cancelled, with ${numberOfBookings(cancelled.cancelledBookings)}`);
    },
  );

  api.post(
    '/admin/bookings/:id/cancel',
    {
      config,
      schema: {
        tags,
        operationId: 'cancelBookingForCustomer',
        summary: "Cancels a customer's booking",
        description:
          'Frees the seats immediately and tells the customer the reason. Refuses once the show has started.',
        params: idParams,
        body: cancellation,
        response: { 200: success(booking) },
      },
    },
    async (request) => {
      const { params, body } = request;
      const cancelled = await cancelBookingForCustomer(db, actorOf(request), params.id, body.reason);
      return answer(cancelled, 'Booking cancelled');
    },
  );
}
