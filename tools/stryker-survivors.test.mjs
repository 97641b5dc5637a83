import { expect, test } from 'vitest';
import { compareSurvivors } from './stryker-survivors.mjs';

const source = 'const a = 1;\nif (a > 0) b();\nif (a > 0) c();\n';
const mutant = (line, status) => ({
  ...{ mutatorName: 'ConditionalExpression', replacement: 'true', status },
  location: { start: { line, column: 5 }, end: { line, column: 10 } },
});
const compare = (statuses, reasons) =>
  compareSurvivors(
    { 'a.ts': { source, mutants: statuses.map((status, index) => mutant(3 - index, status)) } },
    reasons,
  );

test('a survivor without a reason is named by its line and what changed', () => {
  expect(compare(['Killed', 'NoCoverage'], {})).toEqual({
    ...{ unexplained: ['a.ts:2 ConditionalExpression: a > 0 → true'], stale: [] },
  });
});

test('equal mutants are told apart by a number, in the order of the file', () => {
  const reasons = { 'a.ts': { 'ConditionalExpression: a > 0 → true #2': 'Cannot matter.' } };
  expect(compare(['Survived', 'Survived'], reasons)).toEqual({
    ...{ unexplained: ['a.ts:2 ConditionalExpression: a > 0 → true'], stale: [] },
  });
});

test('a reason whose mutant is killed is stale, and one of another file is not', () => {
  const label = 'ConditionalExpression: a > 0 → true';
  expect(compare(['Killed', 'Timeout'], { 'a.ts': { [label]: 'Old.' }, 'b.ts': { [label]: 'Not run.' } })).toEqual({
    ...{ unexplained: [], stale: [`a.ts ${label}`] },
  });
});
