/**
 * The HTTP server all routes share: zod schemas, security headers, body limits, request ids, logs without secrets, the error
 * format, and 503 during shutdown.
 */
import { randomUUID } from 'node:crypto';
import fastifyCors from '@fastify/cors';
import { TIME_ZONE_HEADER } from '@moviebooking/contract/limits';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  LogController,
  type RawReplyDefaultExpression,
  type RawRequestDefaultExpression,
  type RawServerDefault,
} from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import helmet from 'helmet';
import { tryLater } from '../database/database.ts';
import { traceHttp } from '../observability/tracing.ts';
import { type TrustedProxies, trustOf } from '../security/client-address.ts';
import { type RateLimits, unlimited } from '../security/rate-limits.ts';
import { createEdge, type Edge, refuseConnection } from './edge.ts';
import { createSendFailure } from './http-errors.ts';

export type Api = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>;

/** Sends JSON text as it is, without the serializer. */
export function sendJsonText<Reply>(reply: Reply, json: string): Reply {
  (reply as FastifyReply).type('application/json; charset=utf-8').send(json);
  return reply;
}

const BODY_LIMIT_BYTES = 64 * 1024;
/** A request must arrive completely within this time. */
const REQUEST_LIMIT_MS = 30_000;
const HEADERS_LIMIT_MS = 10_000;
/** Idle connections are closed after this time, including those of clients that do not read the response. */
const IDLE_LIMIT_MS = 60_000;
/** Not logged: they come in floods, which must not fill the disk. */
const TOO_MANY_REQUESTS = 429;
const QUIET_ROUTES = new Set(['/api/health/live', '/api/health/ready']);
const isLogged = (route: string) => route.startsWith('/api') && !QUIET_ROUTES.has(route);

const CONTENT_POLICY = {
  'default-src': ["'self'"],
  'base-uri': ["'none'"],
  'connect-src': ["'self'"],
  'font-src': ["'self'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
  'img-src': ["'self'", 'data:', 'blob:', 'http:', 'https:'],
  'object-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
};

/** The content security policy for a page with these inline scripts and styles, identified by their hashes. */
export function contentPolicyWith(hashes: { scripts: string[]; styles: string[] }): string {
  return Object.entries({
    ...CONTENT_POLICY,
    'script-src': [...CONTENT_POLICY['script-src'], ...hashes.scripts],
    'style-src': [...CONTENT_POLICY['style-src'], ...hashes.styles],
  })
    .map(([directive, sources]) => `${directive} ${sources.join(' ')}`)
    .join(';');
}

/** Created once: the Fastify plugin would rebuild the same headers for each request. */
const setSecurityHeaders = helmet({
  contentSecurityPolicy: { useDefaults: false, directives: CONTENT_POLICY },
  crossOriginEmbedderPolicy: false,
  referrerPolicy: { policy: 'same-origin' },
  // With a page each byte counts (docs/decisions/0009): three of these are for Flash, Internet Explorer and an old Chrome, and
  // the last is for links to other hosts, of which there are none.
  ...{ xDownloadOptions: false, xPermittedCrossDomainPolicies: false, xXssProtection: false },
  xDnsPrefetchControl: false,
});

/**
 * Pages of the origins in CORS_ORIGIN can do everything ours can, with any request headers. `credentials` is safe because we
 * never use cookies, and some clients insist on it.
 */
const CORS_OPTIONS = {
  methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
  exposedHeaders: ['content-disposition', 'date', 'etag', 'retry-after', 'x-request-id', TIME_ZONE_HEADER],
  credentials: true,
  maxAge: 600,
};

interface Settings {
  trustProxy: TrustedProxies;
  /** Other origins whose pages may use the API. */
  corsOrigins: readonly string[];
}

export async function createHttp(
  { trustProxy, corsOrigins }: Settings,
  logger: FastifyBaseLogger,
  limits: RateLimits = unlimited,
  edge: Edge = createEdge(logger),
): Promise<Api> {
  const sendFailure = createSendFailure(limits);
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: trustProxy !== false && trustOf(trustProxy),
    bodyLimit: BODY_LIMIT_BYTES,
    routerOptions: { maxParamLength: 200 },
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    requestTimeout: REQUEST_LIMIT_MS,
    connectionTimeout: IDLE_LIMIT_MS,
    http: { headersTimeout: HEADERS_LIMIT_MS, connectionsCheckingInterval: 1000 },
    frameworkErrors: sendFailure,
    clientErrorHandler(error, socket) {
      logger.debug({ reason: error.message }, 'unreadable request');
      refuseConnection(socket, 'VALIDATION_FAILED');
    },
  }).withTypeProvider<ZodTypeProvider>();

  edge.protect(app.server, trustProxy);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(sendFailure);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    app.getDefaultJsonParser('error', 'error')(request, String(body), done);
  });

  traceHttp(app, isLogged);
  // Before anything that refuses: another origin's page can only read a refusal that has these headers.
  app.addHook('onRequest', (request, reply, done) => setSecurityHeaders(request.raw, reply.raw, () => done()));
  if (corsOrigins.length > 0) await app.register(fastifyCors, { origin: [...corsOrigins], ...CORS_OPTIONS });

  let draining = false;
  app.addHook('preClose', async () => {
    draining = true;
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    if (draining) throw tryLater();
  });
  app.addHook('onResponse', async (request, reply) => {
    if (isLogged(request.routeOptions.url ?? '') && reply.statusCode !== TOO_MANY_REQUESTS) {
      const { userId, refusedWith } = request;
      const who = { ...(userId ? { userId } : {}), ...(refusedWith ? { code: refusedWith } : {}) };
      request.log.info({ req: request, res: reply, ms: Math.round(reply.elapsedTime), ...who }, 'request');
    }
  });

  return app;
}
