/**
 * Traces: what a request spent its time on, in spans for the request itself, the batch it travelled in and the statements.
 * Off until `startTracing`, which loads OpenTelemetry; until then each function here does the work it is given and nothing else.
 *
 * A span names routes, events, verbs and statements, and carries no address, path, value or message, so that nothing
 * personal can be in it. A batch belongs to the trace of its first request and has links from and to the others. Traces
 * begin here: what a client claims to be part of is not believed. Spans are made by hand at the few places that matter;
 * instrumentation that patches modules as they load is fragile with ES modules.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { Span, TraceExport, TraceSettings } from './trace-export.ts';

let running: TraceExport | undefined;
const current = new AsyncLocalStorage<Span | undefined>();

/** Returns what ends it, after the last spans are sent. Before pools are opened: it is their connections that it follows. */
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
  /** Spans that the work begins are below this one. */
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
  // The body arrives in events of the connection, which know nothing of the request.
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

/** Does the work of requests that travel together, each with the span in which it was made. */
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

/** Statements of this connection that belong to a traced request get a span. */
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

/** The name of a named statement, else its verb and first table. Never its text or values. */
export function summaryOf(statement: unknown): string {
  const { name, text = '' } =
    typeof statement === 'string' ? { text: statement } : (statement as { name?: string; text?: string });
  if (name) return name;
  const verb = /^\s*(?:\/\*.*?\*\/\s*)?([a-z]+)/i.exec(text)?.[1]?.toLowerCase() ?? 'statement';
  const table = /\b(?:from|into|update|join|table)\s+"?([a-z_][\w.]*)/i.exec(text)?.[1];
  return table ? `${verb} ${table}` : verb;
}

/** A caller that waits for a connection gets it from whoever returns one, and goes on in its own context. */
export const keepContext = <Work extends (...given: never[]) => void>(work: Work): Work =>
  running ? AsyncLocalStorage.bind(work) : work;
