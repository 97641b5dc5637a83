import { sharedTicket } from '@moviebooking/contract/bookings';
import { success } from '@moviebooking/contract/http';
import { z } from 'zod';
import type { Database } from '../../platform/database/database.ts';
import type { Api } from '../../platform/http/http.ts';
import { answer } from '../../platform/http/responses.ts';
import { readSharedTicket } from './shared-ticket.ts';
import type { TicketCodes } from './ticket-code.ts';

export function sharedTicketRoutes(api: Api, { db, ticketCodes }: { db: Database; ticketCodes: TicketCodes }): void {
  api.get(
    '/tickets/:code',
    {
      config: { access: 'public' },
      schema: {
        tags: ['Bookings'],
        operationId: 'getSharedTicket',
        summary: 'Returns the ticket of one seat',
        description:
          'Takes the code of a seat, not that of a booking. Anyone who has it may see the show and the seat, and nothing about the user, the ' +
          'booking or its other seats. The codes of seats that were given back are unknown.',
        params: z.object({ code: z.string().max(100) }),
        response: { 200: success(sharedTicket) },
      },
    },
    async (request, reply) => {
      reply.header('x-robots-tag', 'noindex');
      return answer(await readSharedTicket(db, ticketCodes, request.params.code));
    },
  );
}
