/** The real server with demo data, and requests to its API. */
import { startServer } from '../../server/test/running-server.ts';
import type { Around } from './running.ts';

export async function startDemoServer(around: Around, variables: Record<string, string> = {}) {
  const dataFolder = await around.makeFolder('demo');
  const server = await startServer({ DATA_DIR: dataFolder, SEED_DEMO: 'true', ...variables });
  around.closeAtEnd(() => {
    server.process.kill('SIGTERM');
    return server.ended;
  });
  return { ...server, site: server.url, pid: server.process.pid ?? 0, dataFolder };
}

/** Posts the body, if there is one. */
export async function askApi<Data>(
  site: string,
  path: string,
  { token = '', body }: { token?: string; body?: object } = {},
): Promise<Data> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const options = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
  const response = await fetch(`${site}/api${path}`, options);
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return ((await response.json()) as { data: Data }).data;
}

/** The demo data has no bookings this far ahead. */
const EMPTY_FROM_DAYS = 6;

export const findEmptyShows = (site: string, token: string): Promise<{ id: number }[]> => {
  const day = new Date(Date.now() + EMPTY_FROM_DAYS * 86_400_000).toISOString().slice(0, 10);
  return askApi(site, `/shows?limit=100&from=${day}`, { token });
};
