/** CPU time (milliseconds) and memory (MB) of processes, as Linux counts them. Returns nothing useful on other systems. */
import { readdirSync, readFileSync } from 'node:fs';

const MS_PER_TICK = 10;

interface Usage {
  parent: number;
  own: number;
  /** Of exited children. */
  ended: number;
}

function usageOf(pid: number | string): Usage | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ').map(Number) ?? [];
    const [, parent = 0] = fields;
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15);
    return { parent, own: (user + system) * MS_PER_TICK, ended: (endedUser + endedSystem) * MS_PER_TICK };
  } catch {
    return undefined;
  }
}

export const cpuTime = (pid: number): number => usageOf(pid)?.own ?? Number.NaN;

export const parentOf = (pid: number): number => usageOf(pid)?.parent ?? 0;

const allPids = () => readdirSync('/proc').filter((entry) => /^\d+$/.test(entry));

/** A process with all its children, including exited ones. */
export function familyCpuTime(pid: number): number {
  const head = usageOf(pid);
  if (!head) return Number.NaN;
  const children = allPids().flatMap((child) => usageOf(child) ?? []);
  return children.reduce((sum, child) => (child.parent === pid ? sum + child.own : sum), head.own + head.ended);
}

/** Shared memory counts in proportion. */
export function memoryMb(pid: number | string): number {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]) / 1024;
  } catch {
    return Number.NaN;
  }
}

export function familyMemoryMb(pid: number): number {
  const children = allPids().filter((child) => usageOf(child)?.parent === pid);
  return children.reduce((sum, child) => sum + (memoryMb(child) || 0), memoryMb(pid));
}
