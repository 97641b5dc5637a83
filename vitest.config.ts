import { defineConfig } from 'vitest/config';

/** Ends tests that hang, even on a busy machine. No test depends on its speed. */
const UNTIL_IT_HANGS = { testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 120_000 } } };

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'units',
          include: ['contract/src/**/*.test.ts', 'web/{src,build}/**/*.test.ts', 'tools/*.test.mjs'],
          ...UNTIL_IT_HANGS,
        },
      },
      {
        test: {
          name: 'embedded-postgres',
          include: ['embedded-postgres/src/**/*.test.ts'],
          ...UNTIL_IT_HANGS,
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          globalSetup: ['server/test/global-setup.ts'],
          maxWorkers: 2,
          isolate: false,
          ...UNTIL_IT_HANGS,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['e2e/**/*.test.ts'],
          globalSetup: ['e2e/harness/global-setup.ts'],
          setupFiles: ['e2e/harness/setup.ts'],
          isolate: false,
          // Browser tests mostly wait for pages or the server.
          maxWorkers: 2,
          ...UNTIL_IT_HANGS,
        },
      },
    ],
  },
});
