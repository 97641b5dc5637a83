import { adminSearch, adminSearchQuery } from '@moviebooking/contract/admin';
import { success } from '@moviebooking/contract/http';
import type { Database } from '../../platform/database/database.ts';
import type { Api } from '../../platform/http/http.ts';
import { answer } from '../../platform/http/responses.ts';
import { actorOf, recordRead } from '../audit/audit.ts';
import { findBookingOfCode } from '../booking/shared-ticket.ts';
import type { TicketCodes } from '../booking/ticket-code.ts';
import { searchEverything } from './admin-search.ts';

export function adminSearchRoutes(
  api: Api,
  { db, ticketCodes, timeZone }: { db: Database; ticketCodes: TicketCodes; timeZone: string },
): void {
  api.get(
    '/admin/search',
    {
      config: { access: 'admin' },
      schema: {
        tags: ['Administration'],
        operationId: 'searchEverything',
        summary: 'Searches bookings, shows, movies, cinemas and people',
        description:
          'Finds bookings by ID, ticket code and customer, shows by movie, cinema and screen, and people by name and email address. ' +
          'The audit log records searches that find customers.',
        querystring: adminSearchQuery,
        response: { 200: success(adminSearch) },
      },
    },
    async (request) => {
      const { q } = request.query;
      const found = await searchEverything(db, q, await findBookingOfCode(db, ticketCodes, q), timeZone);
      if (found.bookings.length + found.people.length > 0)
        await recordRead(db, actorOf(request), { entity: 'user', entityId: null, filter: { search: q } });
      return answer(found);
    },
  );
}
