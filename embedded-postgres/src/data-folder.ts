/**
 * The data folder with everything that belongs to one embedded PostgreSQL: `postgres/data` is the cluster, `postgres/run` (0700)
 * holds the sockets, and `postgres.log` is the log. PostgreSQL's programs start with the cluster as working directory and refer
 * to it that way (`clusterArgument`). So they work even if their account cannot enter the folders above, like /root, and a
 * path of any length fits into a socket address.
 */
import { closeSync, openSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { type Account, accountName, chooseAccount } from './account.ts';
import { LONGEST_LOCK_NAME } from './data-folder-lock.ts';
import { EmbeddedPostgresError } from './errors.ts';

export interface DataFolder {
  readonly path: string;
  /** The parent of `cluster` and `sockets`. */
  readonly postgres: string;
  readonly cluster: string;
  readonly sockets: string;
  readonly log: string;
  /** Undefined if PostgreSQL runs under this process's own account. */
  readonly account: Account | undefined;
}

const SOCKET_PATH_LIMIT_BYTES = 100;

export const clusterArgument = (cluster: string) => (process.platform === 'linux' ? '/proc/self/cwd' : cluster);

/** Ignores folders that cannot be read: a later error explains those. */
export async function refuseMissing(given: string, application: string): Promise<void> {
  const dataFolder = path.resolve(given);
  const cluster = path.join(dataFolder, 'postgres', 'data');
  const isMissing = await fs.stat(cluster).then(
    () => false,
    ({ code }: NodeJS.ErrnoException) => code === 'ENOENT',
  );
  if (isMissing)
    throw new EmbeddedPostgresError(
      `There is no ${application} database in the data folder ${dataFolder}.`,
      'first start',
    );
}

export async function prepareDataFolder(given: string): Promise<DataFolder> {
  const madeNow = await fs.mkdir(given, { recursive: true, mode: 0o755 });
  const dataFolder = await fs.realpath(given);
  const postgres = path.join(dataFolder, 'postgres');
  const sockets = path.join(postgres, 'run');
  const account = await chooseAccount([postgres, dataFolder, path.dirname(dataFolder)]);
  if (account && madeNow !== undefined) await giveToOwnerOfParent(dataFolder, account);

  await fs.mkdir(postgres, { recursive: true, mode: 0o700 });
  await refuseForeignOwner(postgres, dataFolder);
  await fs.mkdir(sockets, { recursive: true, mode: 0o700 });
  if (account) await giveAll(postgres, account);
  for (const folder of [postgres, sockets]) await fs.chmod(folder, 0o700);
  const cluster = path.join(postgres, 'data');
  return { path: dataFolder, postgres, cluster, sockets, log: path.join(dataFolder, 'postgres.log'), account };
}

/** Returns a path of the socket folder that fits into a socket address. On Linux, an open folder has a short one. */
export function openSocketFolder(folder: DataFolder): { address: string; close: () => void } {
  if (Buffer.byteLength(path.join(folder.sockets, LONGEST_LOCK_NAME)) <= SOCKET_PATH_LIMIT_BYTES)
    return { address: folder.sockets, close: () => {} };
  if (process.platform !== 'linux')
    throw new EmbeddedPostgresError(
      `The path of the data folder ${folder.path} is too long. Use a data folder with a shorter path.`,
      'folder',
    );
  const descriptor = openSync(folder.sockets, 'r');
  return { address: `/proc/self/fd/${descriptor}`, close: () => closeSync(descriptor) };
}

async function giveToOwnerOfParent(folder: string, account: Account) {
  const parent = await fs.stat(path.dirname(folder));
  if (parent.uid === account.uid) await fs.lchown(folder, account.uid, account.gid);
}

async function refuseForeignOwner(postgres: string, dataFolder: string) {
  const { uid } = await fs.stat(postgres);
  const ownUid = process.geteuid?.();
  if (ownUid === undefined || ownUid === 0 || ownUid === uid) return;
  throw new EmbeddedPostgresError(
    `The database in ${dataFolder} belongs to the account ${await accountName(uid)}. Start as that account or as root, or use another data folder.`,
    'folder',
  );
}

/** If a folder has the right owner, so does its content. An ordinary start therefore needs only a few stats. */
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
