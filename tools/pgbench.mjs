/**
 * PostgreSQL's own load generator, which `npm run bench -- seats` compares with. The embedded PostgreSQL does not bring
 * it along. Without it that comparison is left out, so nothing here fails.
 */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { canInstall, inPath, install, isExecutable } from './debian.mjs';
import { runQuietly } from './processes.mjs';

/** Depends on the server package of the Debian release, postgresql-15 for example, which has the program. */
const DEBIAN_PACKAGES = ['postgresql-contrib'];
/** Debian keeps the programs of each version here; what it has in PATH is a script that fails where no version is installed. */
const DEBIAN_FOLDER = '/usr/lib/postgresql';

/** Where pgbench is, or undefined. */
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
