import { describe, expect, it } from 'vitest';
import { listOf } from '../../lib/seat-list.ts';
import type { SeatStatus } from './selection.ts';
import {
  bookedElsewhere,
  describeOthers,
  describePlace,
  describeSelection,
  describeWait,
  newPriceQuestion,
  notTogether,
  outOfService,
  rangesOf,
  seatName,
  seatTooltip,
  takenByOthers,
} from './wording.ts';

describe('seats in few words', () => {
  it.each([
    [[], ''],
    [['A1'], 'A1'],
    [['G3', 'G4', 'G5', 'H4', 'H5', 'H6'], 'G3–5, H4–6'],
    [['A1', 'A3', 'A9', 'A10', 'B1'], 'A1, A3, A9–10, B1'],
    [['A4', 'B5'], 'A4, B5'],
  ])('%o are %s', (seats, words) => {
    expect(rangesOf(seats)).toBe(words);
  });
});

describe('a seat that is out of service', () => {
  it('has a name without a price', () => {
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

describe('the estimated wait', () => {
  it.each([
    [null, 'Estimating your wait…'],
    [5, 'About a minute'],
    [60, 'About a minute'],
    [61, 'About 2 minutes'],
    [3540, 'About 59 minutes'],
    [3600, 'About an hour'],
    [9000, 'About 3 hours'],
  ])('%s seconds: %s', (seconds, words) => {
    expect(describeWait(seconds)).toBe(words);
  });

  it('follows the place in line', () => {
    const sentences = describePlace(4, 60).split('. ');
    expect(sentences.slice(0, 2)).toEqual(["You're number 4 in line", describeWait(60)]);
    expect(sentences).toHaveLength(3);
  });
});

describe('a list of seats', () => {
  it.each([
    [[], ''],
    [['A1'], 'A1'],
    [['A1', 'A2'], 'A1 and A2'],
    [['A1', 'A2', 'B1'], 'A1, A2 and B1'],
  ])('%o reads "%s"', (seats, words) => {
    expect(listOf(seats)).toBe(words);
  });

  it('names the seats that the user booked in another window', () => {
    expect(bookedElsewhere(['A1', 'A2'])).toBe('You booked A1 and A2 in another window.');
  });
});

describe('seats taken by someone else', () => {
  it.each([
    [['C4'], true, 'C4 was just taken by someone else. Your other seats are still yours.'],
    [['C4', 'C5'], false, 'C4 and C5 were just taken by someone else. Please choose another.'],
  ])('%o, more selected: %s', (seats, hasMore, sentence) => {
    expect(takenByOthers(seats, hasMore)).toBe(sentence);
  });
});

describe('the sentence for a party that cannot sit together', () => {
  it.each([
    [3, 0, 'Every seat for this show is taken right now. Seats may free up, so check again soon.'],
    [3, 1, "There aren't 3 seats together any more. Only single seats are left."],
    [4, 2, "There aren't 4 seats together any more. Up to 2 people can still sit together."],
  ])('%i people, at most %i together: %s', (count, largest, sentence) => {
    expect(notTogether(count, largest)).toBe(sentence);
  });
});

describe('the question about a new price', () => {
  const rest = 'Nothing has been booked yet. Do you want to book at the new price?';

  it.each([
    [['C4'], `C4 now costs ₹300 instead of ₹250. ${rest}`],
    [['C4', 'C5'], `C4 and C5 now cost ₹300 instead of ₹250. ${rest}`],
  ])('for %o', (seats, question) => {
    expect(newPriceQuestion(seats, '₹250', '₹300')).toBe(question);
  });
});

describe('announcements', () => {
  it.each([
    [0, 'No seats selected.'],
    [1, '1 seat selected, ₹250.'],
    [2, '2 seats selected, ₹250.'],
  ])('of a selection of %i', (count, words) => {
    expect(describeSelection(count, '₹250')).toBe(words);
  });

  it.each([
    [0, 0, ''],
    [1, 0, '1 seat taken by others.'],
    [0, 2, '2 seats free again.'],
    [2, 1, '2 seats taken by others. 1 seat free again.'],
  ])('of %i seats taken and %i free again', (taken, freed, words) => {
    expect(describeOthers(taken, freed)).toBe(words);
  });
});

describe('a seat of the map', () => {
  it.each<[SeatStatus, string, string]>([
    ['available', 'Row C, seat 10, available, ₹250', 'Select seat C10'],
    ['selected', 'Row C, seat 10, selected, ₹250', 'Deselect seat C10'],
    ['blocked', 'Row C, seat 10, blocked by another user, ₹250', 'Seat blocked by another user'],
    ['booked', 'Row C, seat 10, booked, ₹250', 'Seat already booked'],
    ['closed', 'Row C, seat 10, out of service', 'Seat out of service'],
    ['yours', 'Row C, seat 10, yours, ₹250', 'Your seat C10: give it back'],
    ['givingBack', 'Row C, seat 10, yours, giving back, ₹250', 'Keep seat C10'],
  ])('that is %s has a name and a tooltip that say so', (status, name, tooltip) => {
    expect([seatName('C10', status, '₹250'), seatTooltip('C10', status)]).toEqual([name, tooltip]);
  });

  it('is named with the friends who sit there', () => {
    expect(seatName('E4', 'booked', '₹250', { isNear: true })).toBe('Row E, seat 4, booked, your friends, ₹250');
  });

  it('is named with who has it, for administrators', () => {
    expect(seatName('C4', 'booked', '₹250', { userName: 'Asha' })).toBe('Row C, seat 4, booked, ₹250, by Asha');
  });
});
