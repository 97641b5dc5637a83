/** What the files in deploy/ and the commands of the README promise about demo logins and administrators. */
import { execFile } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
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

  it.skipIf(!existsSync('/usr/bin/systemd-analyze')).each(['moviebooking', 'moviebooking-backup'])(
    '%s is exposed to little, by the measure of systemd',
    async (name) => {
      const args = ['security', '--offline=true', '--threshold=30', fileOf(`deploy/${name}.service`)];
      const { stdout } = await run('/usr/bin/systemd-analyze', args);
      expect(stdout).toContain('Overall exposure level');
    },
  );
});

it('the container has no demo logins, needs an administrator, and serves as another role than the owner', () => {
  const compose = read('deploy/compose.yaml');
  expect(compose).toContain('SEED_DEMO: "false"');
  expect(compose).toMatch(/ADMIN_EMAIL: \$\{ADMIN_EMAIL:\?/);
  expect(compose).toMatch(/DATABASE_OWNER_URL: postgres:\/\/moviebooking@/);
  expect(compose).toMatch(/DATABASE_URL: postgres:\/\/moviebooking_server@/);
});

it('the files of the cluster ask for nothing that cluster.env does not have, and it has nothing else', () => {
  const namesIn = (file: string, pattern: RegExp) =>
    [...read(`deploy/cluster/${file}`).matchAll(pattern)].map(([, name = '']) => name);
  const files = readdirSync(fileOf('deploy/cluster')).filter((file) => !['README.md', 'cluster.env'].includes(file));
  const used = [...files.flatMap((file) => namesIn(file, /\$\{(\w+)\}/g)), ...namesIn('cluster.env', /\$(\w+)/g)];
  expect(new Set(namesIn('cluster.env', /^(\w+)=/gm))).toEqual(new Set(used));
});

it('a nightly backup is readable by the account that made it alone, and the newest fourteen stay', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'moviebooking-backups-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const npm = join(folder, 'npm');
  writeFileSync(npm, '#!/bin/sh\nfor last; do :; done\nmkdir "$last" && echo data > "$last/manifest.json"\n');
  chmodSync(npm, 0o755);
  const backups = join(folder, 'backups');
  const names = () => readdirSync(backups).sort();
  mkdirSync(backups);
  for (let day = 10; day < 30; day += 1) mkdirSync(join(backups, `moviebooking-202001${day}T033000Z`));
  mkdirSync(join(backups, 'something-else'));
  const env = { PATH: `${folder}:${process.env.PATH}` };
  await run('/bin/sh', ['-c', `umask 022; exec '${fileOf('deploy/backup.sh')}' '${backups}'`], { env });
  const newest = join(backups, names().at(-2) ?? '');
  expect(statSync(newest).mode & 0o777).toBe(0o700);
  expect(statSync(join(newest, 'manifest.json')).mode & 0o777).toBe(0o600);
  expect(names()).toHaveLength(15);
  expect(names()[0]).toBe('moviebooking-20200117T033000Z');
});
