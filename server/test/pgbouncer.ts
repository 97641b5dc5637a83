/** The PgBouncer of this machine, with deploy/cluster/pgbouncer.ini. */
import { existsSync } from 'node:fs';
import { type Program, startProgram, untilListening, type Values, writeFilledIn } from './programs.ts';

export const PGBOUNCER = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer'].find(existsSync);
export const WHY_NOT = 'this machine has no PgBouncer (Debian: apt-get install pgbouncer)';

export interface PgBouncer {
  port: number;
  program: Program;
}

interface Options {
  folder: string;
  port: number;
  /** Where PostgreSQL is. */
  primary: { host: string; port: number; database?: string };
  password: string;
}

export async function startPgBouncer({ folder, port, primary, password }: Options): Promise<PgBouncer> {
  // A socket in a folder that only root can reach is reached from inside of it.
  const isInside = primary.host.startsWith('/') && process.platform === 'linux';
  const values: Values = {
    PRIMARY_HOST: isInside ? '/proc/self/cwd' : primary.host,
    // A database of a test has a name of its own.
    PRIMARY_PORT: primary.database ? `${primary.port} dbname=${primary.database}` : primary.port,
    PGBOUNCER_HOST: '127.0.0.1',
    PGBOUNCER_PORT: port,
    SERVER_PASSWORD: password,
  };
  const userlist = writeFilledIn(folder, 'userlist.txt', values);
  const config = writeFilledIn(folder, 'pgbouncer.ini', { ...values, USERLIST: userlist });
  const program = startProgram(PGBOUNCER ?? 'pgbouncer', [config], {
    ...{ folder, name: 'pgbouncer', cwd: isInside ? primary.host : folder },
  });
  await untilListening(port, program);
  return { port, program };
}
