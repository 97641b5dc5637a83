import { z } from 'zod';
import type { Pool } from './database.ts';
import type { Api } from './http.ts';
import { Refusal } from './refusal.ts';

const healthy = z.object({ success: z.literal(true), data: z.object({ status: z.literal('ok') }) });
const ok = { success: true as const, data: { status: 'ok' as const } };

export function registerHealth(api: Api, pool: Pool): void {
  const options = (summary: string) => ({
    config: { access: 'public' as const },
    schema: { tags: ['Health'], summary, response: { 200: healthy } },
  });
  api.get('/health/live', options('Is the process alive'), async () => ok);
  api.get('/health/ready', options('Can it serve'), async (request) => {
    try {
      await pool.query('select 1');
    } catch (error) {
      request.log.warn({ err: error }, 'not ready');
      throw new Refusal('UNAVAILABLE', undefined, { retryAfterSeconds: 2 });
    }
    return ok;
  });
}
