/** Packs a release, unpacks it elsewhere, and starts it with nothing but its own contents. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
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
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { platformOfThisMachine } from './native-packages.mjs';
import { projectFile } from './project.mjs';
import { makeVersion, pack } from './release.mjs';
import { PLACES, productionPlaces } from './release-files.mjs';

let folder;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'moviebooking-release-'));
  // As root, PostgreSQL runs under another account, which needs access.
  chmodSync(folder, 0o755);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('an unpacked release', () => {
  let unpacked;
  let packed;
  beforeAll(async () => {
    packed = await pack({ root: projectFile('.'), into: path.join(folder, 'releases'), level: 1 });
    unpacked = path.join(folder, 'unpacked');
    mkdirSync(unpacked);
    execFileSync('tar', ['-xzf', packed.file, '-C', unpacked, '--strip-components=1']);
  });

  /** Starts it with an empty PATH and home folder, so it can use no other program or package manager. */
  async function start() {
    const nothing = path.join(folder, 'nothing');
    mkdirSync(nothing, { recursive: true });
    const child = spawn(path.join(unpacked, 'moviebooking'), {
      cwd: nothing,
      env: { PATH: nothing, HOME: nothing, PORT: '0', DATA_DIR: path.join(folder, 'data'), SEED_DEMO: 'false' },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    const ended = once(child, 'exit');
    let errors = '';
    child.stderr.on('data', (text) => {
      errors += text;
    });
    for await (const line of createInterface({ input: child.stdout })) {
      const [, port] = /open at http:\/\/localhost:(\d+)/.exec(line) ?? [];
      if (!port) continue;
      child.stdout.resume();
      return {
        ask: (address, options) => fetch(`http://127.0.0.1:${port}${address}`, options),
        async stop() {
          child.kill('SIGTERM');
          expect(await ended).toEqual([0, null]);
        },
      };
    }
    throw new Error(`It ended with ${(await ended).join()}: ${errors}`);
  }

  it('starts on an empty data folder without tools, installation or build, and serves the page and the API', async () => {
    const server = await start();
    const page = await server.ask('/movies');
    const html = await page.text();
    expect(page.status).toBe(200);
    const [, script] = /(?:src|href)="(\/assets\/[^"]+\.js)"/.exec(html) ?? [];
    expect((await server.ask(script)).status).toBe(200);
    expect((await server.ask('/api/health/ready')).status).toBe(200);
    expect((await server.ask('/api/docs/static/index.css')).status).toBe(200);
    const body = JSON.stringify({ name: 'Asha', email: 'asha@example.com', password: 'long enough' });
    const headers = { 'content-type': 'application/json' };
    expect((await server.ask('/api/auth/signup', { method: 'POST', headers, body })).status).toBe(201);
    await server.stop();

    // Control: the page above came from the release's own web app.
    rmSync(path.join(unpacked, 'web/dist'), { recursive: true });
    const without = await start();
    expect((await without.ask('/movies')).status).toBe(404);
    expect((await without.ask('/api/health/ready')).status).toBe(200);
    await without.stop();
  });

  it('prints its version, names its own commands, and creates no database by accident', () => {
    const program = (...words) =>
      spawnSync(path.join(unpacked, 'moviebooking'), words, { encoding: 'utf8', env: { PATH: process.env.PATH } });
    const { version } = JSON.parse(readFileSync(projectFile('package.json'), 'utf8'));
    expect(program('--version').stdout).toBe(`MovieBooking ${version}\n`);
    expect(program('admin').stderr).toContain('./moviebooking admin somebody@example.com');
    expect(program('backup').stderr).toContain('./moviebooking backup FOLDER');
    expect(program('restore').stderr).toContain('./moviebooking restore FOLDER');
    const { status, stderr } = program('admin', 'you@example.com');
    expect([status, stderr]).toEqual([1, expect.stringContaining('or start the server first: ./moviebooking\n')]);
    expect(existsSync(path.join(unpacked, '.data'))).toBe(false);
  });

  it('lists its commands if given an unknown one', () => {
    const run = () => execFileSync(path.join(unpacked, 'moviebooking'), ['migrate'], { stdio: 'pipe' });
    expect(run).toThrow('Unknown command "migrate". The commands are: start, admin, backup, restore.');
    const { scripts } = JSON.parse(readFileSync(path.join(unpacked, 'package.json'), 'utf8'));
    expect(Object.keys(scripts)).toEqual(['start', 'admin', 'backup', 'restore']);
  });

  it('contains what a server needs, and no tests, tools or settings', () => {
    const names = readdirSync(unpacked, { recursive: true });
    const has = (pattern) => names.some((name) => pattern.test(name));
    expect(has(/^deploy\/nginx\.conf$/)).toBe(true);
    expect(has(/^docs\/runbook\.md$/)).toBe(true);
    const cluster = readdirSync(projectFile('deploy/cluster')).filter((name) => name !== 'cluster.env');
    expect(names).toEqual(expect.arrayContaining(cluster.map((name) => `deploy/cluster/${name}`)));
    expect(has(/^(server|contract|embedded-postgres)\/.*\.test\.ts$/)).toBe(false);
    expect(has(/^(tools|e2e|bench|\.git|\.data)|\.env$/)).toBe(false);
    expect(has(/^node_modules\/(vite|vitest|typescript|react|@biomejs|@babel|jest-validate)\//)).toBe(false);
  });

  it('writes mails in Hindi with its own packages and catalogue', () => {
    const node = path.join(unpacked, `node_modules/node-${process.platform}-${process.arch}/bin/node`);
    const code = `import { translatorFor } from './server/src/features/mail/translations.ts';
      process.stdout.write(translatorFor('hi')('Hello {name},', { name: 'Asha' }));`;
    const run = () => execFileSync(node, ['--input-type=module', '-e', code], { cwd: unpacked, encoding: 'utf8' });
    expect(run()).toBe('नमस्ते Asha,');
  });

  it('is readable by everyone and comes with its checksum', () => {
    const { file, sha256 } = packed;
    expect(statSync(file).mode & 0o777).toBe(0o644);
    expect(createHash('sha256').update(readFileSync(file)).digest('hex')).toBe(sha256);
    const sums = readFileSync(`${file}.sha256`, 'utf8');
    expect(sums.split('\n')[0]).toBe(`${sha256}  ${path.basename(file)}`);
    const listed = sums.matchAll(/^(\w+) {2}(.+)$/gm).map(([, sum, name]) => {
      const content = readFileSync(path.join(path.dirname(file), name));
      return createHash('sha256').update(content).digest('hex') === sum;
    });
    expect([...listed]).toEqual([true, true]);
    expect(readdirSync(path.dirname(file))).toHaveLength(3);
  });

  it('has a bill of materials with exactly its packages and those of the web app', () => {
    const bill = JSON.parse(readFileSync(packed.sbom, 'utf8'));
    expect(bill).toMatchObject({
      bomFormat: 'CycloneDX',
      specVersion: '1.5',
      metadata: { component: { name: 'moviebooking' } },
    });
    expect(bill.serialNumber).toBeUndefined();
    const named = new Set(bill.components.map((component) => component['bom-ref']));
    const manifests = readdirSync(path.join(unpacked, 'node_modules'), { recursive: true })
      .filter(
        (name) =>
          /(^|node_modules\/)(@[^/]+\/)?[^/@]+\/package\.json$/.test(name) && !name.startsWith('@moviebooking/'),
      )
      .map((name) => JSON.parse(readFileSync(path.join(unpacked, 'node_modules', name), 'utf8')));
    expect(manifests.length).toBeGreaterThan(50);
    expect(manifests.map(({ name, version }) => `${name}@${version}`).filter((one) => !named.has(one))).toEqual([]);
    const has = (pattern) => [...named].some((one) => pattern.test(one));
    expect([has(/^react@/), has(/^vite@/), has(/^vitest@/)]).toEqual([true, false, false]);
    for (const { purl, hashes } of bill.components.filter(({ purl }) => !purl.includes('%40moviebooking/')))
      expect([purl, hashes]).toEqual([purl, [{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }]]);
    expect(bill.components.find(({ name }) => name === 'fastify').licenses).toEqual([{ license: { id: 'MIT' } }]);
    const refs = new Set(bill.components.map((component) => component['bom-ref']));
    const needed = bill.dependencies.flatMap(({ dependsOn }) => dependsOn);
    expect(needed.filter((ref) => !refs.has(ref))).toEqual([]);
    expect([...refs].filter((ref) => !needed.includes(ref))).toEqual([]);
  });
});

