import { describe, expect, it } from 'vitest';
import { rangesOf } from './wording.ts';

describe('seats in few words', () => {
  it.each([
    [[], ''],
    [['A1'], 'A1'],
    [['G3', 'G4', 'G5', 'H4', 'H5', 'H6'], 'G3–5, H4–6'],
    [['A1', 'A3', 'A9', 'A10', 'B1'], 'A1, A3, A9–10, B1'],
  ])('%o are %s', (seats, words) => {
    expect(rangesOf(seats)).toBe(words);
  });
});
