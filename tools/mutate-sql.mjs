/**
 * `npm run mutate -- sql`: mutates the SQL functions and reports which mutants the server's tests do not kill.
 *
 * A mutant runs against the test files that call its function, starting with those that name it. The calls of each test file, and its
 * verdict on each mutant, are cached in node_modules/.cache until the test file changes. mutation-survivors.json gives the reason for
 * each survivor that cannot or need not be killed; those run only against the tests that call functions directly. Stale reasons are
 * reported.
 */
import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Failure, interruption, stopWhenAsked, withNodeFirst } from './processes.mjs';
import { projectFile } from './project.mjs';
import { mutantsOf } from './sql-mutants.mjs';

const RUNNERS = 2;
const SOURCES = ['server/functions/*/*.sql', 'server/src/features/outbox/outbox.sql.ts'];
/** Tests that start other programs or compare plans, which say nothing about a single function. */
const OTHER_TESTS =
  /\/(plans|nginx|pgbouncer|fuzz|openapi[\w-]*|raw-sockets|deployment|replacing|workers|tracing|monitoring|secrets|crash|upgrade|restore|faults|seat-history|floods|memory|edge|rate-limits|http|listening|web-app|other-origins|peers)\.test\.ts$/;
/** PostgreSQL does not count calls of TypeScript. */
const TESTS_OF_TYPESCRIPT = {
  'server/src/features/outbox/outbox.sql.ts': /outbox|mail|new-passwords|email-confirmation/,
};
/** The total time, without a mutant, of the test files that run for one mutant. */
const TESTS_MS = 60_000;
const CACHE = projectFile('node_modules/.cache/mutate');

const read = (file) => readFileSync(projectFile(file), 'utf8');
const hash = (...texts) => createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 20);
const find = (patterns) => patterns.flatMap((pattern) => globSync(pattern, { cwd: projectFile('.') }).sort());

async function mutateSql(node, names) {
  const sources = find(SOURCES).filter((file) => names.length === 0 || names.some((name) => file.endsWith(name)));
  if (sources.length === 0) throw new Failure(`No SQL file is named ${names.join(' or ')}.`);
  // A short path: socket addresses below it are limited to 100 bytes.
  const folder = mkdtempSync(path.join(os.tmpdir(), 'mutants-'));
  const runners = Array.from({ length: RUNNERS }, () => createRunner(node, folder));
  const stopRunners = () => Promise.all(runners.map((runner) => runner.stop()));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, stopRunners);
  try {
    const calls = await measureCalls(runners);
    const reasons = JSON.parse(read('tools/mutation-survivors.json'));
    const results = await tryAll(runners, calls, sources, reasons);
    return report(results, sources, reasons);
  } finally {
    await stopRunners();
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
  }
}

