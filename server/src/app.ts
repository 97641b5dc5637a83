/** Builds the server from its parts. The only module that knows all features and the configuration. */
import { TIME_ZONE_HEADER } from '@moviebooking/contract/limits';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import type { Config } from './config.ts';
import { activityRoutes } from './features/activity/activity.routes.ts';
import { openActivityFeed } from './features/activity/activity.ts';
import { adminBookingRoutes } from './features/admin-bookings/admin-bookings.routes.ts';
import { adminSearchRoutes } from './features/admin-search/admin-search.routes.ts';
import { analyticsRoutes } from './features/analytics/analytics.routes.ts';
import { startAuditCleanup } from './features/audit/audit.ts';
import { auditLogRoutes } from './features/audit-log/audit-log.routes.ts';
import { createAdminCheck } from './features/auth/acting-roles.ts';
import { authRoutes } from './features/auth/auth.routes.ts';
import { checkRole, setAccountRules } from './features/auth/auth.ts';
import { openLogins } from './features/auth/logins.ts';
import { passkeyRoutes } from './features/auth/passkeys.routes.ts';
import { openPasskeys } from './features/auth/passkeys.ts';
import { forbidInPasswords } from './features/auth/password-rules.ts';
import { secondFactorRoutes } from './features/auth/second-factor.routes.ts';
import { openSecondFactors } from './features/auth/second-factor.ts';
import { bookingRoutes } from './features/booking/booking.routes.ts';
import { openBookings } from './features/booking/booking.ts';
import { sharedTicketRoutes } from './features/booking/shared-ticket.routes.ts';
import { createTicketCodes } from './features/booking/ticket-code.ts';
import { cancellingRoutes } from './features/cancelling/cancelling.routes.ts';
import { catalogueRoutes } from './features/catalogue/catalogue.routes.ts';
import { openCatalogueCache } from './features/catalogue/catalogue-cache.ts';
import { setReleaseTime } from './features/catalogue/seat-marks.ts';
import { checkInRoutes } from './features/check-in/check-in.routes.ts';
import { openMail } from './features/mail/mail.ts';
import { previewRoutes } from './features/previews/previews.routes.ts';
import { openCardProcess, openPreviews } from './features/previews/previews.ts';
import { profileRoutes } from './features/profile/profile.routes.ts';
import { schedulingRoutes } from './features/scheduling/scheduling.routes.ts';
import { seatLayoutRoutes } from './features/seat-layout/seat-layout.routes.ts';
import { openLive } from './features/seating/live.ts';
import { createLedgerMetrics } from './features/seating/metrics.ts';
import { openSeatCommits } from './features/seating/seat-commits.ts';
import { createSeatMapReader } from './features/seating/seat-maps.ts';
import { seatingRoutes } from './features/seating/seating.routes.ts';
import { openSeating } from './features/seating/seating.ts';
import { startAddingTotals } from './features/totals/totals.ts';
import { usersRoutes } from './features/users/users.routes.ts';
import { createWaitingMetrics } from './features/waiting/metrics.ts';
import { waitingRoutes } from './features/waiting/waiting.routes.ts';
import { waitlistRoutes } from './features/waitlist/waitlist.routes.ts';
import { openWaitlist } from './features/waitlist/waitlist.ts';
import type { Database, DatabaseOptions, Pool } from './platform/database/database.ts';
import { openLedgerPool } from './platform/database/ledger-pool.ts';
import { openNotifications } from './platform/database/notifications.ts';
import { createProblemLog } from './platform/database/problem-log.ts';
import { describeDatabase } from './platform/database/start-database.ts';
import { Refusal } from './platform/errors/refusal.ts';
import { createEdge } from './platform/http/edge.ts';
import { registerHealth } from './platform/http/health.ts';
import { type Api, createHttp } from './platform/http/http.ts';
import { rateLimitKeyOf } from './platform/http/http-errors.ts';
import { createLiveRequestMetrics, registerMetrics, watchPools } from './platform/http/metrics.ts';
import { registerApiBrowser, registerOpenApi } from './platform/http/openapi.ts';
import { limitPipelining } from './platform/http/pipeline-limit.ts';
import { registerPosterAddresses } from './platform/http/poster-urls.ts';
import { createTokens, registerSessions } from './platform/http/sessions.ts';
import { registerWebApp } from './platform/http/web-app.ts';
import { openWorkerForwarding } from './platform/http/worker-forwarding.ts';
import { attachRealtime } from './platform/live/realtime.ts';
import type { WorkerIdentity } from './platform/process/workers.ts';
import { createChallenges } from './platform/security/challenges.ts';
import { createTextCipher } from './platform/security/encrypted-text.ts';
import { createRateLimits } from './platform/security/rate-limits.ts';
import type { Secrets } from './platform/security/secrets.ts';

