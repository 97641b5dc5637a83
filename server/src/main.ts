/** Starts the product and stops it politely. */
import { buildApp } from './app.ts';
import { loadConfig } from './config.ts';
import { ensureAdministrator } from './features/auth/auth.ts';
import { guardDemoLogins, prepareDemoHouse } from './features/demo/demo.ts';
import { demoLogins } from './features/demo/demo-house.ts';
import { openHouse } from './platform/house.ts';
import { createLogger } from './platform/http.ts';
import { StartError } from './platform/start-error.ts';

const STOP_LIMIT_MS = 9000;

const say = (line: string) => console.log(line);

async function start(): Promise<() => Promise<void>> {
  const config = loadConfig();
  const logger = createLogger(config.logLevel);
  const house = await openHouse(config, {
    report: (step) => say(`${step} …`),
    warn: (problem) => logger.warn(problem),
  });
  const closeHouse = () => house.close();
  try {
    if (config.admin) {
      const { user, generatedPassword } = await ensureAdministrator(house.db, config.admin);
      if (generatedPassword) say(`Administrator ${user.email} was made with the password ${generatedPassword}`);
    }
    const demoIsOpen = config.seedDemo && config.isLoopbackOnly;
    if (config.seedDemo) {
      say('Preparing the demo house …');
      await prepareDemoHouse(house.db, config.timeZone);
    }
    const newAdminPassword = await guardDemoLogins(house.db, demoIsOpen);
    if (newAdminPassword) say(`Administrator ${demoLogins.admin.email} now has the password ${newAdminPassword}`);

    const app = await buildApp({ ...house, config, logger });
    await app.listen({ port: config.port, host: config.host, backlog: 4096 });
    const address = app.server.address();
    const port = typeof address === 'object' && address ? address.port : config.port;
    say(`\nMovieBooking is open at http://${config.isLoopbackOnly ? 'localhost' : config.host}:${port}\n`);
    if (demoIsOpen) {
      for (const { email, password, role } of Object.values(demoLogins)) {
        say(`  ${role === 'ADMIN' ? 'Administrator' : 'Customer'}: ${email}  password: ${password}`);
      }
      say('');
    }
    return async () => {
      await app.close();
      await closeHouse();
    };
  } catch (error) {
    await closeHouse();
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') {
      throw new StartError(
        `Port ${config.port} is already taken. Stop the program that uses it, or set PORT to another one.`,
      );
    }
    if ((error as NodeJS.ErrnoException).code === 'EACCES') {
      throw new StartError(`Port ${config.port} needs more rights than this account has. Set PORT to one above 1023.`);
    }
    throw error;
  }
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
