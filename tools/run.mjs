/**
 * The entry point of all npm commands. Runs on any Node from 20 on and uses no packages: it installs the dependencies, and then
 * runs the command on the Node 24 that the project pins.
 */
import { ensureChromium } from './chromium.mjs';
import { ensureDependencies } from './dependencies.mjs';
import { ensureFaketime } from './faketime.mjs';
import { ensureLastRelease } from './last-release.mjs';
import { mutateWithStryker, STRYKER_PARTS } from './mutate-stryker.mjs';
import { ensurePgbench } from './pgbench.mjs';
import { Failure, interruption, runForeground, runTogether, stopWhenAsked } from './processes.mjs';
import { projectFile, toolFile, VITE_ADDRESS } from './project.mjs';
import { release } from './release.mjs';
import { runAllStages, runChanged, runFastStages, runOnlyVitest, runOnPostgres } from './stages.mjs';
import { buildWebIfChanged } from './web-build.mjs';

/** Vite's banner is off: `dev.mjs` prints the address once the server is ready. */
const VITE_OPTIONS = ['--strictPort', '--logLevel', 'warn', '--clearScreen', 'false'];

const tasks = {
  async start(node, args) {
    if (args[0] !== '--version') await buildWebIfChanged(node);
    return runForeground(node, [projectFile('server/src/main.ts'), ...args]);
  },
  dev: (node) =>
    runTogether([
      { node, args: [projectFile('tools/dev.mjs')] },
      {
        node,
        args: [toolFile('vite'), '--port', new URL(VITE_ADDRESS).port, ...VITE_OPTIONS],
        cwd: projectFile('web'),
      },
    ]),
  async build(node) {
    await buildWebIfChanged(node);
    return 0;
  },
  admin: (node, args) => runForeground(node, [projectFile('server/src/admin.ts'), ...args]),
  backup: (node, args) => runForeground(node, [projectFile('server/src/backup.ts'), ...args]),
  restore: (node, args) => runForeground(node, [projectFile('server/src/restore.ts'), ...args]),
  async bench(node, args) {
    const pgbench = args[0] === 'seats' ? await ensurePgbench() : undefined;
    const isInBrowser = args[0] === 'web';
    if (isInBrowser) await buildWebIfChanged(node);
    const env = {
      ...(pgbench ? { PGBENCH_PATH: pgbench } : {}),
      ...(isInBrowser ? { CHROMIUM_PATH: await ensureChromium() } : {}),
    };
    return runForeground(node, [projectFile('bench/src/main.ts'), ...args], { env });
  },
  async chaos(node, args) {
    const faketime = await ensureFaketime();
    const env = faketime ? { FAKETIME_LIBRARY: faketime } : {};
    return runForeground(node, [projectFile('bench/src/chaos.ts'), ...args], { env });
  },
  fuzz: (node, args) => runForeground(node, [projectFile('bench/src/fuzz.ts'), ...args]),
  drill: (node, args) => runForeground(node, [projectFile('bench/src/drill.ts'), ...args]),
  test(node, [first, ...others]) {
    if (first === undefined) return runAllStages(node);
    return first === '--changed' ? runChanged(node, others) : runOnlyVitest(node, [first, ...others]);
  },
  'test:postgres': runOnPostgres,
  async 'test:upgrade'(node) {
    const env = { CHROMIUM_PATH: await ensureChromium(), LAST_RELEASE: await ensureLastRelease(node) };
    await buildWebIfChanged(node);
    return runForeground(node, [toolFile('vitest'), 'run', 'server/test/upgrade'], { cwd: projectFile('.'), env });
  },
  mutate(node, [part = '', ...names]) {
    if (part === 'sql') return runForeground(node, [projectFile('tools/mutate-sql.mjs'), ...names]);
    if (Object.hasOwn(STRYKER_PARTS, part)) return mutateWithStryker(node, part, names);
    const parts = ['sql', ...Object.keys(STRYKER_PARTS)].join(', ');
    throw new Failure(`Say what to mutate: ${parts}. For example: npm run mutate -- seats`);
  },
  openapi: (node) => rewrite(node, 'server/test/openapi.test.ts', { WRITE_OPENAPI: '1' }),
  tables: (node) => rewrite(node, 'server/src/platform/database/tables.test.ts', { WRITE_TABLES: '1' }),
  async screens(node, args) {
    const chromium = await ensureChromium();
    await buildWebIfChanged(node);
    return runForeground(node, [projectFile('e2e/screens/main.ts'), ...args], { env: { CHROMIUM_PATH: chromium } });
  },
  async walk(node, args) {
    const chromium = await ensureChromium();
    await buildWebIfChanged(node);
    return runForeground(node, [projectFile('e2e/walk/main.ts'), ...args], { env: { CHROMIUM_PATH: chromium } });
  },
  fonts: (node) => runForeground(node, [projectFile('web/build/fonts.ts')]),
  release,
  check: runFastStages,
  format: (node) => runForeground(node, [toolFile('biome'), 'check', '--write', projectFile('.')]),
};

/** Runs the test that checks a generated file, and lets it write the file first. */
function rewrite(node, test, env) {
  return runForeground(node, [toolFile('vitest'), 'run', test], { cwd: projectFile('.'), env });
}

/** Biome and SWC cache files here, not in the user's home folder. */
process.env.XDG_CACHE_HOME ??= projectFile('node_modules/.cache');

stopWhenAsked();
const [name = '', ...args] = process.argv.slice(2);
const task = Object.hasOwn(tasks, name) ? tasks[name] : undefined;
try {
  if (!task) throw new Failure(`Unknown command "${name}". The commands are: ${Object.keys(tasks).join(', ')}.`);
  const node = await ensureDependencies();
  process.exitCode = await task(node, args);
} catch (error) {
  process.exitCode = 1;
  if (!interruption.requested) console.error(error instanceof Failure ? error.message : error);
}
if (interruption.requested) process.exitCode = ['start', 'dev'].includes(name) ? 0 : 130;
process.exit();
