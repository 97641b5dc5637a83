import {
  type Booking,
  booking,
  bookingCreated,
  bookingRequest,
  historyQuery,
  idempotencyHeaders,
} from '@moviebooking/contract/bookings';
import { idParams, success, successPage } from '@moviebooking/contract/http';
import { type Api, sendJsonText } from '../../platform/http.ts';
import type { Bookings } from './booking.ts';
import type { TicketCodes } from './ticket-code.ts';

/** Every answer here goes to the booking's owner, so that it carries the ticket as long as that opens the door. */
export function bookingRoutes(api: Api, bookings: Bookings, ticketCodes: TicketCodes): void {
  const withTicket = (made: Booking): Booking =>
    made.status === 'CANCELLED' ? made : { ...made, ticketCode: ticketCodes.issue(made.id) };

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
      const made = await bookings.book({
        ...request.body,
        userId: request.userId,
        key: request.headers['idempotency-key'],
      });
      const text = JSON.stringify(withTicket(made));
      reply.status(201);
      return sendJsonText(reply, `{"success":true,"message":"Your seats are booked.","data":${text},${text.slice(1)}`);
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
    async (request) => {
      const { data, meta } = await bookings.listHistory(request.userId, request.query);
      return { success: true as const, data: data.map(withTicket), meta };
    },
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
      data: withTicket(await bookings.cancel(request.params.id, request.userId)),
    }),
  );
}
