/**
 * Runs Lighthouse with its mobile preset (a slow phone on a slow network) on the pages that customers see first, each with a cold
 * cache and a new browser profile. Also measures the time from a tap on a seat to its paint. Prints one JSON line per result, and
 * fails below a goal.
 *
 * Lighthouse takes 180 MB on disk, so it is not a dependency: the first run downloads this version to node_modules/.cache.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Session } from '@moviebooking/contract/accounts';
import type { MovieDetail } from '@moviebooking/contract/catalogue';
import { chromium } from 'playwright-core';
import { median } from './report.ts';
import { tapsToPaint } from './tap-to-paint.ts';

const LIGHTHOUSE = 'lighthouse@13.5.0';
const RUNS = 5;
/** Sometimes Lighthouse loses its own trace and has to run again. */
const ATTEMPTS = 3;
const DEBUGGING_PORT = 9_333;
const GOALS = { performance: 95, accessibility: 100, 'best-practices': 100 } as const;
const TAP_TO_PAINT_GOAL_MS = 100;

type Category = keyof typeof GOALS;
type Lighthouse = (
  url: string,
  flags: { port: number; onlyCategories: Category[]; disableStorageReset: boolean; logLevel: 'error' },
) => Promise<{ lhr: { categories: Record<Category, { score: number | null }>; runtimeError?: { message: string } } }>;

const inProject = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

async function fetchLighthouse(): Promise<Lighthouse> {
  const home = inProject(`node_modules/.cache/${LIGHTHOUSE}`);
  const entry = join(home, 'node_modules/lighthouse/core/index.js');
  if (!existsSync(entry)) {
    await mkdir(home, { recursive: true });
    execFileSync('npm', ['install', '--prefix', home, '--no-save', '--ignore-scripts', LIGHTHOUSE], {
      stdio: 'ignore',
    });
  }
  return (await import(pathToFileURL(entry).href)).default;
}

/** The server, with its demo accounts' passwords by email address. */
async function startDemoServer() {
  const dataDir = await mkdtemp(join(tmpdir(), 'moviebooking-bench-'));
  const server = spawn(process.execPath, [inProject('server/src/main.ts')], {
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1', RATE_LIMIT: 'off', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = once(server, 'exit');
  const close = async () => {
    server.kill('SIGTERM');
    await closed;
    await rm(dataDir, { recursive: true, force: true });
  };
  for await (const line of createInterface({ input: server.stdout })) {
    const site = /open at (http:\S+)/.exec(line)?.[1];
    if (!site) continue;
    const passwords: Record<string, string> = JSON.parse(await readFile(join(dataDir, 'demo-logins.json'), 'utf8'));
    return { site, passwords, close };
  }
  await close();
  throw new Error('The server did not start.');
}

interface PageToScore {
  site: string;
  path: string;
  /** The browser's local storage before the page opens. */
  stored: Record<string, string>;
}

async function score(lighthouse: Lighthouse, { site, path, stored }: PageToScore): Promise<Record<Category, number>> {
  const profile = await mkdtemp(join(tmpdir(), 'moviebooking-profile-'));
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${DEBUGGING_PORT}`],
  });
  try {
    const page = await browser.newPage();
    // An image of this origin gives access to local storage without caching anything of the app.
    await page.goto(`${site}/logo.svg`);
    await page.evaluate((entries) => {
      for (const [key, value] of entries) localStorage.setItem(key, value);
    }, Object.entries(stored));
    await page.close();
    const { lhr } = await lighthouse(site + path, {
      ...{ port: DEBUGGING_PORT, disableStorageReset: true, logLevel: 'error' },
      onlyCategories: Object.keys(GOALS) as Category[],
    });
    if (lhr.runtimeError) throw new Error(lhr.runtimeError.message);
    const scoreOf = (category: Category) => Math.round((lhr.categories[category].score ?? 0) * 100);
    return {
      performance: scoreOf('performance'),
      accessibility: scoreOf('accessibility'),
      'best-practices': scoreOf('best-practices'),
    };
  } finally {
    await browser.close();
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function scoreWithRetries(
  lighthouse: Lighthouse,
  page: PageToScore,
  attempt = 1,
): Promise<Record<Category, number>> {
  try {
    return await score(lighthouse, page);
  } catch (error) {
    if (attempt === ATTEMPTS) throw error;
    console.error(`${page.path}: ${error}`);
    return scoreWithRetries(lighthouse, page, attempt + 1);
  }
}

async function authenticate(site: string, path: 'login' | 'signup', body: object): Promise<Session> {
  const answer = await fetch(`${site}/api/auth/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return ((await answer.json()) as { data: Session }).data;
}

async function pagesToScore(site: string, { token, user }: Session) {
  const stored = { authToken: token, user: JSON.stringify(user) };
  const movie = await fetch(`${site}/api/movies/1`, { headers: { authorization: `Bearer ${token}` } });
  const [show] = ((await movie.json()) as { data: MovieDetail }).data.shows;
  if (!show) throw new Error('The demo data has no show of the first movie.');
  const pages: Record<string, PageToScore> = {
    login: { site, path: '/login', stored: {} },
    movies: { site, path: '/movies', stored },
    movie: { site, path: '/movies/1/cinemas', stored },
    seats: { site, path: `/shows/${show.id}/seats`, stored },
  };
  return { pages, showId: show.id };
}

async function measureTaps(site: string, showId: number, customer: Session): Promise<void> {
  const other = await authenticate(site, 'signup', { name: 'Ravi', email: 'ravi@bench.example', password: 'matinee' });
  const times = await tapsToPaint({ site, showId, customer, other });
  for (const [name, share] of Object.entries({ p50: 0.5, p95: 0.95 })) {
    const ms = times[Math.ceil(times.length * share) - 1] ?? Number.POSITIVE_INFINITY;
    console.log(JSON.stringify({ bench: 'web', name: `tap_to_paint_${name}`, ms, goal: TAP_TO_PAINT_GOAL_MS }));
    if (ms > TAP_TO_PAINT_GOAL_MS) process.exitCode = 1;
  }
}

export async function run(): Promise<void> {
  const lighthouse = await fetchLighthouse();
  const server = await startDemoServer();
  try {
    const email = 'asha@moviebooking.example';
    const customer = await authenticate(server.site, 'login', { email, password: server.passwords[email] });
    const { pages, showId } = await pagesToScore(server.site, customer);
    await measureTaps(server.site, showId, customer);
    for (const [name, page] of Object.entries(pages)) {
      const runs: Record<Category, number>[] = [];
      for (let round = 0; round < RUNS; round += 1) runs.push(await scoreWithRetries(lighthouse, page));
      for (const [category, goal] of Object.entries(GOALS) as [Category, number][]) {
        const result = median(runs.map((scores) => scores[category]));
        console.log(
          JSON.stringify({ bench: 'web', name: `${name}_${category.replace('-', '_')}`, score: result, goal }),
        );
        if (result < goal) process.exitCode = 1;
      }
    }
  } finally {
    await server.close();
  }
}
