import { describe, expect, test } from 'vitest';
import { choiceOf, giveBackForTaken, isComplete, toggleGivenBack, withSeats } from './change-choice.ts';
import { changeHint, changeLabel, changeRefused, describeChange } from './change-wording.ts';

const changingOf = (seats: string[], ...givenBack: string[]) => ({
  ...{ bookingId: 1, seats, givenBack: new Set(givenBack) },
});
const choice = (seats: string[], givenBack: string[], take: string[]) =>
  choiceOf(changingOf(seats, ...givenBack), take);

test('the booking has the kept and the taken seats afterwards, in seat order', () => {
  expect(choice(['C4', 'C5', 'C10'], ['C5'], ['C2'])).toEqual({
    before: ['C4', 'C5', 'C10'],
    after: ['C2', 'C4', 'C10'],
    release: ['C5'],
    take: ['C2'],
  });
});

test('marks a seat to give back, and keeps it after all', () => {
  const marked = toggleGivenBack(changingOf(['C4', 'C5']), 'C4');
  expect([...marked.givenBack]).toEqual(['C4']);
  expect([...toggleGivenBack(marked, 'C4').givenBack]).toEqual([]);
});

test('gives back all seats once as many are taken, and not before', () => {
  const changing = changingOf(['C4', 'C5']);
  expect([...giveBackForTaken(changing, 1).givenBack]).toEqual([]);
  expect([...giveBackForTaken(changing, 2).givenBack]).toEqual(['C4', 'C5']);
});

test('forgets marks of seats that the booking no longer has', () => {
  expect(withSeats(changingOf(['C4', 'C5'], 'C4', 'C5'), ['C5', 'D1'])).toEqual(changingOf(['C5', 'D1'], 'C5'));
});

describe('what the panel says', () => {
  const rupees = (count: number) => `₹${count * 250}`;

  test.each([
    [[], [], 'Tap a seat of yours to give it back, and a free seat to take instead.', 'Change seats', false],
    [[], ['D1'], 'You chose D1. Now tap 1 of your seats to give back.', 'Change seats', false],
    [['C4'], ['D1', 'D2'], 'You chose D1 and D2. Now tap 1 more of your seats to give back.', 'Change seats', false],
    [['C4'], ['D1'], 'Each seat keeps the price you paid, so your total stays the same.', 'Change seats', true],
    [['C4'], [], 'Choose 1 more, or have 2 seats instead of 3: ₹500 instead of ₹750.', 'Give back C4', true],
    [
      ['C4', 'C5', 'C6'],
      ['D1'],
      'Choose 2 more, or have 1 seat instead of 3: ₹250 instead of ₹750.',
      'Change to 1 seat',
      true,
    ],
    [
      ['C4', 'C5', 'C6'],
      [],
      'Choose at least one seat. To give all of them back, cancel the booking in your history.',
      'Change seats',
      false,
    ],
  ])('giving back %j for %j', (givenBack, take, hint, label, complete) => {
    const made = choice(['C4', 'C5', 'C6'], givenBack, take);
    expect([changeHint(made, rupees), changeLabel(made), isComplete(made)]).toEqual([hint, label, complete]);
  });

  test.each([
    [[], [], 'Your seats: C4 and C5.'],
    [['C4'], ['C6'], 'Your seats: C4 and C5. After the change: C5 and C6.'],
    [['C4', 'C5'], [], 'Your seats: C4 and C5. After the change: none.'],
  ])('to a screen reader, giving back %j for %j', (givenBack, take, words) => {
    expect(describeChange(choice(['C4', 'C5'], givenBack, take))).toBe(words);
  });

  test.each([
    ['SEATS_BOOKED', 'Seat C6 is already booked.', 'Seat C6 is already booked. You still have C4 and C5.'],
    ['NOT_CHANGEABLE', '-', 'This booking was changed in another window. It has C4 and C5 now.'],
    ['WAITING', '-', "Others are in line for this show, so you can't take seats right now. You still have C4 and C5."],
  ])('after the refusal %s', (code, message, words) => {
    expect(changeRefused(code, message, ['C4', 'C5'])).toBe(words);
  });
});
