/** A server with the demo data for each of the workers that run browser tests, so that none sees what another changes. */
import type { TestProject } from 'vitest/node';
import type { Site } from './api.ts';
import { startServer } from './server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    sites: Site[];
  }
}

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  // Seats that nobody gives back stay held, so that a test can tell giving back from running out.
  const start = () => startServer({ HOLD_GRACE_SECONDS: '3600' });
  const servers = await Promise.all(Array.from({ length: project.config.maxWorkers }, start));
  project.provide(
    'sites',
    servers.map(({ address, dataDir }) => ({ address, dataDir })),
  );
  return async () => {
    await Promise.all(servers.map((server) => server.stop()));
  };
}
