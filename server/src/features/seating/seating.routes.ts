import { seatMapAnswer, showIdParams } from '@moviebooking/contract/bookings';
import { type Api, sendJsonText } from '../../platform/http/http.ts';

export function seatingRoutes(api: Api, readSeatMap: (showId: number) => Promise<string>): void {
  api.get(
    '/bookings/seats/:showId',
    {
      schema: {
        tags: ['Bookings'],
        operationId: 'getSeatMap',
        summary: 'Returns the seat map of a show',
        description: 'Lists all 100 seats, and which are booked, held or out of service, never older than the request.',
        params: showIdParams,
        response: { 200: seatMapAnswer },
      },
    },
    async (request, reply) => sendJsonText(reply, await readSeatMap(request.params.showId)),
  );
}
