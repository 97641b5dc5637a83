/** A small file system that can be filled completely. Linux only, as root. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, statfsSync } from 'node:fs';

export type SmallDisk = NonNullable<ReturnType<typeof mountSmallDisk>>;

/** Returns undefined if this account cannot mount one. */
export function mountSmallDisk(folder: string, megabytes: number) {
  mkdirSync(folder, { recursive: true });
  const tryToMount = (options: string): boolean => {
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  };
  if (!tryToMount(`size=${megabytes}m,mode=755`)) return undefined;
  const usedKilobytes = () => {
    const { blocks, bfree, bsize } = statfsSync(folder);
    return ((blocks - bfree) * bsize) / 1024;
  };
  return {
    /** Removes all free space. The system refuses during concurrent writes. */
    fill() {
      while (!tryToMount(`remount,size=${usedKilobytes()}k`));
    },
    free: () => tryToMount(`remount,size=${megabytes}m`),
    // Lazy, because a process that is still exiting may use it.
    close: () => execFileSync('umount', ['-l', folder]),
  };
}
