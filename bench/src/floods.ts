/**
 * Sends every flood that one address can send, one after another and then all at once, to the real server with rate limits and
 * without a proxy. Each flood has its own address; all at once share the address of a normal client, which requests health, a
 * page and a booking in turn. Prints how long that client waits during the flood and in the quiet after it, the server's CPU
 * share and memory, and how soon the flood is cut off. Fails beyond a goal. On a busy machine, where the client waits longer even
 * without a flood, a flood can add half of that.
 */
import { randomUUID } from 'node:crypto';
import { seatAt } from '@moviebooking/contract/seats';
import { startChild } from './child.ts';
import { familyCpuTime, familyMemoryMb } from './cpu-time.ts';
import { askApi, findEmptyShows, startDemoServer } from './demo-server.ts';
import { FLOODS, type FloodKind, type FloodOrder, type FloodResult } from './flood-kinds.ts';
import { printTable, quantile } from './report.ts';
import { runAndExit } from './running.ts';

const SECONDS = Number(process.env.SECONDS ?? 10);
/** All floods at once last until the limits, which count per minute, start again. */
const ALL_AT_ONCE_SECONDS = SECONDS * 7;
/** A normal client stays below its own limit, 1200 requests a minute. */
const ASK_EVERY_MS = 60;
const GOALS = { p99: 100, cutSeconds: 1, memoryMb: 150, restMb: 50 };
/** How long an idle server can take to release memory. */
const REST_SECONDS = 90;

await runAndExit(async (around) => {
  const { site, pid } = await startDemoServer(around, { RATE_LIMIT: 'on', LOG_LEVEL: 'info' });
  const flooder = startChild<FloodOrder>('flooder.ts', around);
  around.closeAtEnd(flooder.kill);
  const memoryMb = () => Math.round(familyMemoryMb(pid));
  const signUp = async (email: string) =>
    (await askApi<{ token: string }>(site, '/auth/signup', { body: { name: 'Asha', email, password: 'matinee' } }))
      .token;

  const token = await signUp('normal@bench.example');
  const [movie] = await askApi<{ posterUrl: string }[]>(site, '/movies', { token });
  const shows = await findEmptyShows(site, token);
  let bookings = 0;
  const requests = {
    health: () => fetch(`${site}/api/health/live`),
    page: () => fetch(`${site}/movies`),
    booking() {
      const seat = seatAt(99 - Math.floor(bookings / shows.length));
      const body = JSON.stringify({ showId: shows[bookings++ % shows.length]?.id, seats: [seat] });
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      return fetch(`${site}/api/bookings`, { method: 'POST', headers, body });
    },
  };
  const names = Object.keys(requests) as (keyof typeof requests)[];

  /** Runs the normal client until the work is done. */
  async function ask(work: Promise<unknown>) {
    const waits = { health: [] as number[], page: [] as number[], booking: [] as number[] };
    let [refused, mostMb, isOver] = [0, 0, false];
    const end = () => {
      isOver = true;
    };
    work.then(end, end);
    while (!isOver) {
      for (const name of names) {
        const began = performance.now();
        const response = await requests[name]();
        await response.arrayBuffer();
        waits[name].push(performance.now() - began);
        if (response.status >= 400 && response.status !== 409) refused += 1;
      }
      mostMb = Math.max(mostMb, memoryMb());
      await around.wait(ASK_EVERY_MS);
    }
    const [health, page, booking] = names.map((name) => quantile(waits[name], 0.99)) as [number, number, number];
    return { p99s: { health, page, booking }, worst: Math.max(health, page, booking), refused, mostMb };
  }

  async function measure(flood: string, kinds: FloodKind[], from: string, seconds = SECONDS) {
    const flooding = { token: await signUp(`${randomUUID()}@bench.example`), file: movie?.posterUrl ?? '/' };
    const [mbBefore, cpuBefore] = [memoryMb(), familyCpuTime(pid)];
    const port = Number(new URL(site).port);
    const answer = flooder.ask<FloodResult[]>({ kinds, seconds, from, port, ...flooding });
    const { p99s, worst, refused, mostMb } = await ask(answer);
    const results = await answer;
    const cpu = familyCpuTime(pid) - cpuBefore;
    const { worst: quiet } = await ask(around.wait(SECONDS * 1000));
    for (const { kind, cutAfterMs } of results)
      if (cutAfterMs === null) console.log(`${flood}: "${kind}" was never cut off`);
    const cutAfterMs = Math.max(...results.map((result) => result.cutAfterMs ?? Number.POSITIVE_INFINITY));
    const row = {
      ...{ flood, ...p99s, refused, quiet, 'CPU %': Math.round(cpu / seconds / 10) },
      ...{
        'cut after s': Math.round(cutAfterMs) / 1000,
        'MB before': mbBefore,
        'MB most': mostMb,
        'MB after': memoryMb(),
      },
    };
    const isGood =
      worst < Math.max(GOALS.p99, 1.5 * quiet) &&
      cutAfterMs < GOALS.cutSeconds * 1000 &&
      mostMb - mbBefore < GOALS.memoryMb &&
      refused === 0;
    return { row, isGood };
  }

  const kinds = Object.keys(FLOODS) as FloodKind[];
  const measured: Awaited<ReturnType<typeof measure>>[] = [];
  for (const [n, kind] of kinds.entries()) measured.push(await measure(kind, [kind], `127.0.1.${n + 1}`));
  measured.push(await measure('all at once', kinds, '127.0.0.1', ALL_AT_ONCE_SECONDS));
  console.log('p99 latency of the normal client, in ms:');
  printTable(measured.map(({ row }) => row));

  const begunWithMb = measured[0]?.row['MB before'] ?? 0;
  const goalMb = begunWithMb + GOALS.restMb;
  const began = performance.now();
  const restSeconds = () => Math.round((performance.now() - began) / 1000);
  while (memoryMb() > goalMb && restSeconds() < REST_SECONDS) await around.wait(1000);
  const rest = { begunWithMb, restMb: memoryMb(), restSeconds: restSeconds(), isGood: memoryMb() <= goalMb };
  for (const line of [rest, ...measured.map(({ row, isGood }) => ({ ...row, isGood }))]) {
    console.log(JSON.stringify({ bench: 'floods', ...line, goals: GOALS }));
    if (!line.isGood) process.exitCode = 1;
  }
});
