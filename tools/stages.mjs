/**
 * `npm test` and `npm run check`: all stages run, even after a failure. Failures are listed at the end, and the last line is
 * "N passed, M failed", which counts each test of Vitest and each other stage as one.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ensureChromium, findChromium } from './chromium.mjs';
import { ensurePostgres } from './postgres-versions.mjs';
import { Failure, interruption, runForeground, runQuietly, seconds, withNodeFirst } from './processes.mjs';
import { projectFile, toolFile } from './project.mjs';
import { buildWebIfChanged } from './web-build.mjs';

/** More checkers would repeat work, and the parallel stages already use all cores. */
const ONE_CHECKER = ['--checkers', '1'];

const FAST_STAGES = [
  { title: 'Types of the server', tool: 'tsc', args: ['-p', 'tsconfig.json', ...ONE_CHECKER] },
  { title: 'Types of the web app', tool: 'tsc', args: ['-p', 'web/tsconfig.json', ...ONE_CHECKER] },
  { title: 'Types of the browser tests', tool: 'tsc', args: ['-p', 'e2e/tsconfig.json', ...ONE_CHECKER] },
  { title: 'Format and lint', tool: 'biome', args: ['ci', `--colors=${process.stdout.isTTY ? 'force' : 'off'}`, '.'] },
  {
    title: 'Import boundaries',
    tool: 'depcruise',
    args: ['--config', '.dependency-cruiser.cjs', 'contract/src', 'embedded-postgres/src', 'server/src', 'web/src'],
  },
  { title: 'Dead code', tool: 'knip', args: [] },
];

export async function runFastStages(node) {
  return conclude(await Promise.all(fastStages(node)));
}

/** The oldest version that the product promises runs the tests of everything that has SQL. */
const OLDEST_POSTGRES = '15';
const TESTS_WITH_SQL = [
  ...['server/src/features', 'server/test/ledger/', 'server/test/plans'],
  ...['migrations', 'serving-role'].map((name) => `server/src/platform/database/${name}`),
  // Sockets, mail servers and commands take minutes, and the rest have no statement of their own: the other tests run all of their SQL.
  ...[
    ...['administrators', 'card-images', 'catalogue-cache', 'demo-logins', 'ledger.model', 'live', 'sending'],
    ...[
      'booking-timeline',
      'check-in',
      'hindi',
      'history',
      'new-passwords',
      'outbox',
      'profile',
      'seat-layout',
      'seat-maps',
    ],
    ...['second-factor-rights', 'ticket-codes-in-responses'],
  ].flatMap((name) => ['--exclude', `**/features/**/${name}.test.ts`]),
];

export async function runAllStages(node) {
  let chromium;
  let oldest;
  const prepared = await Promise.all([
    stage('Chromium for the browser tests', async () => {
      chromium = await ensureChromium();
    }),
    stage(`PostgreSQL ${OLDEST_POSTGRES}`, async () => {
      oldest = await ensurePostgres(OLDEST_POSTGRES);
    }),
    stage('Build of the web app', () => buildWebIfChanged(node)),
    ...fastStages(node),
  ]);
  return conclude([...prepared, ...(await allTests(node, chromium, oldest))]);
}

/** `npm run test:postgres -- 15`: runs the server's tests, or the named ones, on another version of PostgreSQL. */
export async function runOnPostgres(node, [version, ...files]) {
  const programs = await ensurePostgres(version);
  const title = `Server tests on PostgreSQL ${version}`;
  const args = ['--project=server', ...files];
  return conclude([await vitest(node, { title, args, env: onPostgres(programs), run: runForeground })]);
}

const onPostgres = (programs) => (programs ? { TEST_POSTGRES: programs } : {});

/**
 * Vitest finds the tests that a change affects by imports. No import leads to these files, so each names a file that the affected
 * tests do import: the setup of all server or browser tests, or the helper that starts a server process.
 */
