/** Runs this machine's PgBouncer with deploy/cluster/pgbouncer.ini. */
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { give, type Program, startProgram, untilListening, type Values, writeFilledIn } from './programs.ts';

export const PGBOUNCER = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer'].find(existsSync);
export const WHY_NOT = 'this machine has no PgBouncer (Debian: apt-get install pgbouncer)';

export interface PgBouncer {
  port: number;
  program: Program;
}

interface Options {
  folder: string;
  port: number;
  /** PostgreSQL's address. */
  primary: { host: string; port: number; database?: string };
  password: string;
}

/** Forwards PostgreSQL's socket to a folder of PgBouncer's, because the embedded PostgreSQL accepts only this process's account. */
async function forwardSocket(folder: string, { host, port }: Options['primary']): Promise<void> {
  const name = `.s.PGSQL.${port}`;
  const place = join(folder, name);
  rmSync(place, { force: true });
  const server = createServer((client) => {
    const upstream = connect(join(host, name));
    client.pipe(upstream).pipe(client);
    client.on('error', () => upstream.destroy());
    upstream.on('error', () => client.destroy());
  });
  server.listen(place).unref();
  await once(server, 'listening');
  give(place);
}

export async function startPgBouncer({ folder, port, primary, password }: Options): Promise<PgBouncer> {
  const isSocket = primary.host.startsWith('/');
  if (isSocket) await forwardSocket(folder, primary);
  const values: Values = {
    PRIMARY_HOST: isSocket ? folder : primary.host,
    // Each test's database has its own name.
    PRIMARY_PORT: primary.database ? `${primary.port} dbname=${primary.database}` : primary.port,
    PGBOUNCER_HOST: '127.0.0.1',
    PGBOUNCER_PORT: port,
    SERVER_PASSWORD: password,
  };
  const userlist = writeFilledIn(folder, 'userlist.txt', values);
  const config = writeFilledIn(folder, 'pgbouncer.ini', { ...values, USERLIST: userlist });
  const program = startProgram(PGBOUNCER ?? 'pgbouncer', [config], { folder, name: 'pgbouncer' });
  await untilListening(port, program);
  return { port, program };
}
