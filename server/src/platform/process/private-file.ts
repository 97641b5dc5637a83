/** Files in the data folder that only the server's account can read. */
import { chownSync, mkdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Writes the text next to the file, for the caller to rename or link to it. Returns the draft's path. */
export function writeDraft(file: string, text: string): string {
  const folder = dirname(file);
  mkdirSync(folder, { recursive: true });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, text, { mode: 0o600, flush: true });
  const { uid, gid } = statSync(folder);
  // A start as root must not lock out the ordinary account that owns the folder.
  if (process.geteuid?.() === 0) chownSync(draft, uid, gid);
  return draft;
}

/** Replaces the file atomically: readers see either the old text or the new one. */
export const writePrivateFile = (file: string, text: string): void => renameSync(writeDraft(file, text), file);
