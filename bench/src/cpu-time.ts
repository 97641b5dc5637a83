/** How much processor time processes have used, in milliseconds, as Linux counts it. Elsewhere nothing is known. */
import { readdirSync, readFileSync } from 'node:fs';

const MS_PER_TICK = 10;

interface Usage {
  parent: number;
  own: number;
  /** Of children that have ended. */
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

/** A process and all its children, also those that have ended. */
export function familyCpuTime(pid: number): number {
  const head = usageOf(pid);
  if (!head) return Number.NaN;
  const children = readdirSync('/proc').flatMap((entry) => (/^\d+$/.test(entry) ? (usageOf(entry) ?? []) : []));
  return children.reduce((sum, child) => (child.parent === pid ? sum + child.own : sum), head.own + head.ended);
}
