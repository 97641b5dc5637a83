import { expect, test } from 'vitest';
import { BYTE_ORDER_MARK, csvLine } from './csv.ts';

test('separates values by commas and ends lines as in RFC 4180', () => {
  expect(csvLine(['Movie', 1200.5, ''])).toBe('Movie,1200.5,\r\n');
});

test.each([
  ['Say "Cheese", Asha', '"Say ""Cheese"", Asha"'],
  ['A; B', '"A; B"'],
  ['two\nlines', '"two\nlines"'],
  ['two\r\nlines', '"two\r\nlines"'],
  ['नमक 🎬', 'नमक 🎬'],
])('quotes %j only if necessary', (text, written) => {
  expect(csvLine([text])).toBe(`${written}\r\n`);
});

test.each([
  ['=1+1', "'=1+1"],
  ['+91 22 5550', "'+91 22 5550"],
  ['-3', "'-3"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['\r=1', '"\'\r=1"'],
  ['＝1+1', "'＝1+1"],
  ['=HYPERLINK("x";"y")', '"\'=HYPERLINK(""x"";""y"")"'],
])('keeps %j from running as a formula', (text, written) => {
  expect(csvLine([text])).toBe(`${written}\r\n`);
});

test('keeps a negative number a number', () => {
  expect(csvLine([-3])).toBe('-3\r\n');
});

test('has the byte order mark of UTF-8', () => {
  expect([...new TextEncoder().encode(BYTE_ORDER_MARK)]).toEqual([0xef, 0xbb, 0xbf]);
});
