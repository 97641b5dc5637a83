/** Parses the output of PostgreSQL's auto_explain and formats plans for comparison. */

export interface Statement {
  text: string;
  /** The plan without costs, times and counts. */
  plan: string;
  /** Rows read, including those that a filter removed. */
  reads: { table: string; rows: number }[];
}

/** Long enough to find the statement in the code. */
const TEXT_LENGTH = 120;
const NODE = /^\s*(?:->\s+)?(?:Parallel )?[A-Z]/;
const ROWS = /\(actual rows=([\d.]+) loops=(\d+)\)/;
const COUNTS =
  /^\s*(Rows Removed|Heap Fetches|Heap Blocks|Buffers|Sort Method|Storage|Index Searches|Planning|Execution|Batches|Conflicting Tuples|Tuples Inserted|Cache|Hits|Peak|Disabled|Trigger|Buckets|Worker|JIT|Window)/;

/** Returns nothing if the message is not a plan. */
export function parsePlan(message: string): Statement[] {
  const [, explained] = /^duration: [\d.]+ ms\s+plan:\nQuery Text: ([\s\S]*)$/.exec(message) ?? [];
  if (explained === undefined) return [];
  const lines = explained.split('\n');
  const start = lines.findIndex((line) => line.includes('(cost='));
  const text = lines
    .slice(0, start)
    .join(' ')
    .replaceAll(/\s+/g, ' ')
    .replace(/ ?Query Parameters: .*/, '')
    .trim();
  const planLines = lines.slice(start);
  return [{ text, plan: withoutCounts(planLines), reads: readsOf(planLines) }];
}

const withoutCounts = (lines: string[]) =>
  lines
    .filter((line) => !COUNTS.test(line))
    .map((line) => line.replace(/\s+\(cost=.*$/, '').replaceAll(/'[^']*'(?=::)|(?<![\w$.])\d+/g, '?'))
    .join('\n');

function readsOf(lines: string[]): Statement['reads'] {
  return lines.flatMap((line, index) => {
    const table = /(?:Scan|Scan Backward)(?: using \w+)? on (?:\w+\.)?(\w+)/.exec(line)?.[1];
    const [, rows, loops] = ROWS.exec(line) ?? [];
    if (!table || !rows) return [];
    const next = lines.slice(index + 1).findIndex((other) => NODE.test(other) && other.includes('(cost='));
    const details = lines.slice(index + 1, next < 0 ? undefined : index + 1 + next);
    const removed = details.map((detail) => Number(/Rows Removed by \w+(?: \w+)*: (\d+)/.exec(detail)?.[1] ?? 0));
    return [{ table, rows: (Number(rows) + removed.reduce((sum, one) => sum + one, 0)) * Number(loops) }];
  });
}

type State = 'empty' | 'small' | 'skewed';

/** Lists each statement once, sorted, with its plan per database; equal plans are merged. */
export function writePlans(plans: Record<State, Statement[]>): string {
  const states = Object.keys(plans) as State[];
  const texts = new Set(states.flatMap((state) => plans[state].map(({ text }) => text)));
  const sections = [...texts].sort().map((text) => {
    const byPlan = new Map<string, State[]>();
    for (const state of states) {
      const found = new Set(plans[state].filter((one) => one.text === text).map(({ plan }) => plan));
      for (const plan of found) byPlan.set(plan, [...(byPlan.get(plan) ?? []), state]);
    }
    return [text.slice(0, TEXT_LENGTH), ...[...byPlan].map(([plan, where]) => `-- ${where.join(', ')}\n${plan}`)].join(
      '\n',
    );
  });
  return `${sections.join('\n\n')}\n`;
}