it('packs the same files into the same bytes, whatever their dates and modes', async () => {
  vi.stubEnv('SOURCE_DATE_EPOCH', '1790000000');
  const lock = {
    ...{ name: 'moviebooking', lockfileVersion: 3 },
    packages: {
      '': { name: 'moviebooking' },
      server: { dependencies: { one: '1.0.0' } },
      'node_modules/one': { version: '1.0.0' },
    },
  };
  const write = (file, content, mode) => {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
    chmodSync(file, mode);
  };
  const packCopy = async (name, mode) => {
    const root = path.join(folder, name);
    for (const place of PLACES) write(path.join(root, path.extname(place) ? place : `${place}/file`), place, mode);
    write(path.join(root, `docs/${'a-long-name/'.repeat(12)}page.md`), 'x'.repeat(1000), mode);
    write(path.join(root, 'deploy/compose.env'), 'JWT_SECRET=secret', mode);
    write(path.join(root, 'deploy/moviebooking'), '#!/bin/sh', 0o700);
    write(path.join(root, 'web/dist/index.html'), '<html>', mode);
    write(path.join(root, 'node_modules/one/index.js'), '', mode);
    symlinkSync('index.js', path.join(root, 'node_modules/one/link.js'));
    writeFileSync(path.join(root, 'package-lock.json'), JSON.stringify(lock));
    writeFileSync(path.join(root, 'package.json'), '{ "name": "moviebooking", "version": "1.2.3" }');
    return pack({ root, into: path.join(root, 'releases') });
  };
  const one = await packCopy('one', 0o600);
  const other = await packCopy('other', 0o664);
  vi.unstubAllEnvs();
  expect(other.sha256).toBe(one.sha256);
  for (const file of ['sbom', 'sums']) {
    const read = (made) => readFileSync(file === 'sbom' ? made.sbom : `${made.file}.sha256`, 'utf8');
    expect(read(other)).toBe(read(one));
  }
  expect(path.basename(one.file)).toMatch(/^moviebooking-1\.2\.3-(linux|darwin)-(x64|arm64)(-musl)?\.tar\.gz$/);
  const list = execFileSync('tar', ['-tvzf', one.file], { encoding: 'utf8' });
  expect(list).toMatch(/^-rwxr-xr-x .*moviebooking-1\.2\.3\/moviebooking$/m);
  expect(list).toMatch(/^-rw-r--r-- .*(a-long-name\/){12}page\.md$/m);
  expect(list).toMatch(/^l.*link\.js -> index\.js$/m);
  expect(list).not.toContain('compose.env');
});

