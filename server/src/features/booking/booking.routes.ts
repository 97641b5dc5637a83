import {
  booking,
  bookingCreated,
  bookingRequest,
  historyQuery,
  idempotencyHeaders,
} from '@moviebooking/contract/bookings';
import { idParams, success, successPage } from '@moviebooking/contract/http';
import type { Api } from '../../platform/http.ts';
import type { Bookings } from './booking.ts';

export function bookingRoutes(api: Api, bookings: Bookings): void {
  api.post(
    '/bookings',
    {
      schema: {
        tags: ['Bookings'],
        summary: 'Book seats of a show',
        headers: idempotencyHeaders,
        body: bookingRequest,
        response: { 201: bookingCreated },
      },
    },
    async (request, reply) => {
      const data = await bookings.book({
        ...request.body,
        userId: request.userId,
        key: request.headers['idempotency-key'],
      });
      reply.status(201);
      return { success: true as const, message: 'Your seats are booked.', data, ...data };
    },
  );

  api.get(
    '/bookings/history',
    {
      schema: {
        tags: ['Bookings'],
        summary: 'My bookings, newest first',
        querystring: historyQuery,
        response: { 200: successPage(booking) },
      },
    },
    async (request) => ({ success: true as const, ...(await bookings.listHistory(request.userId, request.query)) }),
  );

  api.post(
    '/bookings/cancel/:id',
    {
      schema: {
        tags: ['Bookings'],
        summary: 'Cancel a booking of mine',
        params: idParams,
        response: { 200: success(booking) },
      },
    },
    async (request) => ({
      success: true as const,
      message: 'Your booking is cancelled.',
      data: await bookings.cancel(request.params.id, request.userId),
    }),
  );
}
