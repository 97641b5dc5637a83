/** Tests the traces that a collector receives, from the real server and from the functions that make them. */
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { openPool } from '../src/platform/database/database.ts';
import {
  currentSpan,
  startTracing,
  summaryOf,
  traceBatch,
  traceRequest,
} from '../src/platform/observability/tracing.ts';
import { openConnection } from './live-connection.ts';
import { startServer } from './running-server.ts';
import { addShow } from './shows.ts';
import { databaseUrl, freshDatabase } from './test-app.ts';
import { whenOver } from './when-over.ts';

interface Value {
  stringValue?: string;
  intValue?: number;
}
interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: { key: string; value: Value }[];
  links: { traceId: string; spanId: string }[];
  status: { code?: number };
}

/** Receives OTLP over HTTP as JSON, and keeps it. */
async function openCollector() {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    if (request.url === '/v1/traces') bodies.push(await text(request));
    response.setHeader('content-type', 'application/json').end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  whenOver(() => server.close());
  const resources = (): { resource: object; scopeSpans: { spans: Span[] }[] }[] =>
    bodies.flatMap((body) => JSON.parse(body).resourceSpans);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies,
    resources,
    spans: () => resources().flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
  };
}

/** Writes the names of all loaded modules to a file. */
const LIST_MODULES = `data:text/javascript,${encodeURIComponent(`
  import { appendFileSync } from 'node:fs';
  import { registerHooks } from 'node:module';
  registerHooks({ load(url, context, next) { appendFileSync(process.env.MODULES_FILE, url + '\\n'); return next(url, context); } });
`)}`;

