/** A file system of limited size in a folder of its own, which can be filled to the last byte. Linux, as root. */
import { execFile } from 'node:child_process';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const FILLING_BYTES = 1024 * 1024;

export interface SmallDisk {
  fill(): Promise<void>;
  free(): Promise<void>;
  close(): Promise<void>;
}

/** Undefined where this account may not mount one. */
export async function mountSmallDisk(folder: string, megabytes: number): Promise<SmallDisk | undefined> {
  await mkdir(folder, { recursive: true });
  const isMounted = await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder]).then(
    () => true,
    () => false,
  );
  if (!isMounted) return undefined;
  const filling = join(folder, 'filling');
  return {
    async fill() {
      const file = await open(filling, 'w');
      const full = (error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOSPC') throw error;
      };
      try {
        for (let bytes = FILLING_BYTES; bytes >= 1; bytes /= 2) {
          // What is left is less than this piece: go on with half of it.
          await (async () => {
            for (;;) await file.appendFile(Buffer.alloc(bytes));
          })().catch(full);
        }
      } finally {
        await file.close();
      }
    },
    free: () => rm(filling, { force: true }),
    // Lazily: a process that is still ending must not keep it.
    close: async () => void (await run('umount', ['-l', folder])),
  };
}