/** Routes with personal data, which must not be cached. Matched against the route, because addresses can be encoded. */
const PERSONAL = /^\/api\/(auth|profile|admin|tickets|bookings(?!\/seats\/)|shows\/:id\/waitlist)\b/;
/** No rate limit for these: a load balancer must not mistake a busy server for a dead one. */
const HEALTH = /^\/api\/health\//;

const routeOf = ({ routeOptions }: FastifyRequest): string => routeOptions.url ?? '';

export interface AppOptions {
  config: Config;
  logger: FastifyBaseLogger;
  pool: Pool;
  connection: DatabaseOptions;
  /** Bypasses the pooler, if `connection` goes through one. */
  direct?: DatabaseOptions;
  db: Database;
  secrets: Secrets;
  /** Set if there are several workers. */
  worker?: WorkerIdentity | undefined;
  /** Adds routes for benchmarks. */
  extend?: (api: Api) => void;
}

export async function buildApp(parts: AppOptions): Promise<Api> {
  const { config, logger, pool, connection, direct = connection, db, secrets, worker, extend } = parts;
  const reportProblem = createProblemLog(logger, describeDatabase(config));
  const onProblem = (work: string) => (error: unknown) => reportProblem(work, error);
  await setAccountRules(db, config);
  forbidInPasswords(config.brand.name);
  await setReleaseTime(pool, config.accessibleReleaseHours);
  const notifications = openNotifications(direct);
  const logins = await openLogins(db, notifications, onProblem('Cannot read which sessions have ended'));
  const { hasEnded } = logins;
  const tokens = createTokens(secrets.jwt.current, secrets.jwt.previous, hasEnded);
  const limits = createRateLimits(config.rateLimit, pool, onProblem('Cannot count wrong passwords'));
  const catalogueCache = openCatalogueCache(config.publicUrl);
  const ticketCodes = createTicketCodes(secrets.ticket.current, secrets.ticket.previous);
  const secondFactors = openSecondFactors({
    ...{ db, limits, logins, issuer: config.brand.name },
    cipher: createTextCipher(secrets.ticket, 'second factors'),
  });
  const passkeys = openPasskeys({
    ...{
      db,
      challenges: createChallenges(secrets.jwt),
      site: { name: config.brand.name, publicUrl: config.publicUrl },
    },
  });

  const edge = createEdge(logger);
  const forwarding = worker && openWorkerForwarding(worker, edge);
  const app = await createHttp(config, logger, limits, edge);
  const registry = registerMetrics(app, config, forwarding?.readMetrics);
  registry.registerMetric(edge.errors);
  await registerOpenApi(app);
  await registerApiBrowser(app, limits);
  const cardProcess = openCardProcess();
  const previews = openPreviews({ db, cache: catalogueCache, limits, config, draw: cardProcess.run });
  await registerWebApp(app, config.webRoot, config, previews.pages);
  previewRoutes(app, previews);
  app.addHook('onClose', async () => cardProcess.close());
  const realtime = attachRealtime(app, config, tokens, {
    edge,
    newConnectionId: forwarding?.newConnectionId,
    onAnswered: createLiveRequestMetrics(registry),
  });
  logins.onReread(() => realtime.endConnections(hasEnded));
  await forwarding?.share(app.server, registry);
  limitPipelining(app.server);
  app.addHook('onClose', async () => forwarding?.close());
  const metrics = createLedgerMetrics(registry, {
    connections: realtime.connectionCount,
    rooms: () => live.roomCount(),
    largestRoom: () => live.largestRoom(),
  });
  const ledgerPool = await openLedgerPool(pool, {
    connection,
    config,
    onIdleError: onProblem('An idle database connection failed'),
  });
  const commits = openSeatCommits({ ledgerPool, onBatch: metrics.noteBatch });
  const hasLines = config.roomLimit > 0;
  if (hasLines) createWaitingMetrics(registry, pool);
  watchPools(registry, { ordinary: pool, ledger: ledgerPool });
  const seating = openSeating({
    ...{ pool, ledgerPool, commits, config },
    onJoins: (size) => metrics.noteBatch('join', size),
  });
  const bookings = openBookings({ pool, ledgerPool, commits, seatsPerUser: config.seatsPerCustomer, hasLines });
  const waitlist = await openWaitlist({
    ...{ pool, commits, config },
    onProblem: onProblem('Cannot clean up waitlists'),
  });
  const live = openLive({
    ...{ realtime, seating, pool, notifications, config },
    onChanges: openActivityFeed(realtime, (connection) => checkRole(db, connection, 'admin', config)),
    report: {
      expired: metrics.noteExpired,
      snapshot: metrics.noteSnapshot,
      lag: metrics.noteLag,
      interruption(error) {
        metrics.noteInterruption();
        reportProblem('Live updates are interrupted', error);
      },
      problem: onProblem('Live updates are interrupted'),
      unreadable: (error) => edge.report('notification', error),
    },
  });
  app.addHook('onClose', async () => {
    await Promise.all([bookings.close(), waitlist.close(), live.close(), logins.close()]);
    await notifications.close();
    await ledgerPool.end();
  });

  await app.register(
    async (api: Api) => {
      api.addHook('onRequest', async (request, reply) => {
        reply.header(TIME_ZONE_HEADER, config.timeZone);
        if (request.is404 || PERSONAL.test(routeOf(request))) reply.header('cache-control', 'no-store');
      });
      registerSessions(api, {
        tokens,
        checkRole: (claims, needed) => checkRole(db, claims, needed, config),
        admit: (request) => HEALTH.test(routeOf(request)) || limits.take('request', rateLimitKeyOf(request)),
      });
      api.setNotFoundHandler(() => {
        throw new Refusal('NOT_FOUND');
      });
      registerPosterAddresses(api, config.publicUrl);
      registerHealth(api, pool);
      catalogueRoutes(api, {
        ...{ db, cache: catalogueCache, timeZone: config.timeZone },
        isAdmin: createAdminCheck(pool),
      });
      authRoutes(api, { db, tokens, logins, limits, secondFactors });
      passkeyRoutes(api, { db, tokens, limits, passkeys });
      secondFactorRoutes(api, { db, limits, secondFactors, requireTotp: config.requireTotp });
      profileRoutes(api, { db, tokens, logins, limits });
      usersRoutes(api, { db, logins, publicUrl: config.publicUrl });
      analyticsRoutes(api, { db, timeZone: config.timeZone });
      activityRoutes(api, { db, timeZone: config.timeZone });
      adminBookingRoutes(api, { db, ticketCodes, timeZone: config.timeZone });
      adminSearchRoutes(api, { db, ticketCodes, timeZone: config.timeZone });
      seatLayoutRoutes(api, { db });
      auditLogRoutes(api, { db, timeZone: config.timeZone });
      cancellingRoutes(api, { db, cache: catalogueCache });
      seatingRoutes(api, createSeatMapReader(pool));
      waitingRoutes(api, { pool, isOn: hasLines });
      waitlistRoutes(api, waitlist);
      bookingRoutes(api, bookings, ticketCodes);
      sharedTicketRoutes(api, { db, ticketCodes });
      schedulingRoutes(api, { db, cache: catalogueCache, timeZone: config.timeZone });
      checkInRoutes(api, { db, ticketCodes, timeZone: config.timeZone });
      extend?.(api);
    },
    { prefix: '/api' },
  );
  const stopTotals = await startAddingTotals(pool, config.timeZone, onProblem('Cannot update the totals'));
  app.addHook('onClose', stopTotals);
  if (config.trustProxy !== false && !config.publicUrl) {
    logger.warn(
      'PUBLIC_URL is not set, so links for users point to the host named in the request. Set it to your public address.',
    );
  }
  if (config.mail && !config.publicUrl) {
    logger.warn(`Links in mails point to ${config.mail.publicUrl}. Set PUBLIC_URL to your public address.`);
  }
  const stopMail = await openMail({
    ...{ db, registry, ticketCodes, config },
    onProblem: (problem, sentence) => reportProblem(sentence, problem.err ?? problem),
  });
  app.addHook('onClose', stopMail);
  const stopAuditCleaning = startAuditCleanup(db, config.auditDays, onProblem('Cannot delete old audit entries'));
  app.addHook('onClose', stopAuditCleaning);
  await app.ready();
  return app;
}
