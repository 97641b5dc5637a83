/**
 * The server of `npm run dev`: restarts it when its sources change, and prints the address of Vite, which serves the pages.
 *
 * This process holds the embedded PostgreSQL, so a restart of the server leaves the database running. It runs on the Node that the
 * project pins, as the server does.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { loadConfig } from '../server/src/config.ts';
import { startPostgres } from '../server/src/platform/database/start-database.ts';
import { StartError } from '../server/src/platform/errors/start-error.ts';
import { projectFile, VITE_ADDRESS } from './project.mjs';
import { watchSources } from './sources.mjs';

const SOURCES = [
  ...['contract/src', 'embedded-postgres/src'],
  ...['server/functions', 'server/locales', 'server/migrations', 'server/src'],
];
const stopping = new AbortController();
for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(event, () => stopping.abort());
const isAsked = once(stopping.signal, 'abort');

function startServer(reason) {
  const started = performance.now();
  const server = fork(projectFile('server/src/main.ts'), ['--dev']);
  const ended = once(server, 'exit');
  let isWanted = true;
  server.once('message', () => {
    const time = `${((performance.now() - started) / 1000).toFixed(1)} s`;
    console.log(`${reason} in ${time}. MovieBooking is open at ${VITE_ADDRESS}`);
  });
  void ended.then(([code]) => {
    if (isWanted && !stopping.signal.aborted)
      console.log(`The server stopped (${code}). Change a file to start it again.`);
  });
  return async (signal) => {
    isWanted = false;
    server.kill(signal);
    await ended;
  };
}

async function serve() {
  let change = Promise.withResolvers();
  const stopWatching = watchSources(SOURCES.map(projectFile), (file) => change.resolve(file));
  for (let reason = 'Started'; ; reason = 'Restarted') {
    const stopServer = startServer(reason);
    const file = await Promise.race([change.promise, isAsked.then(() => undefined)]);
    change = Promise.withResolvers();
    if (file) console.log(`${path.relative(projectFile('.'), file)} changed. Restarting the server…`);
    // Nothing is lost: the database is safe whenever a server is killed, and open tabs would hold up a gentler end.
    await stopServer(file ? 'SIGKILL' : 'SIGTERM');
    if (stopping.signal.aborted) return stopWatching();
  }
}

try {
  const postgres = await startPostgres(loadConfig(), {
    report: (step) => console.log(`${step} …`),
    warn: console.warn,
  });
  await serve();
  await postgres.stop();
  process.exit();
} catch (error) {
  console.error(error instanceof StartError ? error.message : error);
  process.exit(1);
}
