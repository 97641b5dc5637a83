/**
 * Mutation tests of TypeScript with Stryker: `npm run mutate -- contract` and `npm run mutate -- seats`. Stryker is downloaded on
 * first use into node_modules/.cache, so a normal installation does not include it.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Failure, npmCommand, runForeground, runQuietly, step } from './processes.mjs';
import { projectFile } from './project.mjs';
import { compareSurvivors } from './stryker-survivors.mjs';

const VERSION = '10.1.1';
const REPORT = 'report.json';
const PACKAGES = ['core', 'vitest-runner'].map((name) => `@stryker-mutator/${name}@${VERSION}`);

/** The files to mutate; docs/mutation.md says why others are not. */
export const STRYKER_PARTS = {
  contract: ['contract/src/*.ts', '!contract/src/*.test.ts', '!contract/src/{activity,booking-timeline,profile}.ts'],
  seats: ['web/src/features/seats/*.ts', '!web/src/features/seats/*.test.ts'],
};

export async function mutateWithStryker(node, part, files) {
  const home = await ensureStryker();
  const folder = mkdtempSync(path.join(os.tmpdir(), 'moviebooking-stryker-'));
  const config = path.join(folder, 'stryker.config.json');
  try {
    writeFileSync(config, JSON.stringify(configFor(part, files, home, folder)));
    const stryker = path.join(home, 'node_modules/@stryker-mutator/core/bin/stryker.js');
    const status = await runForeground(node, [stryker, 'run', config], { cwd: projectFile('.') });
    const report = path.join(folder, REPORT);
    return existsSync(report) ? Math.max(status, explain(readJson(report))) : status;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

function explain({ files }) {
  const { unexplained, stale } = compareSurvivors(files, readJson(projectFile('tools/mutation-survivors.json')));
  for (const survivor of unexplained) console.log(`Survived: ${survivor}`);
  for (const label of stale) console.log(`Has a reason in mutation-survivors.json and is killed or gone: ${label}`);
  return unexplained.length + stale.length > 0 ? 1 : 0;
}

const configFor = (part, files, home, folder) => ({
  mutate: files.length > 0 ? files : STRYKER_PARTS[part],
  testRunner: 'vitest',
  plugins: [path.join(home, 'node_modules/@stryker-mutator/vitest-runner/dist/src/index.js')],
  vitest: { configFile: 'tools/mutate-stryker.config.mjs' },
  ignorePatterns: ['bench', 'deploy', 'docs', 'e2e', 'embedded-postgres', 'server', 'web/dist', 'web/public'],
  // Stryker would read it through the compiler's old API.
  tsconfigFile: 'none.json',
  tempDirName: path.join(folder, 'sandbox'),
  // Mutants in code that runs when a module is loaded would each need a run of all tests.
  ignoreStatic: true,
  concurrency: 2,
  // A mutant that runs into it counts as killed, so a busy machine must not.
  timeoutMS: 30_000,
  reporters: ['clear-text', 'progress-append-only', 'json'],
  jsonReporter: { fileName: path.join(folder, REPORT) },
  clearTextReporter: { allowColor: false, allowEmojis: false, logTests: false, reportTests: false },
  thresholds: { high: 95, low: 90, break: 90 },
  disableTypeChecks: false,
  allowConsoleColors: false,
});

async function ensureStryker() {
  const home = projectFile(`node_modules/.cache/stryker-${VERSION}`);
  if (existsSync(path.join(home, 'node_modules/@stryker-mutator/vitest-runner'))) return home;
  const [command, ...before] = npmCommand();
  // Its peer dependency is the project's own Vitest.
  const args = [
    'install',
    '--prefix',
    home,
    '--no-save',
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    '--legacy-peer-deps',
  ];
  await step(`Fetching Stryker ${VERSION}`, async () => {
    const { succeeded, output } = await runQuietly(command, [...before, ...args, ...PACKAGES], { env: process.env });
    if (!succeeded) throw new Failure(output);
  });
  return home;
}
