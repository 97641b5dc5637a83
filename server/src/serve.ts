/** Runs a worker. The primary never loads this file, because the app takes most of a worker's memory. */
import { type AppOptions, buildApp } from './app.ts';
import { listen } from './platform/http/listening-sockets.ts';
import { releaseMemoryWhenQuiet } from './platform/process/idle-garbage-collection.ts';
import { ownIdentity } from './platform/process/workers.ts';
import { readSecrets } from './platform/security/secrets.ts';

export async function serve(parts: Omit<AppOptions, 'secrets' | 'worker'>) {
  const { config } = parts;
  const worker = ownIdentity();
  const app = await buildApp({ ...parts, secrets: readSecrets(config), worker });
  try {
    const port = await listen(app, { ...config, isShared: worker !== undefined && worker.id > 1 });
    releaseMemoryWhenQuiet();
    return { port, close: () => app.close() };
  } catch (error) {
    await app.close();
    throw error;
  }
}
