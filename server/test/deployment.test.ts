/** What the files in deploy/ and the commands of the README promise about demo logins and administrators. */
import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';

const run = promisify(execFile);
const fileOf = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const read = (path: string) => readFileSync(fileOf(path), 'utf8');

describe('the service of systemd', () => {
  const unit = read('deploy/moviebooking.service');

  it('has no demo logins', () => expect(unit).toMatch(/^Environment=SEED_DEMO=false$/m));

  it('does not start without an administrator', async () => {
    const [, script = ''] = /^ExecStartPre=\/bin\/sh -c '(.*)'$/m.exec(unit) ?? [];
    const check = (email: string) =>
      run('/bin/sh', ['-c', script.replaceAll('$$', '$')], { env: { ADMIN_EMAIL: email } });
    await expect(check('')).rejects.toThrow('Set ADMIN_EMAIL');
    await check('you@example.com');
    expect(unit).toMatch(/^EnvironmentFile=\//m);
  });
});

it('the container has no demo logins, needs an administrator, and serves as another role than the owner', () => {
  const compose = read('deploy/compose.yaml');
  expect(compose).toContain('SEED_DEMO: "false"');
  expect(compose).toMatch(/ADMIN_EMAIL: \$\{ADMIN_EMAIL:\?/);
  expect(compose).toMatch(/DATABASE_OWNER_URL: postgres:\/\/moviebooking@/);
  expect(compose).toMatch(/DATABASE_URL: postgres:\/\/moviebooking_server@/);
});

it('a dump can be read by the account that made it alone', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'moviebooking-dump-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const program = join(folder, 'pg_dump');
  writeFileSync(
    program,
    '#!/bin/sh\nfor last; do case $last in --file=*) echo data > "$(echo "$last" | cut -d= -f2)";; esac; done\n',
  );
  chmodSync(program, 0o755);
  const env = { PATH: `${folder}:${process.env.PATH}`, DATABASE_URL: 'postgres://nowhere/none' };
  await run('/bin/sh', ['-c', `umask 022; exec '${fileOf('deploy/backup.sh')}' '${join(folder, 'dumps')}'`], { env });
  const [dump = ''] = readdirSync(join(folder, 'dumps'));
  expect(statSync(join(folder, 'dumps', dump)).mode & 0o777).toBe(0o600);
  expect(statSync(join(folder, 'dumps')).mode & 0o777).toBe(0o700);
});