const serverTest = (name) => `server/test/${name}.test.ts`;
const CONNECTIONS = [
  { changed: /^server\/(functions|locales|migrations)\//, affects: ['server/test/global-setup.ts'] },
  {
    changed: /^(contract|embedded-postgres|server)\/src\/.*(?<!\.test)\.ts$/,
    affects: ['server/test/running-server.ts'],
  },
  { changed: /^(contract\/src|web(?!\/test))\/.*(?<!\.test\.ts)$/, affects: ['e2e/harness/setup.ts'] },
  { changed: /^docs\/openapi\.json$/, affects: ['openapi', 'openapi-client', 'openapi-lint'].map(serverTest) },
  {
    changed: /^deploy\//,
    affects: [...['deployment', 'monitoring', 'nginx', 'pgbouncer'].map(serverTest), 'server/test/nginx.ts'],
  },
];

/** Returns the changed files and those that the affected tests import. */
export function affectedBy(changed) {
  const others = CONNECTIONS.filter((connection) => changed.some((file) => connection.changed.test(file)));
  return [...new Set([...changed, ...others.flatMap(({ affects }) => affects)])];
}

/** `npm test -- --changed [ref]`: runs the fast stages and the tests that the changes since `ref` can affect. */
export async function runChanged(node, [ref = 'HEAD']) {
  const changed = await changedFiles(ref);
  if (changed.length === 0) throw new Failure(`Nothing has changed since ${ref}.`);
  const affected = affectedBy(changed);
  const needsBrowser = affected.some((file) => file.startsWith('e2e/'));
  let chromium;
  if (needsBrowser) {
    chromium = await ensureChromium();
    await buildWebIfChanged(node);
  }
  const checks = await Promise.all(fastStages(node));
  const title = `Tests of what changed since ${ref}`;
  const command = ['related', '--run', '--passWithNoTests', ...affected];
  return conclude([...checks, await vitest(node, { title, command, args: [], chromium, run: runForeground })]);
}

async function changedFiles(ref) {
  const cwd = projectFile('.');
  const listings = await Promise.all([
    runQuietly('git', ['diff', '--name-only', '--merge-base', ref], { cwd }),
    runQuietly('git', ['ls-files', '--others', '--exclude-standard'], { cwd }),
  ]);
  const failed = listings.find(({ succeeded }) => !succeeded);
  if (failed) throw new Failure(`git cannot tell what has changed since ${ref}: ${failed.output}`);
  return listings.flatMap(({ output }) => output.split('\n').filter(Boolean));
}

export async function runOnlyVitest(node, args) {
  return conclude([await vitest(node, { title: 'Tests', args, chromium: findChromium(), run: runForeground })]);
}

/**
 * Runs three Vitest processes at once, because tests mostly wait for a browser or database. One Vitest would run the projects in
 * turn.
 */
async function allTests(node, chromium, oldest) {
  const outputs = [];
  const runInBackground = async (command, args, options) => {
    const result = await runQuietly(command, args, { ...options, env: { ...withNodeFirst(node), ...options.env } });
    outputs.push(result.output);
    return result.succeeded ? 0 : 1;
  };
  const others = ['--project=!browser', '--project=!server'];
  const runOthers = async () => {
    const results = [await vitest(node, { title: 'Other tests', args: others, run: runInBackground })];
    if (!oldest) return results;
    const title = `Server tests on PostgreSQL ${OLDEST_POSTGRES}`;
    const args = ['--project=server', '--maxWorkers=1', ...TESTS_WITH_SQL];
    results.push(await vitest(node, { title, args, env: onPostgres(oldest), run: runInBackground }));
    return results;
  };
  const results = await Promise.all([
    vitest(node, { title: 'Browser tests', args: ['--project=browser'], chromium, run: runForeground }),
    vitest(node, { title: 'Server tests', args: ['--project=server'], run: runInBackground }),
    runOthers(),
  ]);
  console.log(outputs.join('\n'));
  return results.flat();
}

function fastStages(node) {
  const options = { cwd: projectFile('.'), env: withNodeFirst(node) };
  return FAST_STAGES.map(({ title, tool, args }) =>
    stage(title, async () => {
      const { succeeded, output } = await runQuietly(node, [toolFile(tool), ...args], options);
      if (!succeeded) throw new Failure(output);
    }),
  );
}

async function stage(title, work) {
  const started = performance.now();
  try {
    await work();
    console.log(`✓ ${title} (${seconds(started)})`);
    return { title, passed: 1, failed: 0 };
  } catch (error) {
    if (interruption.requested) throw error;
    console.log(`✗ ${title} (${seconds(started)})\n${error instanceof Failure ? error.message : error.stack}\n`);
    return { title, passed: 0, failed: 1 };
  }
}

async function vitest(node, { title, command = ['run'], args, chromium, env = {}, run }) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'moviebooking-test-'));
  const report = path.join(folder, 'vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  try {
    const code = await run(node, [toolFile('vitest'), ...command, ...reporters, ...args], {
      cwd: projectFile('.'),
      env: { XDG_DATA_HOME: folder, ...(chromium ? { CHROMIUM_PATH: chromium } : {}), ...env },
    });
    const { numPassedTests: passed, numFailedTests: failed, testResults } = readReport(report);
    const mayBeEmpty = command.includes('--passWithNoTests');
    const broken = failed === 0 && (code !== 0 || (passed === 0 && !mayBeEmpty));
    return { title, passed, failed: broken ? 1 : failed, failures: failedTests(testResults) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return { numPassedTests: 0, numFailedTests: 0, testResults: [] };
  }
}

export function failedTests(testResults) {
  return testResults.flatMap((file) => {
    const name = path.relative(projectFile('.'), file.name);
    const failed = file.assertionResults.filter(({ status }) => status === 'failed');
    if (failed.length === 0 && file.status === 'failed') return [`${name}\n${file.message}`];
    return failed.map((test) => `${name} > ${test.fullName}\n${test.failureMessages.join('\n')}`);
  });
}

export function conclude(results) {
  const passed = results.reduce((sum, result) => sum + result.passed, 0);
  const failed = results.reduce((sum, result) => sum + result.failed, 0);
  const titles = results.filter((result) => result.failed > 0).map(({ title }) => title);
  for (const failure of results.flatMap((result) => result.failures ?? [])) console.log(`\n✗ ${failure}`);
  if (titles.length > 0) console.log(`\nFailed: ${titles.join(', ')}`);
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0 ? 0 : 1;
}
