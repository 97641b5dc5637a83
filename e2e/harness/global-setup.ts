/** One server with the demo data for all browser tests. */
import type { TestProject } from 'vitest/node';
import { startServer } from './server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    site: string;
  }
}

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  // Seats that nobody gives back stay held, so that a test can tell giving back from running out.
  const server = await startServer({ HOLD_GRACE_SECONDS: '3600' });
  project.provide('site', server.address);
  return server.stop;
}
