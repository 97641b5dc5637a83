/** A small file system that can be filled completely. Linux only, as root. */
import { execFile } from 'node:child_process';
import { mkdir, statfs } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

export type SmallDisk = NonNullable<Awaited<ReturnType<typeof mountSmallDisk>>>;

/** Returns undefined if this account cannot mount one. */
export async function mountSmallDisk(folder: string, megabytes: number) {
  await mkdir(folder, { recursive: true });
  const tryToMount = (options: string): Promise<boolean> =>
    run('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]).then(
      () => true,
      () => false,
    );
  if (!(await tryToMount(`size=${megabytes}m,mode=755`))) return undefined;
  const usedKilobytes = async () => {
    const { blocks, bfree, bsize } = await statfs(folder);
    return ((blocks - bfree) * bsize) / 1024;
  };
  return {
    /** Removes all free space. The system refuses during concurrent writes. */
    async fill() {
      while (!(await tryToMount(`remount,size=${await usedKilobytes()}k`)));
    },
    free: () => tryToMount(`remount,size=${megabytes}m`),
    // Lazy, because a process that is still exiting may use it.
    close: () => run('umount', ['-l', folder]),
  };
}
