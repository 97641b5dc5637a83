/** Vitest as Stryker runs it: the unit tests alone, and the contract from the mutated copy and not from where npm links it. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { alias: [{ find: /^@moviebooking\/contract\/(.*)$/, replacement: `${process.cwd()}/contract/src/$1.ts` }] },
  test: {
    include: ['contract/src/*.test.ts', 'web/src/features/seats/*.test.ts'],
    // Random orders would make a score that differs from run to run.
    exclude: ['**/*.interleavings.test.ts'],
    env: { FAST_CHECK_RUNS: '20' },
  },
});
