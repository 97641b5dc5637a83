/** A small file system that can be filled completely. Linux only, as root. */
import { execFile } from 'node:child_process';
import { mkdir, statfs } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface SmallDisk {
  /** Removes all free space. */
  fill(): Promise<void>;
  free(): Promise<void>;
  close(): Promise<void>;
}

/** Returns undefined if this account cannot mount one. */
export async function mountSmallDisk(folder: string, megabytes: number): Promise<SmallDisk | undefined> {
  await mkdir(folder, { recursive: true });
  const mount = (options: string) => run('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]);
  const mounting = mount(`size=${megabytes}m,mode=755`);
  const isMounted = await mounting.then(
    () => true,
    () => false,
  );
  if (!isMounted) return undefined;
  const usedKilobytes = async () => {
    const { blocks, bfree, bsize } = await statfs(folder);
    return ((blocks - bfree) * bsize) / 1024;
  };
  return {
    async fill() {
      // Refused during concurrent writes.
      for (;;) {
        const size = `remount,size=${await usedKilobytes()}k`;
        if (await mount(size).catch(() => undefined)) return;
      }
    },
    free: async () => void (await mount(`remount,size=${megabytes}m`)),
    // Lazy, because a process that is still exiting may use it.
    close: async () => void (await run('umount', ['-l', folder])),
  };
}
