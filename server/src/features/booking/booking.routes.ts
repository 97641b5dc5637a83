import {
  booking,
  bookingChange,
  bookingCreated,
  bookingRequest,
  idempotencyHeaders,
} from '@moviebooking/contract/bookings';
import { idParams, optionalPaging, success, successPage } from '@moviebooking/contract/http';
import { type Api, sendJsonText } from '../../platform/http/http.ts';
import type { Bookings } from './booking.ts';
import { addTickets, type BookingWithFacts } from './seat-tickets.ts';
import type { TicketCodes } from './ticket-code.ts';

const MAX_REMEMBERED = 50_000;

/** Caches a pure function, so that a ticket is signed once, not each time its owner looks at it. */
function rememberResults(compute: (id: number) => string): (id: number) => string {
  const results = new Map<number, string>();
  return (id) => {
    const result = results.get(id) ?? compute(id);
    if (results.size >= MAX_REMEMBERED) results.clear();
    results.set(id, result);
    return result;
  };
}

/** These responses go to the booking's owner, so they include the ticket codes unless the booking is cancelled. */
export function bookingRoutes(api: Api, bookings: Bookings, ticketCodes: TicketCodes): void {
  const issue = rememberResults(ticketCodes.issue);
  const { issueForSeat } = ticketCodes;
  const withTicket = (made: BookingWithFacts) => addTickets(made, { issue, issueForSeat });

  api.post(
    '/bookings',
    {
      schema: {
        tags: ['Bookings'],
        operationId: 'createBooking',
        summary: 'Books seats',
        description:
          'Either all seats are booked or none. Repeating an Idempotency-Key within 24 hours books nothing new and returns ' +
          'the booking as it is now.',
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
      const message = made.status === 'CANCELLED' ? 'This booking was cancelled.' : 'Your seats are booked.';
      reply.status(201);
      return sendJsonText(reply, `{"success":true,"message":"${message}","data":${text},${text.slice(1)}`);
    },
  );

  api.post(
    '/bookings/:id/change',
    {
      schema: {
        tags: ['Bookings'],
        operationId: 'changeBooking',
        summary: "Changes the seats of one of the caller's bookings",
        description:
          'Gives back the seats in `release` and books those in `take`, or changes nothing. Possible until the show starts. ' +
          'Every seat keeps the price that was paid. Repeating an Idempotency-Key within 24 hours changes nothing again and ' +
          'returns the booking as it is now.',
        params: idParams,
        headers: idempotencyHeaders,
        body: bookingChange,
        response: { 200: success(booking) },
      },
    },
    async (request) => ({
      success: true as const,
      message: 'Your seats are changed.',
      data: withTicket(
        await bookings.change({
          ...request.body,
          bookingId: request.params.id,
          userId: request.userId,
          key: request.headers['idempotency-key'],
        }),
      ),
    }),
  );

  api.get(
    '/bookings/history',
    {
      schema: {
        tags: ['Bookings'],
        operationId: 'listMyBookings',
        summary: "Lists the caller's bookings, newest first",
        description:
          'Without `page` and `limit`, returns the newest 200. With either, returns one page of the newest 10,000.',
        querystring: optionalPaging,
        response: { 200: successPage(booking) },
      },
    },
    async (request, reply) => {
      const { data, meta } = await bookings.listHistory(request.userId, request.query);
      return sendJsonText(reply, JSON.stringify({ success: true, data: data.map(withTicket), meta }));
    },
  );

  api.post(
    '/bookings/cancel/:id',
    {
      schema: {
        tags: ['Bookings'],
        operationId: 'cancelBooking',
        summary: "Cancels one of the caller's bookings",
        description: 'Possible until the show starts. The seats are available again immediately.',
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
