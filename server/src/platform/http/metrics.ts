/** Prometheus metrics at /metrics, readable with the token, or from this machine if no proxy is trusted. */
import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Pool } from '../database/database.ts';
import { Refusal } from '../errors/refusal.ts';
import { isFromThisMachine, type TrustedProxies } from '../security/client-address.ts';

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

function holdsToken(request: FastifyRequest, token: string | undefined): boolean {
  if (!token) return false;
  const given = Buffer.from(request.headers.authorization ?? '');
  const wanted = Buffer.from(`Bearer ${token}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

/** `readAll` returns the metrics of all workers, if there are several. */
export function registerMetrics(
  app: FastifyInstance,
  { metricsToken, trustProxy }: { metricsToken: string | undefined; trustProxy: TrustedProxies },
  readAll: (own: Registry) => Promise<string> = (own) => own.metrics(),
): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long HTTP requests took',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers: [registry],
  });
  const refusals = new Counter({
    name: 'http_refusals_total',
    help: 'HTTP requests that were refused, by the code of the answer',
    labelNames: ['code'],
    registers: [registry],
  });
  app.addHook('onResponse', async (request, reply) => {
    if (request.refusedWith) refusals.inc({ code: request.refusedWith });
    const route = request.routeOptions.url ?? 'unknown';
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!holdsToken(request, metricsToken) && !isFromThisMachine(request.raw, trustProxy))
      throw new Refusal('FORBIDDEN');
    return reply.type(registry.contentType).send(await readAll(registry));
  });
  return registry;
}

/** Measures requests over live connections by outcome: `done`, `refused` or the error code. */
export function createLiveRequestMetrics(registry: Registry) {
  const durations = new Histogram({
    name: 'live_request_duration_seconds',
    help: 'How long requests over live connections took',
    labelNames: ['event', 'outcome'],
    buckets: SECONDS,
    registers: [registry],
  });
  return (event: string, outcome: string, seconds: number) => durations.observe({ event, outcome }, seconds);
}

/**
 * Adds gauges that are read with one query and are the same on all servers. If it fails, they have no value, and the other
 * metrics are still reported.
 */
export const gaugesFrom =
  <Values>(registry: Registry, read: () => Promise<Values>) =>
  (name: string, help: string, pick: (values: Values) => number) =>
    new Gauge({
      ...{ name, help, registers: [registry], aggregator: 'max' },
      async collect() {
        const values = await read().catch(() => undefined);
        if (values === undefined) this.reset();
        else this.set(pick(values));
      },
    });

/** Measures connections to PostgreSQL. A connection in use runs a statement, or a transaction including its commit. */
export function watchPools(registry: Registry, pools: Record<string, Pool>): void {
  const registers = [registry];
  const uses = new Histogram({
    name: 'database_use_duration_seconds',
    help: 'For how long a connection to PostgreSQL was in use at a time: in the pool "ledger" for one batch and its commit',
    labelNames: ['pool'],
    buckets: SECONDS,
    registers,
  });
  for (const [name, pool] of Object.entries(pools)) {
    const since = new WeakMap<object, number>();
    pool.on('acquire', (client) => since.set(client, performance.now()));
    pool.on('release', (_, client) => {
      const began = since.get(client);
      if (began !== undefined) uses.observe({ pool: name }, (performance.now() - began) / 1000);
    });
  }
  new Gauge({
    name: 'database_connections',
    help: 'Connections to PostgreSQL that are busy or idle, and callers that wait for one',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(pools)) {
        this.set({ pool, state: 'busy' }, totalCount - idleCount);
        this.set({ pool, state: 'idle' }, idleCount);
        this.set({ pool, state: 'waiting' }, waitingCount);
      }
    },
  });
}
