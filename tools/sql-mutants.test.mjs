import { expect, it } from 'vitest';
import { mutantsOf } from './sql-mutants.mjs';

const wrapped = (body) =>
  `create or replace function ledger.rule(a integer) returns integer language plpgsql as $$\nbegin\n${body}\nend $$;\n`;
const mutationsOf = (body) => mutantsOf(wrapped(body)).map(({ label }) => label.replace('rule: ', ''));

it('drops locks, statements and the parts of conditions', () => {
  expect(mutationsOf('perform from seats where a = 1 order by a for update skip locked;')).toEqual([
    'perform from seats where a = 1 order by a for update skip locked; → nothing',
    'a = 1 → true',
    'a = 1 → a <> 1',
    '1 → 2',
    'order by a → nothing',
    'for update skip locked → nothing',
    'skip locked → nothing',
  ]);
  expect(mutationsOf('if a is null or not (b and c) then return 5; end if;')).toEqual([
    'a is null → false',
    'not (b and c) → false',
    'not (b and c) → (b and c)',
    'b → true',
    'b and c → b or c',
    'c → true',
    '5 → 6',
  ]);
});

it('only reverses comparisons of times, because no test can hit their boundary', () => {
  expect(mutationsOf('return x < y;')).toEqual(['x < y → x <= y']);
  expect(mutationsOf('return until_at <= moment;')).toEqual(['until_at <= moment → until_at > moment']);
});

it('leaves assignments, comments and the two ends of between alone', () => {
  expect(mutationsOf('update t set a = b -- where c\nwhere a between x and y;')).toEqual([
    'update t set a = b -- where c where a between x and y; → nothing',
    'a between x and y → true',
  ]);
});

it('changes fallbacks, extremes and sums', () => {
  expect(mutationsOf(`return coalesce(min(a), b) + least(c, '{}');`)).toEqual([
    'coalesce(min(a), b) → (min(a))',
    'min(a) → max(a)',
    ') + least → ) - least',
    `least(c, '{}') → greatest(c, '{}')`,
  ]);
});

it('numbers equal mutations of a function and returns each with the whole text', () => {
  const text = wrapped('return 1; return 1;');
  const mutants = mutantsOf(text);
  expect(mutants.map(({ function: name, label, line }) => [name, label, line])).toEqual([
    ['rule', 'rule: 1 → 2', 3],
    ['rule', 'rule: 1 → 2 #2', 3],
  ]);
  expect(mutants[1].text).toBe(text.replace('return 1; return 1;', 'return 1; return 2;'));
});

it('finds SQL in TypeScript', () => {
  const text = `async function read(db) {\n  await sql<Row>\`select a from b where c = \${d.e} limit 1\`.execute(db);\n}`;
  expect(mutantsOf(text, { isTypeScript: true }).map(({ label }) => label)).toEqual([
    `read: c = \${d.e} → true`,
    `read: c = \${d.e} → c <> \${d.e}`,
    'read: limit 1 → nothing',
    'read: 1 → 2',
  ]);
});
