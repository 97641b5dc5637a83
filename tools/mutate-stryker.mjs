/**
 * Mutation tests of TypeScript with Stryker: `npm run mutate -- contract` and `npm run mutate -- seats`. Stryker is downloaded on
 * first use into node_modules/.cache, so a normal installation does not include it.
 */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Failure, npmCommand, runForeground, runQuietly, step } from './processes.mjs';
import { projectFile } from './project.mjs';

const VERSION = '10.1.1';
const PACKAGES = ['core', 'vitest-runner'].map((name) => `@stryker-mutator/${name}@${VERSION}`);

/** The files to mutate; docs/mutation.md says why others are not. */
export const STRYKER_PARTS = {
  contract: ['contract/src/*.ts', '!contract/src/*.test.ts'],
  seats: [
    'web/src/features/seats/*.ts',
    '!web/src/features/seats/*.test.ts',
    '!web/src/features/seats/{model-server,scheduled-network}.ts',
  ],
};

export async function mutateWithStryker(node, part, files) {
  const home = await ensureStryker();
  const folder = mkdtempSync(path.join(os.tmpdir(), 'moviebooking-stryker-'));
  const config = path.join(folder, 'stryker.config.json');
  try {
    writeFileSync(config, JSON.stringify(configFor(part, files, home, folder)));
    const stryker = path.join(home, 'node_modules/@stryker-mutator/core/bin/stryker.js');
    return await runForeground(node, [stryker, 'run', config], { cwd: projectFile('.') });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
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
  reporters: ['clear-text', 'progress-append-only'],
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
