/**
 * Where the embedded PostgreSQL lives and under which account it runs.
 *
 * Everything is below DATA_DIR: `postgres/data` is the cluster, `postgres/run` (0700) holds the sockets, `postgres.log` the log.
 * PostgreSQL refuses to run as root; then its processes get the account that owns the project, or `nobody`. Its children start
 * with the cluster as working directory and name it through that (`clusterArgument`), so an account that may not traverse
 * the folders above DATA_DIR, such as /root, can still work in it, and a path of any length fits into a socket address.
 */
import { spawn } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { StartError } from './start-error.ts';

export interface Account {
  readonly uid: number;
  readonly gid: number;
}

export interface PostgresHome {
  readonly dataDir: string;
  readonly root: string;
  readonly cluster: string;
  readonly run: string;
  readonly log: string;
  /** Undefined: PostgreSQL runs under the account of this process. */
  readonly account: Account | undefined;
}

export const clusterArgument = (cluster: string) => (process.platform === 'linux' ? '/proc/self/cwd' : cluster);

export const MINIMAL_ENVIRONMENT = { PATH: '/usr/bin:/bin', LC_ALL: 'C' };

export async function prepareHome(dataDir: string): Promise<PostgresHome> {
  try {
    const dataDirIsNew = await makeFolder(dataDir, 0o755);
    const real = await fs.realpath(dataDir);
    const root = path.join(real, 'postgres');
    const account =
      process.geteuid?.() === 0 ? await unprivilegedAccount([root, real, path.dirname(real)]) : ownAccount();
    if (account && dataDirIsNew) await giveToOwnerOfParent(real, account);

    const home = { dataDir: real, root, cluster: path.join(root, 'data'), run: path.join(root, 'run'), account };
    await makeFolder(root, 0o700);
    await refuseForeignOwner(root, real);
    await makeFolder(home.run, 0o700);
    if (account) await giveAll(root, account);
    for (const folder of [root, home.run]) await fs.chmod(folder, 0o700);
    return { ...home, log: path.join(real, 'postgres.log') };
  } catch (error) {
    throw explainFileError(error, dataDir);
  }
}

export function explainFileError(error: unknown, dataDir: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (['EACCES', 'EPERM', 'EROFS'].includes(code))
    return new StartError(
      `The data folder ${dataDir} is not writable (${code}). Give this account the right to write there, or set DATA_DIR to another folder.`,
    );
  if (['ENOSPC', 'EDQUOT'].includes(code)) return diskFull(dataDir);
  if (['ENOTDIR', 'EEXIST'].includes(code))
    return new StartError(`The data folder ${dataDir} is not a folder. Set DATA_DIR to a folder.`);
  return error;
}

export const diskFull = (dataDir: string) =>
  new StartError(
    `The disk that holds ${dataDir} is full. Free some space, or set DATA_DIR to a folder on another disk.`,
  );

export interface ToolResult {
  readonly succeeded: boolean;
  readonly output: string;
}

export function runTool(
  binary: string,
  args: readonly string[],
  options: { cwd: string; account: Account | undefined; input?: string },
): Promise<ToolResult> {
  return new Promise((resolve) => {
    const child = spawn(binary, args, { cwd: options.cwd, env: MINIMAL_ENVIRONMENT, ...options.account });
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    child.stderr.on('data', (chunk) => {
      output += chunk;
    });
    child.stdin.on('error', () => {});
    child.stdin.end(options.input ?? '');
    child.on('error', (error) => resolve({ succeeded: false, output: error.message }));
    child.on('close', (code) => resolve({ succeeded: code === 0, output }));
  });
}

/** True when the folder had to be made. */
async function makeFolder(folder: string, mode: number): Promise<boolean> {
  const made = await fs.mkdir(folder, { recursive: true, mode });
  return made !== undefined;
}

function ownAccount(): undefined {
  try {
    os.userInfo();
  } catch {
    throw new StartError(
      `The account with uid ${process.geteuid?.()} has no entry in /etc/passwd, which the embedded PostgreSQL needs. Add one, or set DATABASE_URL to a PostgreSQL server of your own.`,
    );
  }
}

async function unprivilegedAccount(candidates: readonly string[]): Promise<Account> {
  const accounts = await passwdEntries();
  for (const folder of candidates) {
    const owner = await fs.stat(folder).then(({ uid }) => accounts.find((account) => account.uid === uid), noEntry);
    if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  }
  const nobody = accounts.find(({ name }) => name === 'nobody');
  if (nobody) return { uid: nobody.uid, gid: nobody.gid };
  throw new StartError(
    'PostgreSQL does not run as root and there is no account "nobody" to run it under. Start as an ordinary user, or set DATABASE_URL to a PostgreSQL server of your own.',
  );
}

async function passwdEntries() {
  const text = await fs.readFile('/etc/passwd', 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => {
    const [name, , uid, gid] = line.split(':');
    return name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : [];
  });
}

async function giveToOwnerOfParent(folder: string, account: Account) {
  const parent = await fs.stat(path.dirname(folder));
  if (parent.uid === account.uid) await fs.lchown(folder, account.uid, account.gid);
}

async function refuseForeignOwner(root: string, dataDir: string) {
  const { uid } = await fs.stat(root);
  const self = process.geteuid?.();
  if (self === undefined || self === 0 || self === uid) return;
  const owner = (await passwdEntries()).find((entry) => entry.uid === uid)?.name ?? `uid ${uid}`;
  throw new StartError(
    `The database in ${dataDir} belongs to the account ${owner}. Start as that account or as root, or set DATA_DIR to another folder.`,
  );
}

/** A folder whose own owner is right is taken to be right below too, so an ordinary start costs a handful of stats. */
async function giveAll(root: string, account: Account) {
  const pending = [root];
  for (let folder = pending.pop(); folder; folder = pending.pop()) {
    const foreign = (await fs.lstat(folder)).uid !== account.uid;
    if (foreign) await fs.lchown(folder, account.uid, account.gid);
    if (!foreign && folder !== root) continue;
    for (const entry of await fs.readdir(folder, { withFileTypes: true })) {
      const child = path.join(folder, entry.name);
      if (entry.isDirectory()) pending.push(child);
      else await fs.lchown(child, account.uid, account.gid);
    }
  }
}

const noEntry = () => undefined;
