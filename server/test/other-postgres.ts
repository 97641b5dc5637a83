/** Runs another version of PostgreSQL, from the folder that contains its `bin`. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { type EmbeddedPostgres, usableBinaries } from '@moviebooking/embedded-postgres';

const USER = 'moviebooking';
/** PostgreSQL refuses to run as root. These are the ids of `nobody`. */
const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined;

export async function startOtherPostgres(programs: string, folder: string): Promise<EmbeddedPostgres> {
  const { initdb, postgres: program } = await usableBinaries(account, { source: programs });
  const cluster = join(folder, 'cluster');
  await mkdir(cluster, { mode: 0o700 });
  if (account) for (const path of [folder, cluster]) await chown(path, account.uid, account.gid);
  const options = { cwd: cluster, env: { PATH: '/usr/bin:/bin', LANG: 'C' }, ...account };
  const init = ['-D', cluster, '-U', USER, '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'];
  await promisify(execFile)(initdb, init, options);
  const settings = ['listen_addresses=', `unix_socket_directories=${folder}`, 'jit=off', 'timezone=UTC', 'fsync=off'];
  const args = ['-D', cluster, ...settings.flatMap((setting) => ['-c', setting])];
  const postgres = spawn(program, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(postgres, 'exit');
  for await (const line of createInterface({ input: postgres.stderr }))
    if (line.includes('ready to accept connections')) break;
  postgres.stderr.resume();
  return {
    connection: { host: folder, port: 5432, user: USER, database: 'postgres' },
    async stop() {
      postgres.kill('SIGINT');
      await ended;
    },
  };
}
