/** Checks that deploy/monitoring uses only metrics that the server has. */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { Registry } from 'prom-client';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createLedgerMetrics } from '../src/features/seating/metrics.ts';
import { openConnection } from './live-connection.ts';
import { addShow } from './shows.ts';
import { openTestApp } from './test-app.ts';

const fileOf = (name: string) => fileURLToPath(new URL(`../../deploy/monitoring/${name}`, import.meta.url));
const read = (name: string) => readFileSync(fileOf(name), 'utf8');
const PROMTOOL = ['/usr/bin/promtool', '/usr/local/bin/promtool'].find(existsSync);

const mail = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'tickets@example.com' };
const testApp = await openTestApp(mail);

async function readMetrics(): Promise<string> {
  return (await testApp.app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })).body;
}

async function bookAndHold() {
  const { token } = await testApp.addUser();
  const showId = await addShow(testApp.db);
  await testApp.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = testApp.app.server.address() as { port: number };
  const connection = await openConnection(port, token);
  await connection.ask('join-show', { showId });
  await connection.ask('block-seats', { showId, seats: ['A1'] });
  const book = () => testApp.call('POST', '/bookings', { token, body: { showId, seats: ['A1'] } });
  const { body } = await book();
  await book();
  await connection.ask('block-seats', { showId, seats: ['A1'] });
  await connection.waitFor('booking-confirmed');
  await testApp.call('POST', `/bookings/cancel/${body.id}`, { token });
  const metrics = await readMetrics();
  connection.close();
  return metrics;
}

describe('the metrics', () => {
  const metrics = bookAndHold();

  it.each([
    /^http_request_duration_seconds_count\{method="POST",route="\/api\/bookings",status="201"\} 1$/m,
    /^http_request_duration_seconds_count\{method="POST",route="\/api\/bookings\/cancel\/:id",status="200"\} 1$/m,
    /^http_refusals_total\{code="SEATS_BOOKED"\} 1$/m,
    /^live_request_duration_seconds_count\{event="join-show",outcome="done"\} 1$/m,
    /^live_request_duration_seconds_count\{event="block-seats",outcome="done"\} 1$/m,
    /^live_request_duration_seconds_count\{event="block-seats",outcome="refused"\} 1$/m,
    /^ledger_batch_wait_seconds_count\{verb="book"\} 2$/m,
    /^database_use_duration_seconds_count\{pool="ledger"\} [1-9]/m,
    /^database_connections\{pool="ledger",state="waiting"\} 0$/m,
    /^live_listener_lag_seconds \d/m,
    /^live_largest_room 1$/m,
    /^live_snapshots_total \d+$/m,
    /^mail_outbox_waiting \d+$/m,
  ])('say %s', async (line) => expect(await metrics).toMatch(line));

  it.each(['alerts.yml', 'grafana-dashboard.json'])('include everything that %s uses', async (name) => {
    const asked = [...read(name).matchAll(/\b([a-z][a-z0-9_]+)\{job=/g)].map(([, metric = '']) => metric);
    const told = new Set([...(await metrics).matchAll(/^([a-z0-9_]+)/gm)].map(([, metric]) => metric));
    expect(new Set(asked).size).toBeGreaterThan(5);
    expect([...new Set(asked)].filter((metric) => metric !== 'up' && !told.has(metric))).toEqual([]);
  });
});

it('the listening lag is that of the last check, and grows when the next one is overdue', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const registry = new Registry();
  const { noteLag } = createLedgerMetrics(registry, { connections: () => 0, rooms: () => 0, largestRoom: () => 0 });
  const lag = async () => (await registry.getSingleMetric('live_listener_lag_seconds')?.get())?.values[0]?.value;
  noteLag(5);
  vi.advanceTimersByTime(2000);
  expect(await lag()).toBe(0.005);
  vi.advanceTimersByTime(60_000);
  expect(await lag()).toBe(60);
  noteLag(7);
  expect(await lag()).toBe(0.007);
});

it('report a lost and recovered database even without requests', async () => {
  const { connection, pool } = testApp;
  const elsewhere = new pg.Client({ ...connection, database: 'postgres' });
  await elsewhere.connect();
  onTestFinished(() => elsewhere.end());
  const allow = (isAllowed: boolean) =>
    elsewhere.query(`alter database ${connection.database} allow_connections ${isAllowed}`);
  const untilConnected = (state: 0 | 1) =>
    vi.waitUntil(async () => (await readMetrics()).includes(`\nlive_listener_connected ${state}\n`), {
      timeout: 60_000,
    });
  await untilConnected(1);
  await allow(false);
  await pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'moviebooking live'`);
  await untilConnected(0);
  await allow(true);
  await untilConnected(1);
});

it.skipIf(!PROMTOOL)('the alerts fire as expected by promtool', async () => {
  const { stdout } = await promisify(execFile)(PROMTOOL ?? '', ['test', 'rules', fileOf('alerts.test.yml')]);
  expect(stdout).toContain('SUCCESS');
});

it('every alert names a section of the runbook', () => {
  const runbook = readFileSync(new URL('../../docs/runbook.md', import.meta.url), 'utf8').toLowerCase();
  const named = [...read('alerts.yml').matchAll(/runbook: "docs\/runbook\.md: (.*)"/g)].map(([, title = '']) => title);
  expect(named.length).toBeGreaterThan(8);
  expect(named.filter((title) => !runbook.includes(title.toLowerCase()))).toEqual([]);
});
