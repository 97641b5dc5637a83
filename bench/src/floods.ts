/**
 * Sends every flood that one address can send, one after another and then all at once, to the real server with rate limits and
 * without a proxy. Each flood has its own address; all at once share the address of a normal client, which requests health, a
 * page and a booking in turn. Prints how long that client waits during the flood and in the quiet after it, the server's CPU
 * share and memory, and how soon the flood is cut off. Fails beyond a goal. On a busy machine, where the client waits longer even
 * without a flood, a flood can add half of that.
 */
import { fork, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { seatAt } from '@moviebooking/contract/seats';
import { familyCpuTime, familyMemoryMb } from './cpu-time.ts';
import { FLOODS, type FloodKind, type FloodOrder, type FloodResult } from './flood-kinds.ts';
import { printTable, quantile } from './report.ts';

const SECONDS = Number(process.env.SECONDS ?? 10);
/** All floods at once last until the limits, which count per minute, start again. */
const ALL_AT_ONCE_SECONDS = SECONDS * 7;
/** A normal client stays below its own limit, 1200 requests a minute. */
const ASK_EVERY_MS = 60;
const GOALS = { p99: 100, cutSeconds: 1, memoryMb: 150, restMb: 50 };
/** How long an idle server can take to release memory. */
const REST_SECONDS = 90;
const main = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url));

const dataDir = await mkdtemp(join(tmpdir(), 'moviebooking-floods-'));
const server = spawn(process.execPath, [main], {
  env: { ...process.env, DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'info' },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const lines = createInterface({ input: server.stdout });
const site = await new Promise<string>((resolve) => {
  lines.on('line', (line) => {
    const url = /open at (http:\S+)/.exec(line)?.[1];
    if (url) resolve(url.replace('localhost', '127.0.0.1'));
  });
});
const flooder = fork(new URL('flooder.ts', import.meta.url));

const memoryMb = () => familyMemoryMb(server.pid ?? 0);

async function signUp(email: string): Promise<string> {
  const response = await fetch(`${site}/api/auth/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Asha', email, password: 'matinee' }),
  });
  const { data } = (await response.json()) as { data: { token: string } };
  return data.token;
}

const token = await signUp('normal@bench.example');
const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
const read = async (path: string) => (await fetch(`${site}/api${path}`, { headers })).json();
const { data: movies } = (await read('/movies')) as { data: { posterUrl: string }[] };
const { data: shows } = (await read('/shows?limit=100')) as { data: { id: number }[] };

let bookings = 0;
async function book(): Promise<Response> {
  const show = shows[bookings % shows.length];
  const seat = seatAt(99 - Math.floor(bookings / shows.length));
  bookings += 1;
  const body = JSON.stringify({ showId: show?.id, seats: [seat] });
  return fetch(`${site}/api/bookings`, { method: 'POST', headers, body });
}
const requests = {
  health: () => fetch(`${site}/api/health/live`),
  page: () => fetch(`${site}/movies`),
  booking: book,
};

const p99 = (waits: number[]) => quantile(waits, 0.99);

/** Runs the normal client until the work is done. */
async function ask(work: Promise<unknown>) {
  const waits: Record<keyof typeof requests, number[]> = { health: [], page: [], booking: [] };
  let [refused, mostMb, isOver] = [0, 0, false];
  void work.then(() => {
    isOver = true;
  });
  while (!isOver) {
    for (const [name, request] of Object.entries(requests) as [keyof typeof requests, () => Promise<Response>][]) {
      const began = performance.now();
      const response = await request();
      await response.arrayBuffer();
      waits[name].push(performance.now() - began);
      if (response.status >= 400 && response.status !== 409) refused += 1;
    }
    mostMb = Math.max(mostMb, memoryMb());
    await pause(ASK_EVERY_MS);
  }
  return { health: p99(waits.health), page: p99(waits.page), booking: p99(waits.booking), refused, mostMb };
}

const worst = ({ health, page, booking }: { health: number; page: number; booking: number }) =>
  Math.max(health, page, booking);

async function measure(flood: string, kinds: FloodKind[], from: string, seconds = SECONDS) {
  const token = await signUp(`${randomUUID()}@bench.example`);
  const before = memoryMb();
  const cpuBefore = familyCpuTime(server.pid ?? 0);
  const order: FloodOrder = {
    ...{ kinds, seconds, token, from, file: movies[0]?.posterUrl ?? '/' },
    port: Number(new URL(site).port),
  };
  flooder.send(order);
  const answer = once(flooder, 'message');
  const { mostMb, ...flooded } = await ask(answer);
  const [results] = (await answer) as [FloodResult[]];
  const cpu = familyCpuTime(server.pid ?? 0) - cpuBefore;
  const quiet = worst(await ask(pause(SECONDS * 1000)));
  for (const { kind, cutAfterMs } of results)
    if (cutAfterMs === null) console.log(`${flood}: "${kind}" was never cut off`);
  const cutAfterMs = Math.max(...results.map((result) => result.cutAfterMs ?? Number.POSITIVE_INFINITY));
  return {
    flood,
    ...flooded,
    quiet,
    'CPU %': Math.round(cpu / seconds / 10),
    'cut after s': Math.round(cutAfterMs) / 1000,
    'MB before': Math.round(before),
    'MB most': Math.round(mostMb),
    'MB after': Math.round(memoryMb()),
  };
}

/** Measures the memory of the idle server, and how long it takes to get there. */
async function memoryAtRest(goalMb: number) {
  const began = performance.now();
  const seconds = () => Math.round((performance.now() - began) / 1000);
  while (memoryMb() > goalMb && seconds() < REST_SECONDS) await pause(1000);
  return { restMb: Math.round(memoryMb()), restSeconds: seconds(), isGood: memoryMb() <= goalMb };
}

type Measured = Awaited<ReturnType<typeof measure>>;

const isGood = (row: Measured): boolean =>
  worst(row) < Math.max(GOALS.p99, 1.5 * row.quiet) &&
  row['cut after s'] < GOALS.cutSeconds &&
  row['MB most'] - row['MB before'] < GOALS.memoryMb &&
  row.refused === 0;

try {
  const named = process.argv.slice(3);
  const kinds = (Object.keys(FLOODS) as FloodKind[]).filter((kind) => named.length === 0 || named.includes(kind));
  const measured: Measured[] = [];
  for (const [n, kind] of kinds.entries()) measured.push(await measure(kind, [kind], `127.0.1.${n + 1}`));
  measured.push(await measure('all at once', kinds, '127.0.0.1', ALL_AT_ONCE_SECONDS));
  console.log('p99 latency of the normal client, in ms:');
  printTable(measured);
  const begunWithMb = measured[0]?.['MB before'] ?? 0;
  const rest = await memoryAtRest(begunWithMb + GOALS.restMb);
  console.log(JSON.stringify({ bench: 'floods', begunWithMb, ...rest, goals: GOALS }));
  if (!rest.isGood) process.exitCode = 1;
  for (const row of measured) {
    console.log(JSON.stringify({ bench: 'floods', ...row, goals: GOALS, isGood: isGood(row) }));
    if (!isGood(row)) process.exitCode = 1;
  }
} finally {
  flooder.kill();
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  await ended;
  await rm(dataDir, { recursive: true, force: true });
}