it("includes only the server's packages for this platform", () => {
  const entry = (more = {}) => ({ version: '1.0.0', ...more });
  const packages = {
    '': { optionalDependencies: { 'node-here': '24.0.0' }, devDependencies: { builder: '1.0.0' } },
    contract: { dependencies: { checker: '1.0.0' } },
    server: {
      dependencies: { '@moviebooking/contract': '0.0.0', web: '1.0.0' },
      optionalDependencies: { here: '1.0.0', elsewhere: '1.0.0' },
      devDependencies: { builder: '1.0.0' },
    },
    'node_modules/@moviebooking/contract': { link: true, resolved: 'contract' },
    'node_modules/builder': entry({ dev: true }),
    'node_modules/checker': entry(),
    'node_modules/elsewhere': entry({ os: ['sunos'], optional: true }),
    'node_modules/here': entry({ os: [process.platform], optional: true }),
    'node_modules/node-here': entry({ optional: true }),
    'node_modules/web': entry({
      dependencies: { inner: '2.0.0' },
      peerDependencies: { inner: '2.0.0', absent: '1.0.0' },
      peerDependenciesMeta: { absent: { optional: true } },
    }),
    'node_modules/web/node_modules/inner': entry({ version: '2.0.0' }),
    'node_modules/inner': entry(),
  };
  expect(productionPlaces({ packages }, platformOfThisMachine()).sort()).toEqual([
    'node_modules/@moviebooking/contract',
    'node_modules/checker',
    'node_modules/here',
    'node_modules/node-here',
    'node_modules/web',
    'node_modules/web/node_modules/inner',
  ]);
});

