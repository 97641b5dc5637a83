/** Builds the server from its parts: the one place that knows all features and the configuration. */
import { TIME_ZONE_HEADER } from '@moviebooking/contract/limits';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from './config.ts';
import { adminRoutes } from './features/admin/admin.routes.ts';
import { keepTotals } from './features/admin/totals.ts';
import { authRoutes } from './features/auth/auth.routes.ts';
import { findUser } from './features/auth/auth.ts';
import { bookingRoutes } from './features/booking/booking.routes.ts';
import { openBookings } from './features/booking/booking.ts';
import { createTicketCodes } from './features/booking/ticket-code.ts';
import { catalogueRoutes } from './features/catalogue/catalogue.routes.ts';
import { openCatalogueCache } from './features/catalogue/catalogue-cache.ts';
import { checkInRoutes } from './features/check-in/check-in.routes.ts';
import { schedulingRoutes } from './features/scheduling/scheduling.routes.ts';
import { openLive } from './features/seating/live.ts';
import { createLedgerMetrics } from './features/seating/metrics.ts';
import { openSeatMaps } from './features/seating/seat-maps.ts';
import { seatingRoutes } from './features/seating/seating.routes.ts';
import { openSeating } from './features/seating/seating.ts';
import type { Database, DatabaseOptions, Pool } from './platform/database.ts';
import { registerHealth } from './platform/health.ts';
import { type Api, createHttp } from './platform/http.ts';
import { registerMetrics } from './platform/metrics.ts';
import { registerApiBrowser, registerOpenApi } from './platform/openapi.ts';
import { registerPosterAddresses } from './platform/poster-addresses.ts';
import { createRateLimits } from './platform/rate-limits.ts';
import { attachRealtime } from './platform/realtime.ts';
import { Refusal } from './platform/refusal.ts';
import { createTokens, registerSessions } from './platform/sessions.ts';
import { registerWebApp } from './platform/web-app.ts';

export interface Parts {
  config: Config;
  logger: FastifyBaseLogger;
  pool: Pool;
  connection: DatabaseOptions;
  db: Database;
  jwtSecret: string;
  /** Further routes beside the product's own, for benchmarks. */
  extend?: (api: Api) => void;
}

export async function buildApp({ config, logger, pool, connection, db, jwtSecret, extend }: Parts): Promise<Api> {
  const tokens = createTokens(jwtSecret);
  const limits = createRateLimits(config.rateLimit);
  const ticketCodes = createTicketCodes(jwtSecret);
  const catalogueCache = openCatalogueCache(pool, config.publicUrl);

  const app = await createHttp(config, logger);
  const registry = registerMetrics(app, config.metricsToken);
  await registerOpenApi(app);
  await registerWebApp(app, config.webRoot);
  const realtime = attachRealtime(app, config, tokens);
  const metrics = createLedgerMetrics(registry, {
    connections: realtime.connectionCount,
    rooms: () => live.roomCount(),
  });
  const seating = openSeating({ pool, config, onBatch: metrics.noteBatch });
  const bookings = openBookings({ pool, onBatch: (size) => metrics.noteBatch('book', size) });
  const live = openLive({
    ...{ realtime, seating, pool, connection, config },
    report: {
      expired: metrics.noteExpired,
      problem: (error) => logger.warn({ err: error }, 'live updates interrupted'),
    },
  });
  app.addHook('onClose', async () => {
    bookings.close();
    await live.close();
  });

  await app.register(
    async (api: Api) => {
      registerSessions(api, { tokens, findUser: (userId) => findUser(db, userId) });
      api.addHook('onRequest', (request, reply) => {
        reply.header(TIME_ZONE_HEADER, config.timeZone);
        return limits.take('request', request.userId ? `user ${request.userId}` : request.ip);
      });
      api.setNotFoundHandler(() => {
        throw new Refusal('NOT_FOUND');
      });
      registerPosterAddresses(api, config.publicUrl);
      registerHealth(api, pool);
      authRoutes(api, { db, tokens, limits });
      catalogueRoutes(api, { db, cache: catalogueCache, timeZone: config.timeZone });
      adminRoutes(api, { db, timeZone: config.timeZone });
      seatingRoutes(api, openSeatMaps(pool));
      bookingRoutes(api, bookings, ticketCodes);
      schedulingRoutes(api, { db, cache: catalogueCache, timeZone: config.timeZone });
      checkInRoutes(api, { db, ticketCodes, timeZone: config.timeZone });
      extend?.(api);
    },
    { prefix: '/api' },
  );
  await registerApiBrowser(app);
  const stopTotals = await keepTotals({
    pool,
    timeZone: config.timeZone,
    onProblem: (error) => logger.warn({ err: error }, 'totals could not be added up'),
  });
  app.addHook('onClose', stopTotals);
  await app.ready();
  return app;
}
