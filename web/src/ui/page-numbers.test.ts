import { describePage } from '@moviebooking/contract/http';
import { expect, test } from 'vitest';
import { pageNumbers, rangeCaption } from './page-numbers.ts';

test.each([
  [describePage(1, 10, 24), 'Showing 1 to 10 of 24 movies'],
  [describePage(3, 10, 24), 'Showing 21 to 24 of 24 movies'],
  [describePage(25, 50, 123_456), 'Showing 1,201 to 1,250 of 1,23,456 movies'],
  [describePage(1, 10, 0), 'Showing 0 to 0 of 0 movies'],
])('the caption names the range and the total', (meta, caption) => {
  expect(rangeCaption(meta, 'movies')).toBe(caption);
});

test('with a limit, only the first pages have buttons', () => {
  expect(pageNumbers(9, 20, 5)).toEqual([1, 2, 3, 4, 5]);
  expect(pageNumbers(1, 3, 5)).toEqual([1, 2, 3]);
});

test('without a limit, the ends and the neighbours have buttons, and no gap hides a single page', () => {
  expect(pageNumbers(1, 0)).toEqual([]);
  expect(pageNumbers(2, 5)).toEqual([1, 2, 3, 4, 5]);
  expect(pageNumbers(10, 20)).toEqual([1, null, 9, 10, 11, null, 20]);
  expect(pageNumbers(4, 20)).toEqual([1, 2, 3, 4, 5, null, 20]);
});
