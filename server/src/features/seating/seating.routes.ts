import { seatMapAnswer, showIdParams } from '@moviebooking/contract/bookings';
import { type Api, sendJsonText } from '../../platform/http/http.ts';
import type { SeatMaps } from './seat-maps.ts';

export function seatingRoutes(api: Api, seatMaps: SeatMaps): void {
  api.get(
    '/bookings/seats/:showId',
    {
      schema: {
        tags: ['Bookings'],
        operationId: 'getSeatMap',
        summary: "A show's seats, as they are now",
        description: 'All 100 seats, and which of them are booked, held or out of service.',
        params: showIdParams,
        response: { 200: seatMapAnswer },
      },
    },
    async (request, reply) => sendJsonText(reply, await seatMaps.read(request.params.showId)),
  );
}
