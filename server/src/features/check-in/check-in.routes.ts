import { checkInRequest, entrance, settledScan, settleRequest, ticket } from '@moviebooking/contract/check-in';
import { idParams, success } from '@moviebooking/contract/http';
import { z } from 'zod';
import type { Database } from '../../platform/database/database.ts';
import type { Api } from '../../platform/http/http.ts';
import { answer } from '../../platform/http/responses.ts';
import { actorOf } from '../audit/audit.ts';
import type { TicketCodes } from '../booking/ticket-code.ts';
import { checkIn, settleScans } from './check-in.ts';
import { describeEntrance } from './entrance.ts';
import type { SignList } from './list-signature.ts';

interface Parts {
  db: Database;
  ticketCodes: TicketCodes;
  signList: SignList;
  timeZone: string;
}

const tags = ['Administration'];
const config = { access: 'staff' as const };

export function checkInRoutes(api: Api, { db, ...settings }: Parts): void {
  api.post(
    '/admin/check-in',
    {
      config,
      schema: {
        tags,
        operationId: 'checkIn',
        summary: 'Check a ticket in at the entrance, once',
        description: 'The code is that of the booking; a refusal names the ticket.',
        body: checkInRequest,
        response: { 200: success(ticket) },
      },
    },
    async (request) => answer(await checkIn(db, request.body, settings, actorOf(request)), 'Admitted'),
  );

  api.get(
    '/admin/check-in/shows/:id',
    {
      config,
      schema: {
        tags,
        operationId: 'getEntrance',
        summary: 'The entrance of a show: who is in, and the list of tickets for a device without a connection',
        description:
          'Seats that were admitted and seats that are booked, scans that are conflicts, and the signed list of the tickets ' +
          'that admit. The list names nobody, and has of each code only the beginning of a SHA-256.',
        params: idParams,
        response: { 200: success(entrance) },
      },
    },
    async (request) => answer(await describeEntrance(db, request.params.id, settings)),
  );

  api.post(
    '/admin/check-in/settle',
    {
      config,
      schema: {
        tags,
        operationId: 'settleScans',
        summary: 'Settle scans that were made without a connection',
        description:
          'Each is judged as of when it was made. Of several scans of a ticket the first that is settled admits, the others are ' +
          'conflicts, which all devices at the entrance of the show are told of. The same scans may be sent again.',
        body: settleRequest,
        response: { 200: success(z.array(settledScan)) },
      },
    },
    async (request) => answer(await settleScans(db, request.body, settings, actorOf(request))),
  );
}