describe('a new version', () => {
  const CHANGELOG = '# Changelog\n\n## Unreleased\n\n### Added\n\n- Popcorn.\n\n## 0.2.0 – 2026-01-31\n\n- Seats.\n';
  const IMAGE = (version) => `        - name: server\n          image: registry.example.com/moviebooking:${version}\n`;
  const today = new Date('2026-11-16T12:00:00Z');
  let root;
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim();
  const read = (name) => readFileSync(path.join(root, name), 'utf8');
  const write = (name, content) => {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), content);
  };
  const writeJson = (name, content) => write(name, `${JSON.stringify(content, null, 2)}\n`);
  const make = (version) => () => makeVersion(version, { root, today });

  beforeEach(() => {
    root = mkdtempSync(path.join(folder, 'project-'));
    const server = {
      name: '@moviebooking/server',
      version: '0.2.0',
      dependencies: { '@moviebooking/contract': '0.2.0', pg: '0.2.0' },
    };
    const contract = { name: '@moviebooking/contract', version: '0.2.0' };
    const project = { name: 'moviebooking', version: '0.2.0', workspaces: ['contract', 'server'] };
    writeJson('package.json', project);
    writeJson('server/package.json', server);
    writeJson('contract/package.json', contract);
    writeJson('package-lock.json', { version: '0.2.0', packages: { '': project, server, contract } });
    write('CHANGELOG.md', CHANGELOG);
    write('deploy/kubernetes/server.yaml', IMAGE('0.2.0'));
    for (const version of ['0.1.0', '0.2.0', '0.2.1', '0.3.0'])
      write(`server/test/upgrade/${version}.sql`, 'select 1;\n');
    git('init', '--quiet');
    git('config', 'user.name', 'Tester');
    git('config', 'user.email', 'tester@example.com');
    git('config', 'commit.gpgsign', 'false');
    git('config', 'tag.gpgsign', 'false');
    git('add', '.');
    git('commit', '--quiet', '--message', 'All of it');
  });

  it('updates the changelog and every version number, commits and tags', () => {
    make('0.3.0')();
    expect(read('CHANGELOG.md')).toBe(CHANGELOG.replace('## Unreleased', '## 0.3.0 – 2026-11-16'));
    const server = JSON.parse(read('server/package.json'));
    expect([server.version, server.dependencies]).toEqual([
      '0.3.0',
      { '@moviebooking/contract': '0.3.0', pg: '0.2.0' },
    ]);
    const lock = JSON.parse(read('package-lock.json'));
    expect([lock.version, lock.packages[''].version, lock.packages.server]).toEqual(['0.3.0', '0.3.0', server]);
    expect(read('deploy/kubernetes/server.yaml')).toBe(IMAGE('0.3.0'));
    expect(git('status', '--porcelain')).toBe('');
    expect(git('log', '-1', '--format=%s %D')).toMatch(/^Release 0\.3\.0 .*tag: v0\.3\.0/);
    expect(make('0.3.0')).toThrow('Version 0.3.0 already exists.');
  });

  it.each([
    ['three', '"three" is not a version. Give three numbers, such as 0.3.0.'],
    ['v0.3.0', '"v0.3.0" is not a version'],
    ['0.3', '"0.3" is not a version'],
    ['0.3.0; rm -r', 'is not a version'],
    ['0.2.0', 'Version 0.2.0 already exists.'],
    ['0.1.0', 'Version 0.1.0 is older than 0.2.0, which already exists.'],
    ['0.4.0', 'WRITE_DUMP=0.4.0 npm test'],
  ])('rejects %s with a sentence and changes nothing', (version, sentence) => {
    expect(make(version)).toThrow(sentence);
    expect(git('status', '--porcelain')).toBe('');
    expect(git('tag')).toBe('');
  });

  it('is rejected with uncommitted changes, with an existing tag, and without a changelog entry', () => {
    write('server/new.ts', '');
    expect(make('0.3.0')).toThrow('Commit or revert your changes, then try again:\n?? server/new.ts');
    rmSync(path.join(root, 'server/new.ts'));
    git('tag', 'v0.2.1');
    expect(make('0.2.1')).toThrow('Version 0.2.1 already exists.');
    write('CHANGELOG.md', CHANGELOG.replace('### Added\n\n- Popcorn.\n\n', ''));
    git('commit', '--quiet', '--all', '--message', 'Nothing new');
    expect(make('0.3.0')).toThrow('CHANGELOG.md has nothing under "## Unreleased"');
    rmSync(path.join(root, '.git'), { recursive: true });
    expect(make('0.3.0')).toThrow('git checkout');
    expect(existsSync(path.join(root, '.git'))).toBe(false);
  });
});
