import { describe, expect, it } from 'vitest';
import { describeWait, rangesOf } from './wording.ts';

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

describe('how long it takes', () => {
  it.each([
    [null, 'How long it takes will show soon'],
    [5, 'About a minute'],
    [61, 'About 2 minutes'],
    [3540, 'About 59 minutes'],
    [3600, 'About an hour'],
    [9000, 'About 3 hours'],
  ])('%s seconds: %s', (seconds, words) => {
    expect(describeWait(seconds)).toBe(words);
  });
});
