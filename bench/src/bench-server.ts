/**
 * The server under test, in its own process: the product's app, and on the same Fastify a plain authenticated JSON echo, and
 * bookings without group commit (one transaction per request).
 */
import { buildApp } from '../../server/src/app.ts';
import { readConfig } from '../../server/src/config.ts';
import { bookingRoutes } from '../../server/src/features/booking/booking.routes.ts';
import { openBookings } from '../../server/src/features/booking/booking.ts';
import { createTicketCodes } from '../../server/src/features/booking/ticket-code.ts';
import { openSeatCommits } from '../../server/src/features/seating/seat-commits.ts';
import { openDatabase, openPool } from '../../server/src/platform/database/database.ts';
import { createLogger } from '../../server/src/platform/observability/logger.ts';
import { releaseMemoryWhenQuiet } from '../../server/src/platform/process/idle-garbage-collection.ts';
import { readSecrets } from '../../server/src/platform/security/secrets.ts';
import { answerOrders } from './child.ts';
import { RUSH_VARIABLES } from './rush/database.ts';

releaseMemoryWhenQuiet();
const { connection } = JSON.parse(process.env.BENCH ?? '{}');
const { JWT_SECRET } = RUSH_VARIABLES;
const config = readConfig({ RATE_LIMIT: 'off', LOG_LEVEL: 'error', JWT_SECRET, TICKET_SECRET: JWT_SECRET });
const pool = openPool({ ...connection, max: 12 });

const oneByOne = openSeatCommits({ ledgerPool: pool, lanes: 10, largestBatch: 1 });

const app = await buildApp({
  ...{ config, pool, connection },
  secrets: readSecrets(config),
  db: openDatabase(pool),
  logger: createLogger(config.logLevel),
  extend(api) {
    api.post('/echo', async (request) => request.body);
    void api.register(
      async (single: typeof api) =>
        bookingRoutes(single, openBookings({ pool, commits: oneByOne }), createTicketCodes(JWT_SECRET)),
      { prefix: '/single' },
    );
  },
});
const url = await app.listen({ port: 0, host: '127.0.0.1', backlog: 4096 });
answerOrders(() => Number(new URL(url).port));
