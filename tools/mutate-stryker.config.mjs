/** Vitest's configuration for Stryker: unit tests only, with the contract from the mutated copy instead of npm's link. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { alias: [{ find: /^@moviebooking\/contract\/(.*)$/, replacement: `${process.cwd()}/contract/src/$1.ts` }] },
  test: {
    include: ['contract/src/*.test.ts', 'web/src/features/seats/*.test.ts'],
    // A random order would make the score differ between runs.
    exclude: ['**/*.interleavings.test.ts'],
    env: { FAST_CHECK_RUNS: '20' },
  },
});
