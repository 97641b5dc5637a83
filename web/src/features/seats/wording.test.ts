import { describe, expect, it } from 'vitest';
import { describeWait, outOfService, rangesOf, seatName, seatTooltip } from './wording.ts';

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

describe('a seat that is out of service', () => {
  it('is named as such, and has no price', () => {
    expect(seatName('C4', 'closed', '₹250')).toBe('Row C, seat 4, out of service');
    expect(seatName('C4', 'available', '₹250')).toBe('Row C, seat 4, available, ₹250');
    expect(seatTooltip('C4', 'closed')).toBe('Seat out of service');
  });

  it.each([
    [['C4'], false, 'C4 is out of service. Please choose another.'],
    [['C4', 'C5'], true, 'C4 and C5 are out of service. Your other seats are still yours.'],
  ])('%o, more selected: %s', (seats, hasMore, sentence) => {
    expect(outOfService(seats, hasMore)).toBe(sentence);
  });
});

describe('how long it takes', () => {
  it.each([
    [null, 'Estimating your wait…'],
    [5, 'About a minute'],
    [61, 'About 2 minutes'],
    [3540, 'About 59 minutes'],
    [3600, 'About an hour'],
    [9000, 'About 3 hours'],
  ])('%s seconds: %s', (seconds, words) => {
    expect(describeWait(seconds)).toBe(words);
  });
});
