/** npm run bench -- <case> */
const CASES: Record<string, () => Promise<unknown>> = {
  seats: () => import('./seats.ts'),
  reads: async () => (await import('./reads.ts')).run(Number(process.argv[3] ?? 0)),
  /** The reads of a database that has grown. */
  growth: async () => (await import('./reads.ts')).run(5_000_000),
  floods: () => import('./floods.ts'),
  rush: () => import('./rush.ts'),
  changes: () => import('./changes.ts'),
  memory: () => import('./memory.ts'),
  scale: () => import('./scale.ts'),
  web: () => import('./web.ts'),
};

const wanted = process.argv[2] ?? '';
const run = CASES[wanted];
if (run) await run();
else {
  console.error(`Name a benchmark: ${Object.keys(CASES).join(', ')}`);
  process.exitCode = 1;
}
