/** Limits each process to a share of one CPU, with Linux's cgroups. */
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
  const groups: string[] = [];
  const lift = () => {
    for (const pid of pids) {
      try {
        writeFileSync(join(root, 'cgroup.procs'), String(pid));
      } catch {
        // The process has exited.
      }
    }
    for (const group of groups.splice(0)) rmdirSync(group);
  };
  try {
    for (const pid of pids) {
      const group = join(root, `moviebooking-bench-${pid}`);
      mkdirSync(group);
      groups.push(group);
      if (isFirst) {
        writeFileSync(join(group, 'cpu.cfs_period_us'), String(PERIOD_MICROSECONDS));
        writeFileSync(join(group, 'cpu.cfs_quota_us'), String(quota));
      } else writeFileSync(join(group, 'cpu.max'), `${quota} ${PERIOD_MICROSECONDS}`);
      writeFileSync(join(group, 'cgroup.procs'), String(pid));
    }
    return lift;
  } catch {
    lift();
    return undefined;
  }
}
