import { lines } from '@moviebooking/contract/admin';
import { success } from '@moviebooking/contract/http';
import type { Pool } from '../../platform/database/database.ts';
import type { Api } from '../../platform/http/http.ts';
import { answer } from '../../platform/http/responses.ts';
import { countLines } from './waiting.sql.ts';

export function waitingRoutes(api: Api, { pool, isOn }: { pool: Pool; isOn: boolean }): void {
  api.get(
    '/admin/lines',
    {
      config: { access: 'admin' },
      schema: {
        tags: ['Administration'],
        operationId: 'listLines',
        summary: 'Lists the queues of the waiting room',
        description:
          'Counts, across all servers, the users inside each show and in its queue. Leaves out shows without any.',
        response: { 200: success(lines) },
      },
    },
    async () => answer({ isOn, lines: isOn ? await countLines(pool) : [] }),
  );
}
