/**
 * Finds pgbench, PostgreSQL's load generator, which the embedded PostgreSQL lacks. Never fails: without it, `npm run bench --
 * seats` skips the comparison.
 */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { canInstall, inPath, install, isExecutable } from './debian.mjs';
import { runQuietly } from './processes.mjs';

/** Depends on the release's server package (for example postgresql-15), which contains the program. */
const DEBIAN_PACKAGES = ['postgresql-contrib'];
/** Debian keeps each version's programs here. The one in PATH is a script that fails if no version is installed. */
const DEBIAN_FOLDER = '/usr/lib/postgresql';

/** Returns the path of pgbench, or undefined. */
export async function ensurePgbench() {
  const found = await findPgbench();
  if (found || !canInstall()) return found;
  try {
    await install('pgbench', DEBIAN_PACKAGES);
  } catch (error) {
    console.error(error.message);
  }
  return findPgbench();
}

async function findPgbench() {
  for (const file of [process.env.PGBENCH_PATH, ...debianFiles(), ...inPath('pgbench')]) {
    if (!file || !isExecutable(file)) continue;
    const { succeeded } = await runQuietly(file, ['--version']);
    if (succeeded) return file;
  }
  return undefined;
}

function debianFiles() {
  try {
    const versions = readdirSync(DEBIAN_FOLDER).sort((a, b) => Number(b) - Number(a));
    return versions.map((version) => path.join(DEBIAN_FOLDER, version, 'bin/pgbench'));
  } catch {
    return [];
  }
}
