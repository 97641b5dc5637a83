/**
 * Creates the database cluster at the first start: in a temporary folder next to its final place, renamed once it is complete
 * and on disk. If a start is interrupted, the next one removes that folder, so there is never half a cluster.
 *
 * Access depends on the account of the connecting process (peer authentication). It is written at each start, because another
 * account may have started it before, and clusters of earlier versions trusted every process that reached the socket.
 */
import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { type Account, accountsWithAccess, runProgram } from './account.ts';
import type { PostgresBinaries } from './binaries.ts';
import { clusterArgument, type DataFolder } from './data-folder.ts';
import { diskFull, EmbeddedPostgresError } from './errors.ts';

const UNFINISHED = 'unfinished-';

/** `database` is the name of both the database and its owner. Returns immediately if the cluster already exists. */
export async function ensureCluster(
  folder: DataFolder,
  binaries: PostgresBinaries,
  database: string,
  report: (step: string) => void,
): Promise<void> {
  for (const name of await fs.readdir(folder.postgres))
    if (name.startsWith(UNFINISHED)) await fs.rm(path.join(folder.postgres, name), { recursive: true, force: true });
  const existing = await fs.stat(folder.cluster).catch(() => undefined);
  if (existing) {
    await fs.chmod(folder.cluster, 0o700);
    return writeAccess(folder, folder.cluster);
  }

  report('Creating the database');
  const unfinished = path.join(folder.postgres, `${UNFINISHED}${randomBytes(4).toString('hex')}`);
  await fs.mkdir(unfinished, { mode: 0o700 });
  if (folder.account) await fs.lchown(unfinished, folder.account.uid, folder.account.gid);
  try {
    await createCluster(folder, binaries, database, unfinished);
  } catch (error) {
    await fs.rm(unfinished, { recursive: true, force: true });
    throw error;
  }
  await fs.rename(unfinished, folder.cluster);
  await flushFolder(folder.postgres);
}

async function createCluster(folder: DataFolder, binaries: PostgresBinaries, database: string, cluster: string) {
  const place = ['-D', clusterArgument(cluster)];
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const access = ['--auth-local=peer', '--auth-host=reject', `--username=${database}`];
  const run = async (program: string, args: readonly string[], input = '') => {
    const result = await runProgram(program, args, { cwd: cluster, account: folder.account, input });
    if (result.succeeded) return;
    if (result.output.includes('No space left on device')) throw diskFull(folder.path);
    throw new EmbeddedPostgresError(`Cannot create the database in ${folder.path}: ${lastLines(result.output)}`);
  };
  await run(binaries.initdb, [...place, ...locale, ...access, '--no-instructions']);
  await run(binaries.postgres, ['--single', ...place, 'postgres'], `CREATE DATABASE ${database};\n`);
  await writeAccess(folder, cluster);
}

async function writeAccess({ account }: DataFolder, cluster: string) {
  const letIn = (await accountsWithAccess(account)).map((name) => `let_in "${name.replaceAll('"', '""')}" all\n`);
  await replaceFile(path.join(cluster, 'pg_ident.conf'), letIn.join(''), account);
  await replaceFile(path.join(cluster, 'pg_hba.conf'), 'local all all peer map=let_in\n', account);
}

/** Replaces the file atomically: a crash leaves the old one, and a symbolic link in its place is not followed. */
async function replaceFile(file: string, text: string, account: Account | undefined) {
  const unfinished = `${file}.${randomBytes(4).toString('hex')}`;
  await fs.writeFile(unfinished, text, { mode: 0o600, flag: 'wx', flush: true });
  if (account) await fs.lchown(unfinished, account.uid, account.gid);
  await fs.rename(unfinished, file);
}

async function flushFolder(folder: string) {
  const handle = await fs.open(folder);
  await handle.sync();
  await handle.close();
}

const lastLines = (output: string) => output.trim().split('\n').slice(-3).join(' ').slice(0, 400);
