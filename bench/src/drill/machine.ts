/** The Debian programs that a drill needs. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const POSTGRES_VERSIONS = '/usr/lib/postgresql';
const PACKAGES = {
  etcd: 'etcd-server',
  patroni: 'patroni',
  haproxy: 'haproxy',
  pgbouncer: 'pgbouncer',
  postgres: 'postgresql-15',
} as const;

type ProgramName = keyof typeof PACKAGES;

function find(name: ProgramName): string | undefined {
  const folders = name === 'postgres' ? postgresFolders() : ['/usr/bin', '/usr/sbin', '/usr/local/bin'];
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file));
}

function postgresFolders(): string[] {
  if (!existsSync(POSTGRES_VERSIONS)) return [];
  const versions = readdirSync(POSTGRES_VERSIONS).toSorted((a, b) => Number(b) - Number(a));
  return versions.map((version) => join(POSTGRES_VERSIONS, version, 'bin'));
}

/** Returns their paths. Does not install them, because Debian would start them as services. */
export function findPrograms<Name extends ProgramName>(...names: Name[]): Record<Name, string> {
  const missing = names.filter((name) => find(name) === undefined).map((name) => PACKAGES[name]);
  if (missing.length > 0)
    throw new Error(`This drill needs programs that are not here: apt-get install ${missing.join(' ')}`);
  return Object.fromEntries(names.map((name) => [name, find(name)])) as Record<Name, string>;
}
