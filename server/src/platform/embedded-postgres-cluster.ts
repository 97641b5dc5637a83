/**
 * Makes the database cluster at the first start: in a folder beside its final place, with the database in it, and renamed only
 * when whole and on disk. A start that is interrupted leaves a folder that the next one removes, never half a cluster.
 */
import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { PostgresBinaries } from './embedded-postgres-binaries.ts';
import { clusterArgument, diskFull, explainFileError, type PostgresHome, runTool } from './embedded-postgres-home.ts';
import { StartError } from './start-error.ts';

export const DATABASE = 'moviebooking';
export const DATABASE_USER = 'moviebooking';

const UNFINISHED = 'unfinished-';

export async function ensureCluster(
  home: PostgresHome,
  binaries: PostgresBinaries,
  report: (step: string) => void,
): Promise<void> {
  try {
    for (const name of await fs.readdir(home.root))
      if (name.startsWith(UNFINISHED)) await fs.rm(path.join(home.root, name), { recursive: true, force: true });
    const existing = await fs.stat(home.cluster).catch(() => undefined);
    if (existing) return await fs.chmod(home.cluster, 0o700);

    report('Creating the database');
    const unfinished = path.join(home.root, `${UNFINISHED}${randomBytes(4).toString('hex')}`);
    await fs.mkdir(unfinished, { mode: 0o700 });
    if (home.account) await fs.lchown(unfinished, home.account.uid, home.account.gid);
    await initialize(home, binaries, unfinished);
    await fs.rename(unfinished, home.cluster);
    await flushFolder(home.root);
  } catch (error) {
    throw explainFileError(error, home.dataDir);
  }
}

async function initialize(home: PostgresHome, binaries: PostgresBinaries, folder: string) {
  const place = ['-D', clusterArgument(folder)];
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const access = ['--auth-local=trust', '--auth-host=reject', `--username=${DATABASE_USER}`];
  const run = async (program: string, args: readonly string[], input?: string) => {
    const { succeeded, output } = await runTool(program, args, {
      cwd: folder,
      account: home.account,
      ...(input !== undefined && { input }),
    });
    if (succeeded) return;
    await fs.rm(folder, { recursive: true, force: true });
    if (output.includes('No space left on device')) throw diskFull(home.dataDir);
    throw new StartError(`The database could not be created in ${home.dataDir}: ${lastLines(output)}`);
  };
  await run(binaries.initdb, [...place, ...locale, ...access, '--no-instructions']);
  await run(binaries.postgres, ['--single', ...place, 'postgres'], `CREATE DATABASE ${DATABASE};\n`);
}

async function flushFolder(folder: string) {
  const handle = await fs.open(folder);
  await handle.sync();
  await handle.close();
}

const lastLines = (output: string) => output.trim().split('\n').slice(-3).join(' ').slice(0, 400);
