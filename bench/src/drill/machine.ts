/** The Debian programs that a drill needs. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const PACKAGES = {
  etcd: 'etcd-server',
  patroni: 'patroni',
  haproxy: 'haproxy',
  pgbouncer: 'pgbouncer',
  postgres: 'postgresql-15',
} as const;
const POSTGRES_VERSIONS = '/usr/lib/postgresql';

function folders(): string[] {
  const versions = existsSync(POSTGRES_VERSIONS) ? readdirSync(POSTGRES_VERSIONS) : [];
  const latestFirst = versions.toSorted((a, b) => Number(b) - Number(a));
  const ofPostgres = latestFirst.map((version) => join(POSTGRES_VERSIONS, version, 'bin'));
  return ['/usr/bin', '/usr/sbin', '/usr/local/bin', ...ofPostgres];
}

/** Returns their paths, or exits. Does not install them, because Debian would start them as services. */
export function findPrograms<Name extends keyof typeof PACKAGES>(...names: Name[]): Record<Name, string> {
  const found = names.map(
    (name) =>
      [
        name,
        folders()
          .map((folder) => join(folder, name))
          .find(existsSync),
      ] as const,
  );
  const missing = found.flatMap(([name, file]) => (file ? [] : PACKAGES[name]));
  if (missing.length > 0) {
    console.error(`This drill needs programs that are not here: apt-get install ${missing.join(' ')}`);
    process.exit(1);
  }
  return Object.fromEntries(found) as Record<Name, string>;
}
