import type { Session } from '@moviebooking/contract/accounts';
import { onTestFinished } from 'vitest';
import { currentSite, PASSWORD, post, useSite } from './api.ts';
import { startServer } from './server.ts';

const OWNER = { email: 'owner@example.com', password: PASSWORD };

/** Routes all pages and calls of the test to an empty server with one administrator, who is logged in. */
export async function useOwnServer(settings: Record<string, string> = {}): Promise<Session> {
  const shared = currentSite();
  const administrator = { ADMIN_EMAIL: OWNER.email, ADMIN_PASSWORD: OWNER.password };
  const server = await startServer({ SEED_DEMO: 'false', ...administrator, ...settings });
  useSite(server);
  onTestFinished(async () => {
    useSite(shared);
    await server.stop();
  });
  const { data } = await post('/auth/login', OWNER);
  useSite(server, data);
  return data;
}
