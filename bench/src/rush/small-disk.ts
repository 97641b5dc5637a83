/** A file system of limited size in a folder of its own, which can be full to the last page. Linux, as root. */
import { execFile } from 'node:child_process';
import { mkdir, statfs } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface SmallDisk {
  /** From now on it has no more space than is used. */
  fill(): Promise<void>;
  free(): Promise<void>;
  close(): Promise<void>;
}

/** Undefined where this account may not mount one. */
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
      // Refused while something is written in between.
      for (;;) {
        const size = `remount,size=${await usedKilobytes()}k`;
        if (await mount(size).catch(() => undefined)) return;
      }
    },
    free: async () => void (await mount(`remount,size=${megabytes}m`)),
    // Lazily: a process that is still ending must not keep it.
    close: async () => void (await run('umount', ['-l', folder])),
  };
}
