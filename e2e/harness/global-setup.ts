/** Starts a server with demo data for each browser test worker, so no worker sees another's changes. */
import type { TestProject } from 'vitest/node';
import type { Site } from './api.ts';
import { startServer } from './server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    sites: Site[];
  }
}

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  // Holds don't expire during a test, so a test can tell a release from an expiry.
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
