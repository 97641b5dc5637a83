/**
 * Every flood that one address can send, one after the other and all at once, against the real server with its limits on and
 * no proxy before it. Meanwhile a normal client at the same address asks for health, a page and a booking in turns. Prints how
 * long it waits, how soon the flood is cut off, and what the server's memory does; fails beyond a goal.
 */
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { seatAt } from '@moviebooking/contract/seats';
import { FLOODS, type FloodKind, type FloodOrder, type FloodResult } from './flooder.ts';
import { printTable, quantile } from './report.ts';

const SECONDS = Number(process.env.SECONDS ?? 5);
const REST_MS = 6000;
const GOALS = { p99: 100, cutSeconds: 1, memoryMb: 150 };
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

const memoryMb = (): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1024;

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

interface Measured {
  flood: string;
  health: number;
  page: number;
  booking: number;
  refused: number;
  'cut after s': number;
  'MB before': number;
  'MB most': number;
  'MB after': number;
}

async function measure(flood: string, kinds: FloodKind[]): Promise<Measured> {
  const attacker = await signUp(`${kinds.length}-${kinds[0]?.replaceAll(' ', '-')}@bench.example`);
  const before = memoryMb();
  const waits: Record<keyof typeof requests, number[]> = { health: [], page: [], booking: [] };
  let [refused, most, isOver] = [0, before, false];
  const order: FloodOrder = {
    ...{ kinds, seconds: SECONDS, token: attacker, file: movies[0]?.posterUrl ?? '/' },
    port: Number(new URL(site).port),
  };
  const flooded = (async () => {
    if (kinds.length === 0) await pause(SECONDS * 1000);
    else flooder.send(order);
    const results = kinds.length === 0 ? [] : ((await once(flooder, 'message'))[0] as FloodResult[]);
    isOver = true;
    return results;
  })();
  while (!isOver) {
    for (const [name, request] of Object.entries(requests) as [keyof typeof requests, () => Promise<Response>][]) {
      const began = performance.now();
      const response = await request();
      await response.arrayBuffer();
      waits[name].push(performance.now() - began);
      if (response.status >= 400 && response.status !== 409) refused += 1;
    }
    most = Math.max(most, memoryMb());
    await pause(20);
  }
  const results = await flooded;
  await pause(REST_MS);
  const never = Number.POSITIVE_INFINITY;
  return {
    flood,
    health: quantile(waits.health, 0.99),
    page: quantile(waits.page, 0.99),
    booking: quantile(waits.booking, 0.99),
    refused,
    'cut after s': Math.round(Math.max(0, ...results.map(({ cutAfterMs }) => cutAfterMs ?? never))) / 1000,
    'MB before': Math.round(before),
    'MB most': Math.round(most),
    'MB after': Math.round(memoryMb()),
  };
}

try {
  const kinds = Object.keys(FLOODS) as FloodKind[];
  const measured = [await measure('none', [])];
  for (const kind of kinds) measured.push(await measure(kind, [kind]));
  measured.push(await measure('all at once', kinds));
  console.log('99 of 100 answers of the normal client within so many ms, during each flood:');
  printTable(measured.map((row) => ({ ...row })));
  for (const row of measured) {
    const p99 = Math.max(row.health, row.page, row.booking);
    const grown = row['MB most'] - row['MB before'];
    const isGood =
      p99 < GOALS.p99 && row['cut after s'] < GOALS.cutSeconds && grown < GOALS.memoryMb && row.refused === 0;
    console.log(JSON.stringify({ bench: 'floods', ...row, goals: GOALS, isGood }));
    if (!isGood) process.exitCode = 1;
  }
} finally {
  flooder.kill();
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  await ended;
  await rm(dataDir, { recursive: true, force: true });
}
