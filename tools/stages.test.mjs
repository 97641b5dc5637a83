import { existsSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { projectFile } from './project.mjs';
import { affectedBy, conclude, failedTests } from './stages.mjs';

function closing(results) {
  const print = vi.spyOn(console, 'log').mockReturnValue();
  try {
    const code = conclude(results);
    return { code, lines: print.mock.calls.flat() };
  } finally {
    print.mockRestore();
  }
}

describe('the closing line', () => {
  it('adds up all stages, and succeeds if none failed', () => {
    const { code, lines } = closing([
      { title: 'Types', passed: 1, failed: 0 },
      { title: 'Tests', passed: 650, failed: 0 },
    ]);
    expect(lines).toEqual(['651 passed, 0 failed']);
    expect(code).toBe(0);
  });

  it('lists the failures and fails', () => {
    const { code, lines } = closing([
      { title: 'Types', passed: 0, failed: 1 },
      { title: 'Tests', passed: 650, failed: 2, failures: ['a.test.ts > adds', 'a.test.ts > subtracts'] },
    ]);
    expect(lines).toEqual([
      '\n✗ a.test.ts > adds',
      '\n✗ a.test.ts > subtracts',
      '\nFailed: Types, Tests',
      '650 passed, 3 failed',
    ]);
    expect(code).toBe(1);
  });

  it('fails if nothing ran', () => {
    expect(closing([{ title: 'Tests', passed: 0, failed: 0 }])).toEqual({ code: 1, lines: ['0 passed, 0 failed'] });
  });
});

describe('failed tests of a report', () => {
  const test = (fullName, ...failureMessages) => ({
    fullName,
    failureMessages,
    status: failureMessages.length > 0 ? 'failed' : 'passed',
  });

  it('are listed with their file and error', () => {
    const sums = {
      name: projectFile('web/sums.test.ts'),
      status: 'failed',
      message: '',
      assertionResults: [test('sums adds'), test('sums subtracts', 'expected 2 to be 1')],
    };
    expect(failedTests([sums])).toEqual(['web/sums.test.ts > sums subtracts\nexpected 2 to be 1']);
  });

  it('include a file that could not be loaded', () => {
    const broken = { name: projectFile('a.test.ts'), status: 'failed', message: 'Cannot find b', assertionResults: [] };
    expect(failedTests([broken])).toEqual(['a.test.ts\nCannot find b']);
  });
});

describe('the files whose tests a change affects', () => {
  it.each([
    ['a SQL function affects all server tests', 'server/functions/seats/book.sql', 'server/test/global-setup.ts'],
    ['a migration affects all server tests', 'server/migrations/0001_users.sql', 'server/test/global-setup.ts'],
    ['server code affects the tests that start a server', 'server/src/app.ts', 'server/test/running-server.ts'],
    ['a page affects all browser tests', 'web/src/app/router.tsx', 'e2e/harness/setup.ts'],
  ])('%s', (_, changed, affected) => {
    expect(affectedBy([changed])).toEqual([changed, affected]);
    expect(existsSync(projectFile(affected))).toBe(true);
  });

  it('are only the test itself when a test or its helper changes', () => {
    const tests = [
      'server/src/config.test.ts',
      'web/src/lib/money.test.ts',
      'web/test/model-server.ts',
      'e2e/seats.test.ts',
    ];
    expect(affectedBy(tests)).toEqual(tests);
  });

  it('all exist', () => {
    const everything = [
      'deploy/nginx.conf',
      'docs/openapi.json',
      'contract/src/money.ts',
      'server/migrations/0001.sql',
    ];
    const affected = affectedBy(everything).filter((file) => !everything.includes(file));
    expect(affected.filter((file) => !existsSync(projectFile(file)))).toEqual([]);
  });
});
