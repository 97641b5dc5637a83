import { globSync, readFileSync } from 'node:fs';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { expect, it } from 'vitest';

const SOURCES = new URL('../../', import.meta.url).pathname;
const catalogue: Record<string, string> = JSON.parse(
  readFileSync(new URL('../../../locales/hi.json', import.meta.url), 'utf8'),
);
const used = globSync(`${SOURCES}**/*.ts`, { exclude: (file) => file.endsWith('.test.ts') }).flatMap((file) =>
  Array.from(readFileSync(file, 'utf8').matchAll(/\bt\(\s*(['"])(.+?)\1[,)\s]/g), ([, , text = '']) => text),
);
const placeholdersIn = (text: string) => [...new Set(text.match(/(?<=\{)\w+(?=[,}])/g))].sort();

it('hi.json translates every text of the server, in order, and nothing else', () => {
  expect(Object.keys(catalogue)).toEqual([...new Set(used)].sort());
});

it.each(Object.entries(catalogue))('the translation of "%s" has its placeholders', (text, translation) => {
  expect(() => compileMessageOrThrow(translation)).not.toThrow();
  expect(placeholdersIn(translation)).toEqual(placeholdersIn(text));
});