async function startTracedServer(variables: Record<string, string>) {
  const database = await freshDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'moviebooking-tracing-'));
  whenOver(() => rmSync(folder, { recursive: true, force: true }));
  const list = join(folder, 'modules');
  const server = await startServer({
    ...{ DATABASE_URL: databaseUrl(database), JWT_SECRET: 'a secret that only the tests of traces know' },
    ...{ SEED_DEMO: 'false', MODULES_FILE: list, NODE_OPTIONS: `--import=${LIST_MODULES}` },
    ...variables,
  });
  const post = async (path: string, body: object, token = '') => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const response = await fetch(`${server.url}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    return { status: response.status, body: (await response.json()) as { data: { token: string } } };
  };
  return {
    ...database,
    ...{ server, post },
    modules: () => readFileSync(list, 'utf8'),
    async stop() {
      server.process.kill('SIGTERM');
      expect(await server.ended).toBe(0);
    },
  };
}

const asha = { name: 'Asha Rao Kulkarni', email: 'asha.traced@example.com', password: 'matinee-show-9' };

describe('the server', () => {
  it('sends traces of requests, batches and statements without personal data', async () => {
    const collector = await openCollector();
    const { server, db, post, stop } = await startTracedServer({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
    const showId = await addShow(db);
    const { token } = (await post('/auth/signup', asha)).body.data;
    const connection = await openConnection(Number(new URL(server.url).port), token);
    expect((await connection.ask('block-seats', { showId, seats: ['A1'] })).success).toBe(true);
    connection.close();
    expect((await post('/bookings?secret=Kulkarni', { showId, seats: ['A1'] }, token)).status).toBe(201);
    expect((await post('/bookings', { showId, seats: ['A1'] }, token)).status).toBe(409);
    await fetch(`${server.url}/api/health/ready`);
    await stop();

    const spans = collector.spans();
    const named = (name: string) => spans.filter((span) => span.name === name);
    const childrenOf = (parent: Span | undefined) =>
      spans.filter(({ parentSpanId }) => parentSpanId === parent?.spanId);
    const [booking, refused] = named('POST /api/bookings');
    const [batch] = childrenOf(booking).filter(({ name }) => name === 'ledger book');
    expect(childrenOf(batch).map(({ name }) => name)).toEqual(['book_seats']);
    expect(new Set([booking, batch, ...childrenOf(batch)].map((span) => span?.traceId)).size).toBe(1);
    const [hold] = childrenOf(named('live block-seats')[0]).filter(({ name }) => name === 'ledger hold');
    expect(childrenOf(hold).map(({ name }) => name)).toEqual(['hold_seats']);
    expect(childrenOf(named('POST /api/auth/signup')[0]).map(({ name }) => name)).toContain('insert users');
    expect(refused?.attributes).toContainEqual({ key: 'http.response.status_code', value: { intValue: 409 } });
    expect(refused?.attributes).toContainEqual({ key: 'moviebooking.code', value: { stringValue: 'SEATS_BOOKED' } });
    expect(spans.filter(({ name }) => name.includes('health'))).toEqual([]);

    const service = { key: 'service.name', value: { stringValue: 'moviebooking' } };
    expect(JSON.stringify(collector.resources()[0]?.resource)).toContain(JSON.stringify(service));
    const sent = collector.bodies.join();
    for (const secret of [
      asha.email,
      'Kulkarni',
      asha.password,
      token,
      token.split('.')[2],
      '@',
      '127.0.0.1',
      '$argon2',
    ])
      expect(sent).not.toContain(secret);
  });

  it('loads no tracing modules and sends nothing without the setting', async () => {
    const { modules, post, stop } = await startTracedServer({});
    await post('/auth/signup', asha);
    await stop();
    expect(modules()).toContain('/platform/observability/tracing.ts');
    expect(modules()).not.toContain('/platform/observability/trace-export.ts');
    // prom-client loads the API package, which alone sends nothing.
    expect(modules().match(/@opentelemetry\/(?!api\/)[\w-]+/g)).toBeNull();
  });

  it('serves, logs a warning and stops in time if the collector is down', async () => {
    const { server, post, stop } = await startTracedServer({
      ...{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', LOG_LEVEL: 'warn' },
    });
    let log = '';
    server.process.stdout?.on('data', (lines) => {
      log += lines;
    });
    expect((await post('/auth/signup', asha)).status).toBe(201);
    await stop();
    expect(log).toContain('Cannot send traces to http://127.0.0.1:9.');
  });
});

it('puts a batch into the trace of its first request and links it to the others', async () => {
  const collector = await openCollector();
  const stop = await startTracing({ endpoint: collector.url, serviceName: 'test', ratio: 1 }, () => {});
  const { connection } = await freshDatabase();
  const pool = openPool({ ...connection, max: 1 });
  const work = (name: string) => {
    const traced = traceRequest(name, {});
    return traced.run(async () => {
      await pool.query(`select '${name}'::text as "${name}" from pg_class limit 1`);
      const { rows } = await pool.query('select $1::text as word', [name]);
      traced.end({});
      return { span: currentSpan(), word: rows[0].word };
    });
  };
  try {
    const batch = await Promise.all(['first', 'second', 'third'].map(work));
    expect(batch.map(({ word }) => word)).toEqual(['first', 'second', 'third']);
    const late = ['one', 'two'].map((name) => {
      const traced = traceRequest(name, {});
      return { traced, span: traced.run(currentSpan) };
    });
    const failing = () => Promise.reject(Object.assign(new Error('Key (email)=(asha@example.com)'), { code: '23505' }));
    await expect(traceBatch('batch', late, failing)).rejects.toThrow();
    for (const { traced } of late) traced.end({});
  } finally {
    await pool.end();
    await stop();
  }
  const spans = collector.spans();
  const find = (name: string) => spans.find((span) => span.name === name);
  // Waiting for the only connection must not mix up traces.
  for (const name of ['first', 'second', 'third']) {
    const own = spans.filter(({ parentSpanId }) => parentSpanId === find(name)?.spanId);
    expect(own.map((span) => span.name)).toEqual(['select pg_class', 'select']);
  }
  const [one, two, batch] = [find('one'), find('two'), find('batch')];
  expect(batch).toMatchObject({ traceId: one?.traceId, parentSpanId: one?.spanId, status: { code: 2 } });
  expect(batch?.links).toEqual([expect.objectContaining({ spanId: two?.spanId })]);
  expect(two?.links).toEqual([expect.objectContaining({ spanId: batch?.spanId })]);
  expect(batch?.attributes).toContainEqual({ key: 'error.type', value: { stringValue: '23505' } });
  expect(collector.bodies.join()).not.toContain('asha@example.com');
});

it('labels a statement with its name, or with its verb and first table', () => {
  expect(summaryOf({ name: 'book_seats', text: 'select 1' })).toBe('book_seats');
  expect(summaryOf('  insert into "users" ("email") values ($1)')).toBe('insert users');
  expect(summaryOf({ text: 'update bookings set status = $1' })).toBe('update bookings');
  expect(summaryOf("select 'from-a@example.com'")).toBe('select');
  expect(summaryOf('commit')).toBe('commit');
});
