/** CPU time (milliseconds) and memory (MB) of processes, as Linux counts them. Returns nothing useful on other systems. */
import { readdirSync, readFileSync } from 'node:fs';

const MS_PER_TICK = 10;

/** `ended` is the time of exited children. */
function usageOf(pid: number): { parent: number; own: number; ended: number } | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ').map(Number) ?? [];
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15);
    const [, parent = 0] = fields;
    return { parent, own: (user + system) * MS_PER_TICK, ended: (endedUser + endedSystem) * MS_PER_TICK };
  } catch {
    return undefined;
  }
}

export const cpuTime = (pid: number): number => usageOf(pid)?.own ?? Number.NaN;

export const parentOf = (pid: number): number => usageOf(pid)?.parent ?? 0;

export const childrenOf = (pid: number): number[] =>
  readdirSync('/proc').flatMap((entry) => (usageOf(Number(entry))?.parent === pid ? Number(entry) : []));

/** A process with all its children, including exited ones. */
export function familyCpuTime(pid: number): number {
  const head = usageOf(pid);
  if (!head) return Number.NaN;
  return childrenOf(pid).reduce((sum, child) => sum + (cpuTime(child) || 0), head.own + head.ended);
}

/** Shared memory counts in proportion. */
export function memoryMb(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]) / 1024;
  } catch {
    return Number.NaN;
  }
}

export const familyMemoryMb = (pid: number): number =>
  childrenOf(pid).reduce((sum, child) => sum + (memoryMb(child) || 0), memoryMb(pid));
