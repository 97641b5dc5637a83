/**
 * Starts the server. On a signal, it finishes the current requests, closes everything and exits with 0. The first process, the
 * primary, owns the database and starts WORKERS others from this file, which serve requests and are replaced when they exit.
 */
import cluster from 'node:cluster';
import { flushCompileCache } from 'node:module';
import { type Config, loadConfig, misspelledSettings } from './config.ts';
import { ensureAdministrator } from './features/auth/administrators.ts';
import { forbidInPasswords } from './features/auth/password-rules.ts';
import { fillWithDemoData } from './features/demo/demo.ts';
import {
  type DemoLogin,
  describeDemoLogins,
  readDemoLogins,
  replacePublishedPasswords,
} from './features/demo/demo-logins.ts';
import { openDatabase, withoutTimeLimits } from './platform/database/database.ts';
import { type RunningDatabase, startDatabase } from './platform/database/start-database.ts';
import { StartError } from './platform/errors/start-error.ts';
import { createLogger, exitOnUncaughtError } from './platform/observability/logger.ts';
import { createThrottledLog } from './platform/observability/throttled-log.ts';
import { startTracing } from './platform/observability/tracing.ts';
import { VERSION } from './platform/process/program.ts';
import { reportServing, startWorkers } from './platform/process/workers.ts';
import { readSecrets } from './platform/security/secrets.ts';

const STOP_LIMIT_MS = 9000;
/** For the primary, which waits for the workers and then stops the database. */
const STOP_ALL_LIMIT_MS = 14_000;

const print = (line: string) => console.log(line);

const { isWorker } = cluster;
/** Started by `npm run dev`, which owns the database and prints the address. */
const isDev = process.argv.includes('--dev');

async function start(): Promise<() => Promise<void>> {
  if (process.argv[2] === '--version') {
    print(`MovieBooking ${VERSION}`);
    process.exit();
  }
  const config = loadConfig();
  const logger = createLogger(config.logLevel);
  exitOnUncaughtError(logger);
  const log = createThrottledLog();
  const warn = (problem: string) => log(problem, (count) => logger.warn({ count }, problem));
  if (!isWorker) misspelledSettings().forEach(warn);
  const stopTracing = isWorker && config.tracing ? await startTracing(config.tracing, warn) : undefined;
  const database = await startDatabase(config, {
    report: (step) => print(`${step} …`),
    ...{ warn, joinRunning: isWorker || isDev, isMigrated: isWorker },
  });
  const opened = [async () => stopTracing?.(), () => database.close()];
  const closeAll = async () => {
    for (const close of opened.toReversed()) await close();
  };
  try {
    if (isWorker) {
      const { serve } = await import('./serve.ts');
      const { port, close } = await serve({ ...database, config, logger });
      opened.push(close);
      announce(port);
      return closeAll;
    }
    const showDemoLogins = await prepare(config, database);
    const workers = await startWorkers(config.workers, { warn, giveUp });
    opened.push(workers.stop);
    const host = config.isLoopbackOnly ? 'localhost' : config.host;
    if (!isDev) print(`\nMovieBooking ${VERSION} is open at http://${host}:${workers.port}\n`);
    showDemoLogins();
    announce(workers.port);
    return closeAll;
  } catch (error) {
    await closeAll();
    throw explainListenError(error, config.port);
  }
}

function announce(port: number): void {
  reportServing(port);
  // Node saves the cache on exit, but not if the process is killed, as by `npm run dev`: its replacement would compile everything again.
  flushCompileCache();
}

/** Work done once for all workers: secrets, administrator, demo data. */
async function prepare(config: Config, database: RunningDatabase): Promise<() => void> {
  readSecrets(config);
  forbidInPasswords(config.brand.name);
  if (config.admin) {
    const wanted = { ...config.admin, renew: 'unless administrator' as const };
    const { user, outcome, generatedPassword } = await ensureAdministrator(database.db, wanted);
    if (outcome === 'renewed') print(`The account ${user.email} is now an administrator. Its sessions have ended.`);
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
    return new StartError(`Port ${port} is already in use. Stop the program that uses it, or set PORT to another one.`);
  }
  if (code === 'EACCES') {
    return new StartError(`This account may not use port ${port}. Set PORT to one above 1023.`);
  }
  if (code === 'EADDRNOTAVAIL')
    return new StartError('HOST is not an address of this machine. Set HOST to another one.');
  return error;
}

let stopping = false;
let stopServer: (() => Promise<void>) | undefined;

async function stop(exitCode = 0): Promise<void> {
  if (stopping) return;
  stopping = true;
  setTimeout(() => process.exit(1), isWorker ? STOP_LIMIT_MS : STOP_ALL_LIMIT_MS).unref();
  await starting;
  await stopServer?.();
  process.exit(exitCode);
}

function giveUp(reason: string): void {
  console.error(reason);
  void stop(1);
}

process.on('SIGTERM', () => stop());
// A terminal sends these to all processes. A worker waits for the primary to stop it.
process.on('SIGINT', () => isWorker || stop());
process.on('SIGHUP', () => isWorker || stop());
// The parent of the primary is gone. A worker without a primary is ended by node:cluster immediately.
process.on('disconnect', () => isWorker || stop());

const starting = start().then(
  (close) => {
    stopServer = close;
  },
  (error: unknown) => {
    if (stopping) process.exit(0);
    const reason = error instanceof StartError ? error.message : error;
    if (reason) console.error(reason);
    process.exit(1);
  },
);
