/** One server with the demo data for all browser tests. */
import type { TestProject } from 'vitest/node';
import { startServer } from './server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    site: string;
  }
}

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const server = await startServer();
  project.provide('site', server.address);
  return server.stop;
}
