/** Prints results: a table to read, and one JSON line per ratio for programs. */

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
}

/** Rounded to one decimal. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return Math.round((sorted[Math.floor(sorted.length * share)] ?? 0) * 10) / 10;
}

export function printTable(rows: Record<string, string | number>[]): void {
  const columns = Object.keys(rows[0] ?? {});
  const widths = columns.map((column) => Math.max(column.length, ...rows.map((row) => String(row[column]).length)));
  const pad = (cell: string | number = '', n: number) =>
    typeof cell === 'number' ? String(cell).padStart(widths[n] ?? 0) : cell.padEnd(widths[n] ?? 0);
  for (const cells of [columns, ...rows.map((row) => columns.map((column) => row[column]))])
    console.log(`  ${cells.map(pad).join('  ')}`.trimEnd());
}

export interface Run {
  requests: number;
  perSecond: number;
  p50: number;
  p99: number;
  /** CPU time in milliseconds. */
  server: number;
  postgres: number;
}

export function medianOfRun(runs: Run[]) {
  const of = (figure: (run: Run) => number) => Math.round(median(runs.map(figure))) || '';
  return {
    'per second': of(({ perSecond }) => perSecond),
    'p50 ms': of(({ p50 }) => p50),
    'p99 ms': of(({ p99 }) => p99),
    'server µs': of(({ server, requests }) => (server / requests) * 1000),
    'postgres µs': of(({ postgres, requests }) => (postgres / requests) * 1000),
  };
}

type Ratio = { bench: string; name: string; ratio: number; goal?: number; refused?: number };

export function printRatios(ratios: Ratio[]): void {
  for (const ratio of ratios) console.log(JSON.stringify({ ...ratio, ratio: Math.round(ratio.ratio * 100) / 100 }));
}
