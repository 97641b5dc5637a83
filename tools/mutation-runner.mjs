/**
 * A separate process with one Vitest and one PostgreSQL that tests many mutants. An SQL mutant is applied to the template database
 * that tests clone; a TypeScript mutant is served in place of its file. No project file is written.
 */
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { createVitest } from 'vitest/node';
import { projectFile } from './project.mjs';

const TEMPLATE = 'moviebooking_template';
const LONGEST_TEST_MS = 300_000;

const served = new Map();
let isCounting = false;
let run;

const reporter = {
  onTestCaseResult(test) {
    run.slowestTestMs = Math.max(run.slowestTestMs, test.diagnostic()?.duration ?? 0);
    if (test.result().state === 'failed') run.failure ??= test.fullName;
  },
  onTestModuleEnd(module) {
    const [error] = module.errors();
    if (error) run.failure ??= error.message;
    run.brokenFiles.push(error?.message);
  },
};

const plugin = {
  name: 'mutants',
  enforce: 'pre',
  load: (id) => served.get(id),
  transform(code, id) {
    // The databases stay: they hold the call counts.
    if (isCounting && id.endsWith('server/test/test-app.ts')) return code.replace('drop database', 'select 1 --');
  },
};

const vitest = await createVitest(
  'test',
  {
    config: false,
    root: projectFile('.'),
    watch: false,
    include: ['server/{src,test}/**/*.test.ts'],
    globalSetup: ['server/test/global-setup.ts'],
    setupFiles: ['tools/mutation-setup.mjs'],
    maxWorkers: 1,
    isolate: false,
    update: false,
    // Its key is the file's content on disk, so the first mutant would stand for all others.
    fsModuleCache: false,
    reporters: [reporter],
    hookTimeout: 60_000,
  },
  { plugins: [plugin] },
);
const project = vitest.getRootProject();
await vitest.initializeGlobalSetup([]);
const [cluster] = project.getProvidedContext().clusters;
const logFile = path.join(cluster.host, '../../postgres.log');
const resultFile = path.join(cluster.host, '../../mutants.jsonl');
await prepareCluster();

async function query(database, text) {
  const client = new pg.Client({ ...cluster, database });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

async function prepareCluster() {
  // The data need not survive a crash of the machine.
  await query('postgres', 'alter system set fsync = off');
  await query('postgres', 'select pg_reload_conf()');
  await query('postgres', `alter role all set log_min_messages = 'error'`);
  await query('postgres', `alter role all set log_error_verbosity = 'verbose'`);
  await query('postgres', `alter role all set track_functions = 'all'`);
}

/** Runs the same test file once per mutant; null means unmutated. */
async function runTest(test, mutants, slowestTestMs) {
  rmSync(resultFile, { force: true });
  project.provide('mutation', { mutants, template: { ...cluster, database: TEMPLATE }, logFile, resultFile });
  run = { slowestTestMs: 0, brokenFiles: [] };
  project.config.testTimeout = slowestTestMs ? Math.round(5 * slowestTestMs + 10_000) : LONGEST_TEST_MS;
  project.config.expect.poll = { timeout: project.config.testTimeout / 2 };
  const started = performance.now();
  await vitest.runTestSpecifications(mutants.map(() => project.createSpecification(projectFile(test))));
  return { ...run, ms: Math.round(performance.now() - started) };
}

/** Returns the SQL functions that this test file calls, including those that PostgreSQL would inline. */
async function count({ test }) {
  isCounting = true;
  const result = await runTest(test, [null]);
  const functions = new Set();
  const databases = await query('postgres', `select datname from pg_database where datname like 'test\\_%'`);
  for (const { datname } of databases) {
    const rows = await query(datname, `select funcname from pg_stat_user_functions where schemaname = 'ledger'`);
    for (const { funcname } of rows) functions.add(funcname);
    await query('postgres', `drop database "${datname}" with (force)`);
  }
  return { ...result, functions: [...functions].sort() };
}

async function prepareToCount() {
  const rows = await query(
    TEMPLATE,
    `select p.oid::regprocedure as signature from pg_proc p join pg_language l on l.oid = prolang
     where pronamespace = 'ledger'::regnamespace and lanname = 'sql'`,
  );
  // PostgreSQL does not inline a function that has a setting.
  for (const { signature } of rows) await query(TEMPLATE, `alter function ${signature} set work_mem = '8MB'`);
}

/** Each mutant's outcome: how a test failed, why it is invalid, or neither. */
async function tryMutants({ file, test, texts, slowestTestMs }) {
  if (file.endsWith('.ts')) return tryTypeScript(projectFile(file), test, texts, slowestTestMs);
  try {
    const { brokenFiles } = await runTest(test, texts, slowestTestMs);
    return { outcomes: readOutcomes(texts, brokenFiles) };
  } finally {
    await query(TEMPLATE, readFileSync(projectFile(file), 'utf8'));
  }
}

/** A process caches modules, so each mutant needs a new one. */
async function tryTypeScript(file, test, texts, slowestTestMs) {
  const outcomes = [];
  for (const text of texts) {
    served.set(file, text);
    vitest.invalidateFile(file);
    const { brokenFiles } = await runTest(test, [null], slowestTestMs);
    outcomes.push(...readOutcomes([text], brokenFiles));
  }
  served.delete(file);
  vitest.invalidateFile(file);
  return { outcomes };
}

function readOutcomes(texts, brokenFiles) {
  const told = readFileSync(resultFile, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  return texts.map((_, index) => {
    const own = told.find((one) => one.index === index && !one.hasBegun);
    return own ?? (brokenFiles[index] ? { failure: brokenFiles[index], isTimeout: true } : {});
  });
}

async function stop() {
  await vitest.close();
  process.exit();
}

for (const signal of ['SIGINT', 'SIGTERM', 'disconnect']) process.once(signal, stop);
const tasks = { count, prepareToCount, tryMutants };
process.on('message', async ({ task, ...input }) => {
  const result = await tasks[task](input).catch((error) => ({ broken: error.stack }));
  process.send(result ?? {});
});
process.send({ isReady: true });
