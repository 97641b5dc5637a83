/** Starts the server; at a signal finishes the requests under way, closes everything and exits with 0. */
import { buildApp } from './app.ts';
import { loadConfig } from './config.ts';
import { ensureAdministrator } from './features/auth/administrators.ts';
import { fillWithDemoData, guardDemoLogins } from './features/demo/demo.ts';
import { demoLogins } from './features/demo/demo-data.ts';
import { openDatabase, withoutTimeLimits } from './platform/database.ts';
import { createLogger } from './platform/http.ts';
import { readSecrets } from './platform/secrets.ts';
import { startDatabase } from './platform/start-database.ts';
import { StartError } from './platform/start-error.ts';

const STOP_LIMIT_MS = 9000;

const print = (line: string) => console.log(line);

async function start(): Promise<() => Promise<void>> {
  const config = loadConfig();
  const logger = createLogger(config.logLevel);
  const database = await startDatabase(config, {
    report: (step) => print(`${step} …`),
    warn: (problem) => logger.warn(problem),
  });
  const opened = [() => database.close()];
  const closeAll = async () => {
    for (const close of opened.toReversed()) await close();
  };
  try {
    const secrets = readSecrets(config);
    if (config.admin) {
      const wanted = { ...config.admin, renew: 'unless administrator' as const };
      const { user, outcome, generatedPassword } = await ensureAdministrator(database.db, wanted);
      if (outcome === 'renewed') print(`The account ${user.email} is now an administrator; its logins have ended.`);
      if (generatedPassword) print(`Administrator ${user.email} has the password ${generatedPassword}`);
    }
    const hasDemoLogins = config.seedDemo && config.isLoopbackOnly;
    if (config.seedDemo) {
      print('Preparing the demo data …');
      await withoutTimeLimits(database.connection, (pool) => fillWithDemoData(openDatabase(pool), config.timeZone));
    }
    const newAdminPassword = await guardDemoLogins(database.db, hasDemoLogins);
    if (newAdminPassword) print(`Administrator ${demoLogins.admin.email} now has the password ${newAdminPassword}`);

    const app = await buildApp({ ...database, config, logger, secrets });
    opened.push(() => app.close());
    await app.listen({ port: config.port, host: config.host, backlog: 4096 });
    const address = app.server.address();
    const port = typeof address === 'object' && address ? address.port : config.port;
    print(`\nMovieBooking is open at http://${config.isLoopbackOnly ? 'localhost' : config.host}:${port}\n`);
    if (hasDemoLogins) {
      for (const { email, password, role } of Object.values(demoLogins)) {
        print(`  ${role === 'ADMIN' ? 'Administrator' : 'Customer'}: ${email}  password: ${password}`);
      }
      print('');
    }
    return closeAll;
  } catch (error) {
    await closeAll();
    throw explainListenError(error, config.port);
  }
}

function explainListenError(error: unknown, port: number): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (syscall !== 'listen') return error;
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
  setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref();
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
