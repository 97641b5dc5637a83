/** npm run bench -- <case> */
const CASES: Record<string, () => Promise<unknown>> = {
  seats: () => import('./seats.ts'),
  reads: () => import('./reads.ts'),
  floods: () => import('./floods.ts'),
  join: () => import('./join.ts'),
  rush: () => import('./rush.ts'),
  memory: () => import('./memory.ts'),
  scale: () => import('./scale.ts'),
  admin: () => import('./admin.ts'),
  web: async () => (await import('./web.ts')).run(),
};

const wanted = process.argv[2] ?? '';
const run = CASES[wanted];
if (run) await run();
else {
  console.error(`Name a benchmark: ${Object.keys(CASES).join(', ')}`);
  process.exitCode = 1;
}
