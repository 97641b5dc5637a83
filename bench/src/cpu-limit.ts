/** Limits each process to a share of one CPU, with Linux's cgroups of either version. */
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const PERIOD_MICROSECONDS = 20_000;
const FIRST_VERSION = '/sys/fs/cgroup/cpu';
const SECOND_VERSION = '/sys/fs/cgroup';

/** Returns a function that lifts the limit, or undefined without the controller or the right to use it. */
export function limitProcessor(pids: number[], share: number): (() => void) | undefined {
  const isFirst = existsSync(join(FIRST_VERSION, 'cpu.cfs_quota_us'));
  const root = isFirst ? FIRST_VERSION : SECOND_VERSION;
  const quota = Math.round(PERIOD_MICROSECONDS * share);
  const settings = isFirst
    ? { 'cpu.cfs_period_us': PERIOD_MICROSECONDS, 'cpu.cfs_quota_us': quota }
    : { 'cpu.max': `${quota} ${PERIOD_MICROSECONDS}` };
  const groups = pids.map((pid) => ({ pid, folder: join(root, `moviebooking-bench-${pid}`) }));
  const lift = () => {
    for (const { pid, folder } of groups.splice(0)) {
      try {
        writeFileSync(join(root, 'cgroup.procs'), String(pid));
      } catch {
        // The process has exited.
      }
      if (existsSync(folder)) rmdirSync(folder);
    }
  };
  try {
    for (const { pid, folder } of groups) {
      mkdirSync(folder);
      for (const [file, value] of Object.entries(settings)) writeFileSync(join(folder, file), String(value));
      writeFileSync(join(folder, 'cgroup.procs'), String(pid));
    }
    return lift;
  } catch {
    lift();
    return undefined;
  }
}
