/** Notices when the files of some folders change. */
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';

const LOOK_EVERY_MS = 200;
const IS_SOURCE = /\.(ts|sql|json)$/;
const IS_TEST = /\.test\.ts$/;

/** Calls `changed` with a file that was added, deleted or changed, at most once per look. Returns a function to stop. */
export function watchSources(folders, changed) {
  let known = takeSnapshot(folders);
  const timer = setInterval(() => {
    const current = takeSnapshot(folders);
    const file = findChange(known, current);
    known = current;
    if (file) changed(file);
  }, LOOK_EVERY_MS);
  return () => clearInterval(timer);
}

/**
 * Polls, because on Linux `fs.watch` loses a file that an editor replaces by rename. The inode shows a replacement with the same
 * date and size.
 */
export function takeSnapshot(folders) {
  const files = new Map();
  for (const folder of folders) {
    for (const name of readdirSync(folder, { recursive: true })) {
      if (!IS_SOURCE.test(name) || IS_TEST.test(name)) continue;
      const file = path.join(folder, name);
      const stats = statSync(file, { throwIfNoEntry: false });
      if (stats) files.set(file, `${stats.mtimeMs} ${stats.size} ${stats.ino}`);
    }
  }
  return files;
}

export function findChange(before, after) {
  for (const [file, state] of after) if (before.get(file) !== state) return file;
  for (const file of before.keys()) if (!after.has(file)) return file;
  return undefined;
}
