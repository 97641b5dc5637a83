/**
 * Runs Lighthouse with its mobile preset (a slow phone on a slow network) on the pages that customers see first, each with a cold
 * cache and a new browser profile. Also measures the time from a tap on a seat to its paint. Prints one JSON line per result, and
 * fails below a goal.
 *
 * Lighthouse takes 180 MB on disk, so it is not a dependency: the first run downloads this version to node_modules/.cache.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Session } from '@moviebooking/contract/accounts';
import type { MovieDetail } from '@moviebooking/contract/catalogue';
import { chromium } from 'playwright-core';
import { askApi, startDemoServer } from './demo-server.ts';
import { median } from './report.ts';
import { runAndExit } from './running.ts';
import { tapsToPaint } from './tap-to-paint.ts';

const LIGHTHOUSE = 'lighthouse@13.5.0';
const RUNS = 5;
/** Sometimes Lighthouse loses its own trace and has to run again. */
const ATTEMPTS = 3;
const DEBUGGING_PORT = 9_333;
const GOALS = { performance: 95, accessibility: 100, 'best-practices': 100 } as const;
const TAP_TO_PAINT_GOAL_MS = 100;

type Category = keyof typeof GOALS;
type Scores = Record<Category, number>;
type Lighthouse = (
  url: string,
  flags: { port: number; onlyCategories: Category[]; disableStorageReset: boolean; logLevel: 'error' },
) => Promise<{ lhr: { categories: Record<Category, { score: number | null }>; runtimeError?: { message: string } } }>;

const CATEGORIES = Object.keys(GOALS) as Category[];

async function fetchLighthouse(): Promise<Lighthouse> {
  const home = fileURLToPath(new URL(`../../node_modules/.cache/${LIGHTHOUSE}`, import.meta.url));
  const entry = join(home, 'node_modules/lighthouse/core/index.js');
  if (!existsSync(entry)) {
    await mkdir(home, { recursive: true });
    execFileSync('npm', ['install', '--prefix', home, '--no-save', '--ignore-scripts', LIGHTHOUSE], {
      stdio: 'ignore',
    });
  }
  return (await import(pathToFileURL(entry).href)).default;
}

/** `stored`: the browser's local storage before the page opens. */
async function score(lighthouse: Lighthouse, site: string, path: string, stored: Record<string, string>) {
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
    const flags = { port: DEBUGGING_PORT, disableStorageReset: true, logLevel: 'error' } as const;
    const { lhr } = await lighthouse(site + path, { ...flags, onlyCategories: CATEGORIES });
    if (lhr.runtimeError) throw new Error(lhr.runtimeError.message);
    const scores = CATEGORIES.map((category) => [category, Math.round((lhr.categories[category].score ?? 0) * 100)]);
    return Object.fromEntries(scores) as Scores;
  } finally {
    await browser.close();
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function retry<Result>(work: () => Promise<Result>, attempts: number): Promise<Result> {
  return work().catch((error) => {
    if (attempts === 1) throw error;
    console.error(error);
    return retry(work, attempts - 1);
  });
}

await runAndExit(async (around) => {
  const lighthouse = await fetchLighthouse();
  const { site, dataFolder } = await startDemoServer(around);
  const passwords = JSON.parse(await readFile(join(dataFolder, 'demo-logins.json'), 'utf8'));
  const email = 'asha@moviebooking.example';
  const customer = await askApi<Session>(site, '/auth/login', { body: { email, password: passwords[email] } });
  const { token, user } = customer;
  const [show] = (await askApi<MovieDetail>(site, '/movies/1', { token })).shows;
  if (!show) throw new Error('The demo data has no show of the first movie.');

  const newUser = { name: 'Ravi', email: 'ravi@bench.example', password: 'matinee' };
  const other = await askApi<Session>(site, '/auth/signup', { body: newUser });
  const times = await tapsToPaint(site, show.id, customer, other);
  for (const [name, share] of Object.entries({ p50: 0.5, p95: 0.95 })) {
    const ms = times[Math.ceil(times.length * share) - 1] ?? Number.POSITIVE_INFINITY;
    console.log(JSON.stringify({ bench: 'web', name: `tap_to_paint_${name}`, ms, goal: TAP_TO_PAINT_GOAL_MS }));
    if (ms > TAP_TO_PAINT_GOAL_MS) process.exitCode = 1;
  }

  const stored = { authToken: token, user: JSON.stringify(user) };
  const pages = { login: '/login', movies: '/movies', movie: '/movies/1/cinemas', seats: `/shows/${show.id}/seats` };
  for (const [name, path] of Object.entries(pages)) {
    const runs: Scores[] = [];
    const scoreOnce = () => score(lighthouse, site, path, name === 'login' ? {} : stored);
    for (let round = 0; round < RUNS; round += 1) runs.push(await retry(scoreOnce, ATTEMPTS));
    for (const category of CATEGORIES) {
      const [result, goal] = [median(runs.map((scores) => scores[category])), GOALS[category]];
      console.log(JSON.stringify({ bench: 'web', name: `${name}_${category.replace('-', '_')}`, score: result, goal }));
      if (result < goal) process.exitCode = 1;
    }
  }
});
