import { describe, expect, it, vi } from 'vitest';
import { conclude } from './stages.mjs';

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
  it('adds up all stages and succeeds when none failed', () => {
    const { code, lines } = closing([
      { title: 'Types', passed: 1, failed: 0 },
      { title: 'Tests', passed: 650, failed: 0 },
    ]);
    expect(lines).toEqual(['651 passed, 0 failed']);
    expect(code).toBe(0);
  });

  it('names what failed and fails', () => {
    const { code, lines } = closing([
      { title: 'Types', passed: 0, failed: 1 },
      { title: 'Tests', passed: 650, failed: 2 },
    ]);
    expect(lines).toEqual(['\nFailed: Types, Tests', '650 passed, 3 failed']);
    expect(code).toBe(1);
  });

  it('fails when nothing ran at all', () => {
    expect(closing([{ title: 'Tests', passed: 0, failed: 0 }])).toEqual({ code: 1, lines: ['0 passed, 0 failed'] });
  });
});