function createRunner(node, folder) {
  let child;
  const start = async () => {
    const env = { ...withNodeFirst(node), TMPDIR: folder, XDG_DATA_HOME: folder, RUNS: '100', SEED: '1' };
    child = fork(projectFile('tools/mutation-runner.mjs'), {
      execPath: node,
      env,
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    child.stderr.resume();
    await answer(300_000);
  };
  const answer = (limitMs) =>
    new Promise((resolve) => {
      const timer = setTimeout(() => finish({ isLate: true }), limitMs);
      const finish = (result) => {
        clearTimeout(timer);
        child.off('message', finish).off('exit', onExit);
        resolve(result);
      };
      const onExit = () => finish({ broken: 'The test process ended.' });
      child.once('message', finish).once('exit', onExit);
    });
  const stop = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    const timer = setTimeout(() => child.kill('SIGKILL'), 15_000);
    child.kill('SIGTERM');
    await ended;
    clearTimeout(timer);
  };
  return {
    stop,
    async restart() {
      await stop();
      child = undefined;
    },
    async ask(task, limitMs) {
      if (interruption.requested) throw new Failure('Stopped.');
      if (!child) await start();
      child.send(task);
      const result = await answer(limitMs);
      if (interruption.requested) throw new Failure('Stopped.');
      if (result.isLate || result.broken) await this.restart();
      return result;
    },
  };
}

/** Each runner takes the next job when it finishes one. */
async function share(runners, work, handle) {
  const left = [...work];
  await Promise.all(
    runners.map(async (runner) => {
      for (let piece = left.shift(); piece; piece = left.shift()) await handle(runner, piece);
    }),
  );
}

function keptIn(name) {
  const file = path.join(CACHE, name);
  const kept = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  return {
    kept,
    keep(entries) {
      Object.assign(kept, entries);
      mkdirSync(CACHE, { recursive: true });
      writeFileSync(file, JSON.stringify(kept));
    },
  };
}

async function measureCalls(runners) {
  const { kept, keep } = keptIn('calls.json');
  const tests = find(['server/src/**/*.test.ts', 'server/test/**/*.test.ts']).filter((file) => !OTHER_TESTS.test(file));
  const key = (file) => hash(file, read(file));
  const missing = tests.filter((file) => !kept[key(file)]);
  if (missing.length > 0) console.log(`Measuring which functions ${missing.length} test files call …`);
  const prepared = new Set();
  await share(runners, missing, async (runner, file) => {
    if (!prepared.has(runner)) await runner.ask({ task: 'prepareToCount' }, 60_000);
    prepared.add(runner);
    const { ms, slowestTestMs, functions, failure, broken, isLate } = await runner.ask(
      { task: 'count', test: file },
      600_000,
    );
    if (failure || broken || isLate)
      console.log(`  Skipped, because it fails without a mutant: ${file} ${failure ?? broken ?? 'takes too long'}`);
    else keep({ [key(file)]: { ms, slowestTestMs, functions } });
  });
  // These runners counted calls, and kept their databases.
  await Promise.all([...prepared].map((runner) => runner.restart()));
  return tests.filter((file) => kept[key(file)]).map((file) => ({ file, text: read(file), ...kept[key(file)] }));
}

const camelCase = (name) => name.replaceAll(/_(\w)/g, (_, letter) => letter.toUpperCase());

/** Tests that call functions directly are fast, and usually name the function they test. */
const isDirect = (test, file) =>
  test.file.startsWith('server/test/ledger/') || test.file === file.replace(/\.ts$/, '.test.ts');

function testsFor(calls, file, name) {
  const wanted = TESTS_OF_TYPESCRIPT[file];
  const words = wanted
    ? [`${name}(`]
    : [`ledger.${name}`, ...(name.includes('_') ? [name, `${camelCase(name)}(`] : [])];
  const mentions = ({ text }) => words.reduce((sum, word) => sum + text.split(word).length - 1, 0);
  const names = (test) => Math.min(mentions(test), 1);
  const directly = (test) => (isDirect(test, file) ? 1 + mentions(test) : 0);
  const calling = calls
    .filter((test) => (wanted ? wanted.test(test.file) : test.functions.includes(name) || names(test)))
    .sort((a, b) => directly(b) - directly(a) || names(b) - names(a) || a.ms - b.ms);
  let sumMs = 0;
  return calling.filter(({ ms }) => {
    sumMs += ms;
    return sumMs - ms < TESTS_MS;
  });
}

async function tryAll(runners, calls, sources, reasons) {
  const { kept, keep } = keptIn('outcomes.json');
  const mutants = sources.flatMap((file) =>
    mutantsOf(read(file), { isTypeScript: file.endsWith('.ts') }).map((mutant) => ({ file, ...mutant })),
  );
  const byFunction = [...Map.groupBy(mutants, ({ file, function: name }) => `${file} ${name}`).values()];
  await share(runners, byFunction, async (runner, all) => {
    const [{ file, function: name }] = all;
    const tests = testsFor(calls, file, name);
    const keyOf = ({ text }, test) => hash(file, text, test.file, test.text);
    for (const mutant of all)
      for (const test of tests)
        if (kept[keyOf(mutant, test)]?.killedBy) Object.assign(mutant, kept[keyOf(mutant, test)]);
    for (const test of tests) {
      const undecided = all.filter(
        ({ killedBy, invalid, label }) => !killedBy && !invalid && (isDirect(test, file) || !reasons[file]?.[label]),
      );
      const untried = undecided.filter((mutant) => !kept[keyOf(mutant, test)]);
      if (untried.length > 0) await tryBatch(runner, test, untried);
      keep(Object.fromEntries(untried.map((mutant) => [keyOf(mutant, test), outcomeOf(mutant)])));
      for (const mutant of undecided) Object.assign(mutant, kept[keyOf(mutant, test)]);
    }
    const survivors = all.filter(({ killedBy, invalid }) => !killedBy && !invalid);
    console.log(`${file} ${name}: ${all.length} mutants, ${survivors.length} survived`);
    for (const { line, label } of survivors) console.log(`  ${line} ${label}`);
  });
  return mutants.filter(({ invalid }) => !invalid);
}

const outcomeOf = ({ killedBy, invalid }) => ({ killedBy, invalid });

/**
 * A mutant that hangs blocks the others, so each is then tried alone. A timeout counts only when it happens twice, because
 * the machine may have been busy.
 */
async function tryBatch(runner, test, batch, isSecondTry = false) {
  const { ms, slowestTestMs } = test;
  const [{ file }] = batch;
  const task = { task: 'tryMutants', file, test: test.file, slowestTestMs, texts: batch.map(({ text }) => text) };
  const { outcomes, isLate, broken } = await runner.ask(task, 60_000 + batch.length * (5 * ms + 10_000));
  if (broken) throw new Failure(`${file} with ${test.file}: ${broken}`);
  if (isLate && batch.length > 1) for (const mutant of batch) await tryBatch(runner, test, [mutant]);
  else if (isLate) batch[0].killedBy = `${test.file} > takes too long`;
  else {
    const again = isSecondTry ? [] : batch.filter((_, index) => outcomes[index].isTimeout);
    outcomes.forEach(({ failure, invalid }, index) => {
      if (again.includes(batch[index])) return;
      batch[index].invalid = invalid;
      if (failure) batch[index].killedBy = `${test.file} > ${failure}`;
    });
    if (again.length > 0) await tryBatch(runner, test, again, true);
  }
}

function report(results, sources, reasons) {
  const survivors = results.filter(({ killedBy }) => !killedBy);
  const unexplained = survivors.filter(({ file, label }) => !reasons[file]?.[label]);
  const stale = sources.flatMap((file) =>
    Object.keys(reasons[file] ?? {})
      .filter((label) => !survivors.some((one) => one.file === file && one.label === label))
      .map((label) => `${file} ${label}`),
  );
  console.log('');
  for (const folder of new Set(sources.map((file) => path.dirname(file)))) {
    const all = results.filter(({ file }) => path.dirname(file) === folder);
    const killed = all.filter(({ killedBy }) => killedBy).length;
    const percent = ((100 * killed) / all.length).toFixed(1);
    console.log(`${folder}: ${percent} % killed, ${killed} of ${all.length}; ${all.length - killed} survived`);
  }
  for (const { file, line, label } of unexplained) console.log(`Survived: ${file}:${line} ${label}`);
  for (const label of stale)
    console.log(`Stale reason in mutation-survivors.json (the mutant is killed or gone): ${label}`);
  return unexplained.length + stale.length > 0 ? 1 : 0;
}

stopWhenAsked();
try {
  process.exitCode = await mutateSql(process.execPath, process.argv.slice(2));
} catch (error) {
  process.exitCode = 1;
  if (!interruption.requested) console.error(error instanceof Failure ? error.message : error);
}
process.exit();
