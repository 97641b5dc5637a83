/** Checks what the files in deploy/ promise about demo logins, administrators and restrictions. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
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
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../src/config.ts';
import { whenOver } from './when-over.ts';

const run = promisify(execFile);
const fileOf = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const read = (path: string) => readFileSync(fileOf(path), 'utf8');

describe('the systemd service', () => {
  const unit = read('deploy/moviebooking.service');

  it('has no demo logins', () => expect(unit).toMatch(/^Environment=SEED_DEMO=false$/m));

  it('refuses to start without an administrator', async () => {
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

describe('the container', () => {
  const image = read('deploy/Dockerfile');
  const compose = read('deploy/compose.yaml');

  it('contains only a release, has no settings and runs as an unprivileged user', () => {
    const [, last = ''] = image.split(/^FROM debian/m);
    expect(image).toMatch(/^RUN npm run release/m);
    expect(last.match(/^(COPY|ADD) .*/gm)).toEqual(['COPY --from=release /release /srv/moviebooking']);
    expect(last).toMatch(/^USER 10001:10001$/m);
    expect(last).toMatch(/^ENV .*SEED_DEMO=false/m);
    expect(last).not.toContain('npm');
    const ignored = read('.dockerignore').split('\n');
    for (const name of ['.git', '.env', 'deploy/compose.env', '.data', '**/node_modules', '**/dist'])
      expect(ignored).toContain(name);
  });

  it('is healthy if it can serve requests', async () => {
    const [, program = ''] = /CMD exec node_modules\/node-linux-\*\/bin\/node -e "(.*)"$/m.exec(image) ?? [];
    let status = 200;
    const server = createServer((request, response) => {
      response.writeHead(request.url === '/api/health/ready' ? status : 404).end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const check = () =>
      run(process.execPath, ['-e', program], { env: { PORT: String(port) } }).then(
        () => 'healthy',
        () => 'unhealthy',
      );
    expect(await check()).toBe('healthy');
    status = 503;
    expect(await check()).toBe('unhealthy');
    server.close();
    await once(server, 'close');
    expect(await check()).toBe('unhealthy');
  });

  it('in compose has no demo logins, needs passwords and an administrator, and does not serve as the owner', () => {
    expect(compose).toContain('SEED_DEMO: "false"');
    expect(compose).toContain('TRUST_PROXY: "true"');
    expect(compose).toMatch(/DATABASE_OWNER_URL: postgres:\/\/moviebooking:\$\{DATABASE_OWNER_PASSWORD:\?/);
    expect(compose).toMatch(/DATABASE_URL: postgres:\/\/moviebooking_server:\$\{DATABASE_PASSWORD:\?/);
    expect(compose).not.toContain('trust');
    const asked = [...compose.matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name);
    const example = read('deploy/compose.env.example');
    const given = [...example.matchAll(/^(\w+)=(.*)$/gm)].filter(([, , value]) => value === '');
    expect([...new Set(asked)].sort()).toEqual(given.map(([, name]) => name).sort());
    const used = [...compose.matchAll(/\$\{(\w+)/g)].map(([, name]) => name);
    for (const name of asked.concat('SERVERS')) expect(used).toContain(name);
  });

  it('has fifteen minutes to start', () => expect(image).toMatch(/^HEALTHCHECK .*--start-period=15m /m));

  it('in compose gets every other setting of its settings file', () => {
    expect(compose).toContain('--env-file deploy/compose.env');
    expect(compose).toMatch(/^ {4}env_file: \[compose\.env\]$/m);
  });

  it('in compose has an nginx that allows more connections than the image', () => {
    expect(compose).toContain('./nginx-main.conf:/etc/nginx/nginx.conf:ro');
    const most = (text: string, pattern: RegExp) => Number(pattern.exec(text)?.[1]);
    const connections = most(read('deploy/nginx-main.conf'), /worker_connections (\d+);/);
    expect(connections).toBeGreaterThan(10_000);
    expect(most(compose, /nofile: (\d+)/)).toBeGreaterThan(connections);
  });

  it('in compose uses deploy/nginx.conf for all servers', () => {
    const [, from = '', to = ''] = /sed 's\/(.*?)\/(.*?)\/' \/etc\/moviebooking\/nginx\.conf/.exec(compose) ?? [];
    const site = read('deploy/nginx.conf');
    expect(site.split('\n').filter((line) => line.trim() === from)).toHaveLength(2);
    expect(to).toBe('server server:3000 resolve max_fails=0;');
    expect(compose).toMatch(/^ {2}server:$/m);
  });
});

describe('on Kubernetes', () => {
  const manifests = read('deploy/kubernetes/server.yaml');
  const seconds = (pattern: RegExp) => Number(pattern.exec(manifests)?.[1]);

  it('servers have fifteen minutes to start', () => {
    const [, period, failures] =
      /startupProbe:\s.*\s+periodSeconds: (\d+)\s+failureThreshold: (\d+)/.exec(manifests) ?? [];
    expect(Number(period) * Number(failures)).toBe(15 * 60);
    expect(seconds(/progressDeadlineSeconds: (\d+)/)).toBeGreaterThan(15 * 60);
  });

  it('servers have this version', () => {
    const { version } = JSON.parse(read('package.json'));
    expect(manifests).toMatch(new RegExp(`^ +image: \\S+/moviebooking:${version}$`, 'm'));
  });

  it('servers stop gracefully, are restricted, and are probed at existing routes', () => {
    const stopping =
      Number(/STOP_ALL_LIMIT_MS = ([\d_]+)/.exec(read('server/src/main.ts'))?.[1]?.replace('_', '')) / 1000;
    const pause = seconds(/preStop:\s+exec: \{ command: \[sleep, "(\d+)"\] \}/);
    expect(seconds(/terminationGracePeriodSeconds: (\d+)/)).toBeGreaterThan(pause + stopping);
    for (const line of [
      'runAsNonRoot: true',
      'readOnlyRootFilesystem: true',
      'drop: [ALL]',
      'SEED_DEMO, value: "false"',
    ])
      expect(manifests).toContain(line);
    expect(manifests).toMatch(/readinessProbe:\s+httpGet: \{ path: \/api\/health\/ready,/);
    expect(manifests).toMatch(/livenessProbe:\s+httpGet: \{ path: \/api\/health\/live,/);
  });

  it('a secret with a missing value stops the start', () => {
    const lines = [...read('deploy/kubernetes/secret.yaml.example').matchAll(/^ {2}([A-Z_]+): (.*)$/gm)];
    const env = Object.fromEntries(lines.map(([, name, value]) => [name, value]));
    expect(() => readConfig(env)).toThrow(/JWT_SECRET .*\n.*TICKET_SECRET .*\n.*ADMIN_EMAIL /);
  });
});

it('the cluster files use exactly the variables of cluster.env.example', () => {
  const example = 'cluster.env.example';
  const namesIn = (file: string, pattern: RegExp) =>
    [...read(`deploy/cluster/${file}`).matchAll(pattern)].map(([, name = '']) => name);
  const files = readdirSync(fileOf('deploy/cluster')).filter(
    (file) => !['README.md', 'cluster.env', example].includes(file),
  );
  const used = [...files.flatMap((file) => namesIn(file, /\$\{(\w+)\}/g)), ...namesIn(example, /\$(\w+)/g)];
  expect(new Set(namesIn(example, /^(\w+)=/gm))).toEqual(new Set(used));
});

it('Patroni accepts the times: newer versions refuse a ttl below 20', () => {
  const file = read('deploy/cluster/patroni.yml');
  const [ttl, loopWait, retry] = ['ttl', 'loop_wait', 'retry_timeout'].map((name) =>
    Number(new RegExp(`^ +${name}: (\\d+)$`, 'm').exec(file)?.[1]),
  );
  expect(ttl).toBeGreaterThanOrEqual(20);
  expect((loopWait ?? 0) + 2 * (retry ?? 0)).toBeLessThanOrEqual(ttl ?? 0);
  expect(read('deploy/cluster/README.md')).toContain(`How long a primary can be silent (${ttl} s)`);
});

it('a nightly backup is readable only by its account, and the newest fourteen are kept', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'moviebooking-backups-'));
  whenOver(() => rmSync(folder, { recursive: true, force: true }));
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
