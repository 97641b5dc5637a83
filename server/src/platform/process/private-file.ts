/** Files in the data folder that only the server's account can read. */
import { chownSync, mkdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Prevents a start as root from locking out the ordinary account that owns the folder. */
export function giveToOwnerOf(folder: string, file: string): void {
  const { uid, gid } = statSync(folder);
  chownSync(file, uid, gid);
}

/** Replaces the file atomically: readers see either the old text or the new one. */
export function writePrivateFile(file: string, text: string): void {
  const folder = dirname(file);
  mkdirSync(folder, { recursive: true });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, text, { mode: 0o600, flush: true });
  if (process.geteuid?.() === 0) giveToOwnerOf(folder, draft);
  renameSync(draft, file);
}
