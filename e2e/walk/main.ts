/**
 * npm run walk -- --minutes 60 --seed 7
 *
 * Two customers and an administrator take random walks through the real web app, which checks its invariants at every step.
 * Each round starts its own server and uses the next seed. `--seed n` alone repeats one round, `--steps` ends it early and
 * `--from` starts it later. Exits with 1 when there are findings.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import { startServer, workersOf } from '../../server/test/running-server.ts';
import { useSite } from '../harness/api.ts';
import { launchBrowser } from '../harness/browser.ts';
import { Choices } from './choices.ts';
import { walkRound } from './round.ts';
import type { Finding } from './walker.ts';

const STEPS_PER_ROUND = 120;
/** The primary gives up after more than ten exits within a minute. */
const KILL_REST_MS = 40_000;

const { minutes, seed, from, steps } = readArguments();

function readArguments() {
  const text = { type: 'string' } as const;
  try {
    const { values } = parseArgs({ options: { minutes: text, seed: text, from: text, steps: text } });
    const numbers = {
      minutes: values.minutes === undefined ? undefined : Number(values.minutes),
      seed: Number(values.seed ?? Date.now() % 1_000_000),
      from: Number(values.from ?? 1),
      steps: Number(values.steps ?? STEPS_PER_ROUND),
    };
    if (numbers.minutes !== undefined && !(numbers.minutes > 0 && numbers.minutes <= 1440))
      throw new Error('--minutes must be a number from 0 to 1440');
    for (const name of ['seed', 'from', 'steps'] as const)
      if (!Number.isSafeInteger(numbers[name]) || numbers[name] < 0)
        throw new Error(`--${name} must be a whole number`);
    return numbers;
  } catch (error) {
    console.error(`${(error as Error).message}\nUsage: npm run walk -- --minutes 60 --seed 7 --from 1 --steps 120`);
    process.exit(2);
  }
}

const visits = new Map<string, number>();
const visit = (path: string) => {
  const page = path.replaceAll(/\d+/g, 'n');
  visits.set(page, (visits.get(page) ?? 0) + 1);
};

const known = new Map<string, { finding: Finding; seed: number; count: number }>();
/** The same problem at another seat or booking has the same key. */
const keyOf = ({ what, address }: Finding) => `${what} @ ${address.split(/[?#]/)[0]}`.replaceAll(/\d+/g, 'n');

function note(finding: Finding, ofSeed: number): void {
  const key = keyOf(finding);
  const before = known.get(key);
  if (before) {
    before.count += 1;
    return;
  }
  known.set(key, { finding, seed: ofSeed, count: 1 });
  const { walker, step, what, address, actions, picture } = finding;
  console.log(`✗ ${what}\n  seed ${ofSeed}, step ${step}, ${walker}, at ${address}, picture ${picture}`);
  for (const action of actions) console.log(`    ${action}`);
}

const ofServer = (what: string): Finding => ({
  walker: 'server',
  step: 0,
  what,
  address: '',
  actions: [],
  picture: '',
});

async function walkOnce(browser: Browser, ofSeed: number, isOver: () => boolean): Promise<void> {
  const choices = new Choices(ofSeed, 0, 1);
  const dataDir = await mkdtemp(join(tmpdir(), 'moviebooking-walk-'));
  const server = await startServer({
    ...{ DATA_DIR: dataDir, SEED_DEMO: 'true' },
    HOLD_SECONDS: choices.pick(['8', '30', '300']),
    HOLD_GRACE_SECONDS: choices.pick(['2', '20']),
    ROOM_LIMIT: choices.pick(['0', '0', '0', '1']),
    ROOM_MINUTES: '1',
  });
  try {
    useSite({ address: server.url, dataDir });
    let lastKill = performance.now();
    const kill = async () => {
      if (performance.now() < lastKill + KILL_REST_MS) return false;
      lastKill = performance.now();
      for (const pid of await workersOf(server)) process.kill(pid, 'SIGKILL');
      return true;
    };
    const report = (finding: Finding) => note(finding, ofSeed);
    await walkRound({ browser, seed: ofSeed, from, steps, isOver, kill, report, visit });
  } catch (error) {
    note(ofServer(`the round could not be finished: ${(error as Error).stack}`), ofSeed);
  } finally {
    if (server.process.exitCode !== null) note(ofServer(`the server ended: ${server.complained()}`), ofSeed);
    for (const line of server.printed().split('\n'))
      if (line.startsWith('{')) note(ofServer(`the server logged ${line}`), ofSeed);

    server.process.kill('SIGTERM');
    await server.ended;
    await rm(dataDir, { recursive: true, force: true });
  }
}

const until = performance.now() + (minutes ?? 0) * 60_000;
const isOver = () => minutes !== undefined && performance.now() > until;
const browser = await launchBrowser();
let rounds = 0;
do {
  const started = performance.now();
  const before = known.size;
  await walkOnce(browser, seed + rounds, isOver);
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(`seed ${seed + rounds}: ${seconds} s, ${known.size - before} new findings`);
  rounds += 1;
} while (minutes !== undefined && !isOver());
await browser.close();
console.log(`${rounds} rounds with seeds ${seed} to ${seed + rounds - 1}: ${known.size} findings`);
console.log(
  [...visits]
    .sort(([, a], [, b]) => b - a)
    .map(([page, count]) => `  ${page} ${count}`)
    .join('\n'),
);
for (const [key, { count, seed: ofSeed, finding }] of known)
  console.log(`  ${count} times, first with seed ${ofSeed} at step ${finding.step}: ${key}`);
process.exit(known.size > 0 ? 1 : 0);
