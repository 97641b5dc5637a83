/**
 * Starts the server; at a signal finishes the requests under way, closes everything and exits with 0. With WORKERS this process has
 * the database and starts others, from this file too, that serve.
 */
import { buildApp } from './app.ts';
import { type Config, loadConfig } from './config.ts';
import { ensureAdministrator } from './features/auth/administrators.ts';
import { fillWithDemoData } from './features/demo/demo.ts';
import {
  type DemoLogin,
  describeDemoLogins,
  readDemoLogins,
  replacePublishedPasswords,
} from './features/demo/demo-logins.ts';
import { openDatabase, withoutTimeLimits } from './platform/database.ts';
import { createLogger } from './platform/http.ts';
import { listen } from './platform/listening.ts';
import { releaseMemoryWhenQuiet } from './platform/memory.ts';
import { openPeers } from './platform/peers.ts';
import { readSecrets } from './platform/secrets.ts';
import { type RunningDatabase, startDatabase } from './platform/start-database.ts';
import { StartError } from './platform/start-error.ts';
import { startTracing } from './platform/tracing.ts';
import { ownIdentity, startWorkers } from './platform/workers.ts';

const STOP_LIMIT_MS = 9000;
/** Of the process that waits for others, and stops the database after them. */
const STOP_ALL_LIMIT_MS = 14_000;

const print = (line: string) => console.log(line);

const worker = ownIdentity();

type Logger = ReturnType<typeof createLogger>;

async function start(): Promise<() => Promise<void>> {
  const config = loadConfig();
  const logger = createLogger(config.logLevel);
  const warn = (problem: string) => logger.warn(problem);
  const stopTracing = config.tracing && (await startTracing(config.tracing, warn));
  const database = await startDatabase(config, {
    report: worker ? () => {} : (step) => print(`${step} …`),
    warn,
    joinRunning: worker !== undefined,
  });
  const opened = [async () => stopTracing?.(), () => database.close()];
  const closeAll = async () => {
    for (const close of opened.toReversed()) await close();
  };
  try {
    if (worker) {
      opened.push((await serve(config, logger, database)).close);
      return closeAll;
    }
    const sayDemoLogins = await prepare(config, database);
    const { port, close } =
      config.workers > 1
        ? await startWorkers(config.workers, warn).then(({ port, stop }) => ({ port, close: stop }))
        : await serve(config, logger, database);
    opened.push(close);
    print(`\nMovieBooking is open at http://${config.isLoopbackOnly ? 'localhost' : config.host}:${port}\n`);
    sayDemoLogins();
    return closeAll;
  } catch (error) {
    await closeAll();
    throw explainListenError(error, config.port);
  }
}

/** What one process does for all: secrets, administrator, demo data. */
async function prepare(config: Config, database: RunningDatabase): Promise<() => void> {
  readSecrets(config);
  if (config.admin) {
    const wanted = { ...config.admin, renew: 'unless administrator' as const };
    const { user, outcome, generatedPassword } = await ensureAdministrator(database.db, wanted);
    if (outcome === 'renewed') print(`The account ${user.email} is now an administrator; its logins have ended.`);
    if (generatedPassword) print(`Administrator ${user.email} has the password ${generatedPassword}`);
  }
  if (config.seedDemo) {
    print('Preparing the demo data …');
    await withoutTimeLimits(database.direct, (pool) => fillWithDemoData(openDatabase(pool), config));
  }
  await replacePublishedPasswords(database.db, config.dataDir);
  const demoLogins = config.seedDemo ? await readDemoLogins(database.db, config.dataDir) : [];
  return () => printDemoLogins(demoLogins);
}

async function serve(config: Config, logger: Logger, database: RunningDatabase) {
  const peers = worker && openPeers(worker);
  const app = await buildApp({ ...database, config, logger, secrets: readSecrets(config), peers });
  try {
    const port = await listen(app, config);
    releaseMemoryWhenQuiet();
    return { port, close: () => app.close() };
  } catch (error) {
    await app.close();
    throw error;
  }
}

function printDemoLogins(logins: readonly DemoLogin[]): void {
  if (logins.length === 0) return;
  print('Demo logins:');
  for (const line of describeDemoLogins(logins)) print(`  ${line}`);
  print('');
}

function explainListenError(error: unknown, port: number): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (syscall !== 'listen' && syscall !== 'bind') return error;
  if (code === 'EADDRINUSE') {
    return new StartError(`Port ${port} is already taken. Stop the program that uses it, or set PORT to another one.`);
  }
  if (code === 'EACCES') {
    return new StartError(`Port ${port} needs more rights than this account has. Set PORT to one above 1023.`);
  }
  if (code === 'EADDRNOTAVAIL')
    return new StartError('This machine does not have the address of HOST. Set another one.');
  return error;
}

let stopping = false;
let stopServer: (() => Promise<void>) | undefined;

async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  setTimeout(() => process.exit(1), worker ? STOP_LIMIT_MS : STOP_ALL_LIMIT_MS).unref();
  await starting;
  await stopServer?.();
  process.exit(0);
}

process.on('SIGINT', stop);
process.on('SIGTERM', stop);
process.on('SIGHUP', stop);
process.on('disconnect', stop);

const starting = start().then(
  (close) => {
    stopServer = close;
  },
  (error: unknown) => {
    console.error(error instanceof StartError ? error.message : error);
    process.exit(1);
  },
);
