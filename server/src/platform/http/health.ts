import { z } from 'zod';
import { createSharedRead } from '../batching/shared-read.ts';
import { type Pool, tryLater } from '../database/database.ts';
import { createThrottledLog } from '../observability/throttled-log.ts';
import { VERSION } from '../process/program.ts';
import type { Api } from './http.ts';

const healthy = z.object({ success: z.literal(true), data: z.object({ status: z.literal('ok') }) });
const alive = healthy.extend({
  data: healthy.shape.data.extend({ version: z.string().describe('The version of this server, such as 0.2.0.') }),
});
const ok = { success: true as const, data: { status: 'ok' as const } };

export function registerHealth(api: Api, pool: Pool): void {
  const options = <Answer extends z.ZodType>(
    operationId: string,
    summary: string,
    description: string,
    answer: Answer,
  ) => ({
    config: { access: 'public' as const },
    schema: { tags: ['Health'], operationId, summary, description, response: { 200: answer } },
  });
  const live = options('isLive', 'Tells whether the process is alive', 'Asks nothing of the database.', alive);
  const ready = options(
    'isReady',
    'Tells whether the server can serve requests',
    'Responds with 503 while the database cannot be reached.',
    healthy,
  );
  // These routes have no rate limit, so concurrent checks share one query.
  const log = createThrottledLog();
  const askDatabase = createSharedRead((text: string) => pool.query(text));
  api.get('/health/live', live, async () => ({ ...ok, data: { ...ok.data, version: VERSION } }));
  api.get('/health/ready', ready, async (request) => {
    try {
      await askDatabase('select 1');
    } catch (error) {
      log('not ready', (count) => request.log.warn({ err: error, count }, 'not ready'));
      throw tryLater();
    }
    return ok;
  });
}
