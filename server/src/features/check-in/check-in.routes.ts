import { checkInRequest, ticket } from '@moviebooking/contract/check-in';
import { success } from '@moviebooking/contract/http';
import { answer } from '../../platform/answers.ts';
import type { Database } from '../../platform/database.ts';
import type { Api } from '../../platform/http.ts';
import { actorOf } from '../audit/audit.ts';
import type { TicketCodes } from '../booking/ticket-code.ts';
import { checkIn } from './check-in.ts';

interface Parts {
  db: Database;
  ticketCodes: TicketCodes;
  timeZone: string;
}

export function checkInRoutes(api: Api, { db, ...settings }: Parts): void {
  api.post(
    '/admin/check-in',
    {
      config: { access: 'staff' },
      schema: {
        tags: ['Administration'],
        operationId: 'checkIn',
        summary: 'Check a ticket in at the entrance, once',
        description: 'The code is that of the booking; a refusal names the ticket.',
        body: checkInRequest,
        response: { 200: success(ticket) },
      },
    },
    async (request) => answer(await checkIn(db, request.body, settings, actorOf(request)), 'Admitted'),
  );
}
