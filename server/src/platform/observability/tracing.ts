/**
 * Tracing: spans for each request, the batch that carried it, and its statements. Off until `startTracing`, which loads
 * OpenTelemetry; until then, the functions here only run the work they are given.
 *
 * A span names routes, events, verbs and statements, but never an address, path, value or message, so it cannot contain
 * personal data. A batch belongs to the trace of its first request and is linked with the others. Traces begin here: trace ids
 * sent by clients are ignored. Spans are created by hand in a few places, because instrumentation that patches modules while
 * they load is fragile with ES modules.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { Span, TraceExport, TraceSettings } from './trace-export.ts';

let running: TraceExport | undefined;
const current = new AsyncLocalStorage<Span | undefined>();

/** Call it before opening pools, whose connections it traces. Returns a function that stops it after the last export. */
export async function startTracing(
  settings: TraceSettings,
  warn: (problem: string) => void,
): Promise<() => Promise<void>> {
  const { openTraceExport } = await import('./trace-export.ts');
  const started = openTraceExport(settings, warn);
  running = started;
  return () => {
    running = undefined;
    return started.stop();
  };
}

export const currentSpan = (): Span | undefined => (running ? current.getStore() : undefined);

interface TracedRequest {
  /** Spans started by the work become children of this one. */
  run<Result>(work: () => Result): Result;
  end(attributes: Record<string, string | number>, failure?: string): void;
}

const NOT_TRACED: TracedRequest = { run: (work) => work(), end: () => {} };

export function traceRequest(name: string, attributes: Record<string, string>): TracedRequest {
  if (!running) return NOT_TRACED;
  const span = running.begin(name, { kind: 'request', attributes });
  return { run: (work) => current.run(span, work), end: (more, failure) => span.end(more, failure) };
}

export function traceHttp(app: FastifyInstance, isTraced: (route: string) => boolean): void {
  if (!running) return;
  const requests = new WeakMap<FastifyRequest, TracedRequest>();
  app.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url ?? '';
    if (!isTraced(route)) return done();
    const traced = traceRequest(`${request.method} ${route}`, {
      'http.request.method': request.method,
      'http.route': route,
      'moviebooking.request_id': request.id,
    });
    requests.set(request, traced);
    traced.run(done);
  });
  // The body arrives in events of the connection, which lose the request's context.
  app.addHook('preValidation', (request, _reply, done) => (requests.get(request) ?? NOT_TRACED).run(done));
  app.addHook('onResponse', async (request, reply) => {
    const { refusedWith } = request;
    requests
      .get(request)
      ?.end(
        { 'http.response.status_code': reply.statusCode, ...(refusedWith ? { 'moviebooking.code': refusedWith } : {}) },
        reply.statusCode >= 500 ? String(reply.statusCode) : undefined,
      );
  });
}

/** Traces the work of a batch. Each of its requests comes with the span in which it was made. */
export function traceBatch<Result>(
  name: string,
  batch: readonly { span: Span | undefined }[],
  work: () => Promise<Result>,
): Promise<Result> {
  if (!running) return work();
  const [parent, ...links] = new Set(batch.flatMap(({ span }) => span ?? []));
  if (!parent) return current.run(undefined, work);
  const attributes = { 'moviebooking.batch.size': batch.length };
  const span = running.begin(name, { kind: 'batch', parent, links, attributes });
  for (const { wire } of links) wire.addLink({ context: span.wire.spanContext() });
  return current.run(span, () => endWith(span, work()));
}

async function endWith<Result>(span: Span, work: Promise<Result>): Promise<Result> {
  try {
    const result = await work;
    span.end();
    return result;
  } catch (error) {
    span.end({}, codeOf(error));
    throw error;
  }
}

const codeOf = (error: unknown): string => {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : 'error';
};

type Query = (...given: unknown[]) => unknown;
type Callback = (error: unknown, ...result: unknown[]) => void;

/** Adds spans for statements of this connection that belong to a traced request. */
export function traceStatements(client: pg.ClientBase): void {
  if (!running) return;
  const query = client.query.bind(client) as Query;
  const traced: Query = (...given) => {
    const parent = currentSpan();
    if (!running || !parent) return query(...given);
    const summary = summaryOf(given[0]);
    const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': summary };
    const span = running.begin(summary, { kind: 'statement', parent, attributes });
    const last = given.at(-1);
    if (typeof last !== 'function') {
      const result = query(...given);
      if (result instanceof Promise) return endWith(span, result);
      span.end();
      return result;
    }
    const callback: Callback = (error, ...result) => {
      span.end({}, error ? codeOf(error) : undefined);
      (last as Callback)(error, ...result);
    };
    return query(...given.slice(0, -1), callback);
  };
  client.query = traced as typeof client.query;
}

/** Returns a statement's name, or its verb and first table. Never its text or values. */
export function summaryOf(statement: unknown): string {
  const { name, text = '' } =
    typeof statement === 'string' ? { text: statement } : (statement as { name?: string; text?: string });
  if (name) return name;
  const verb = /^\s*(?:\/\*.*?\*\/\s*)?([a-z]+)/i.exec(text)?.[1]?.toLowerCase() ?? 'statement';
  const table = /\b(?:from|into|update|join|table)\s+"?([a-z_][\w.]*)/i.exec(text)?.[1];
  return table ? `${verb} ${table}` : verb;
}

/** Keeps the caller's context in a callback that another request may run, as when waiting for a pooled connection. */
export const keepContext = <Work extends (...given: never[]) => void>(work: Work): Work =>
  running ? AsyncLocalStorage.bind(work) : work;
