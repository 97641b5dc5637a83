import { checkInRequest, entrance, settledScan, settleRequest, ticket } from '@moviebooking/contract/check-in';
import { idParams, success } from '@moviebooking/contract/http';
import { z } from 'zod';
import type { Database } from '../../platform/database/database.ts';
import type { Api } from '../../platform/http/http.ts';
import { answer } from '../../platform/http/responses.ts';
import { actorOf } from '../audit/audit.ts';
import { type CheckInOptions, checkIn, settleScans } from './check-in.ts';
import { describeEntrance } from './entrance.ts';

const tags = ['Administration'];
const config = { access: 'staff' as const };

export function checkInRoutes(api: Api, { db, ...settings }: CheckInOptions & { db: Database }): void {
  api.post(
    '/admin/check-in',
    {
      config,
      schema: {
        tags,
        operationId: 'checkIn',
        summary: 'Admits seats at the entrance, each once',
        description:
          "A booking's code admits every seat that was not admitted before, a seat's code admits that seat. A refusal includes " +
          'the ticket.',
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
        summary: "Returns a show's admissions, and its ticket list for a device without a connection",
        description:
          'Counts admitted and booked seats, and lists the scans that are conflicts and the tickets that admit. The ticket ' +
          'list contains no names, only the beginning of the SHA-256 of each code, and a checksum against damage.',
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
        summary: 'Settles scans that were made without a connection',
        description:
          'Each scan is judged seat by seat, as of when it was made. The first scan of a seat that is settled admits it; all ' +
          "others become conflicts, which appear on every device at the show's entrance. Sending the same scans again is safe.",
        body: settleRequest,
        response: { 200: success(z.array(settledScan)) },
      },
    },
    async (request) => answer(await settleScans(db, request.body, settings, actorOf(request))),
  );
}
