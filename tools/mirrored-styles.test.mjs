import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { projectFile } from './project.mjs';
import { FOR_STAFF, readSource, sourcesOf } from './translations.mjs';

/** A class that names the left or the right side, such as "sm:-ml-2" or "border-l". */
const CLASS =
  /^(?:\S+:)?-?(?:(?:(?:scroll-)?[mp][lr]|left|right|translate-x|space-x|divide-x)-\S+|(?:text|float|clear|origin(?:-top|-bottom)?)-(?:left|right)|(?:border-[lr]|rounded-[tb]?[lr])(?:-\S+)?|(?:bg|mask)-linear-to-[tb]?[lr])!?$/;
const PROPERTY =
  /(?<![\w-])(?:(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right)(?:-\w+)?|border-(?:top|bottom)-(?:left|right)-radius|left|right)(?=\s*:)|(?:text-align|float|clear|justify-\w+): (?:left|right)/g;
/** Four values with another one on the right than on the left. */
const SIDES = /(?:margin|padding|inset|border-(?:width|style|color|radius))\s*:([^;{}]+)/g;

/** What is the same in both directions, or is never mirrored. */
const ALLOWED = {
  // Follow the finger or the seat, whose positions the browser measures from the left.
  'web/src/ui/toast-list.tsx': ['translate-x-(--toast-swipe-movement-x)'],
  'web/src/features/seats/seat-tooltip.tsx': ['left:', '-translate-x-1/2'],
  // Flipped as a whole.
  'web/src/features/movies/movie-details.tsx': ['before:bg-linear-to-l'],
};

const parts = (values) => values.trim().match(/(?:[^\s(]|\((?:[^()]|\([^()]*\))*\))+/g) ?? [];

function isLopsided([declaration, values]) {
  const [first, second, third, fourth] = parts(values);
  if (!fourth) return declaration.startsWith('border-radius') && third !== undefined && first !== second;
  return declaration.startsWith('border-radius') ? first !== second || third !== fourth : second !== fourth;
}

const inClasses = (code) =>
  [...code.matchAll(/'[^'\n]*'|"[^"\n]*"|`[^`]*`/g)]
    .flatMap(([text]) => text.slice(1, -1).split(/\s+/))
    .filter((name) => CLASS.test(name) && !name.includes('rtl:'));
const inStyles = (css) => [
  ...(css.match(PROPERTY) ?? []),
  ...[...css.matchAll(SIDES)].filter(isLopsided).map(([declaration]) => declaration),
];
/** In React, styles are objects. */
const inObjects = (code) =>
  [...code.matchAll(/style=\{\{([^}]*)\}\}/g)].flatMap(
    ([, style]) => style.match(/\b(?:(?:margin|padding|border)(?:Left|Right)\w*|left|right):/g) ?? [],
  );

const styles = readdirSync(projectFile('web/src'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.css'))
  .map((path) => `web/src/${path}`);
const files = [...sourcesOf('web'), ...styles].filter((file) => !FOR_STAFF.test(file));

it("lays out customers' pages by start and end, so that a language written from the right mirrors them", () => {
  const found = files.flatMap((file) => {
    const code = readSource(file).replaceAll(/\/\*[\s\S]*?\*\//g, '');
    const sides = file.endsWith('.css') ? inStyles(code) : [...inClasses(code), ...inObjects(code)];
    return sides.filter((side) => !ALLOWED[file]?.includes(side)).map((side) => `${file}: ${side}`);
  });
  expect(found).toEqual([]);
});

it('allows nothing that is no longer there', () => {
  const unused = Object.entries(ALLOWED).flatMap(([file, sides]) => {
    const code = readSource(file);
    return sides.filter((side) => !code.includes(side)).map((side) => `${file}: ${side}`);
  });
  expect(unused).toEqual([]);
});

it.each([
  ["'flex -ml-2 sm:pr-4'", ['-ml-2', 'sm:pr-4']],
  ["'border-l rounded-tl-md text-left lg:text-right'", ['border-l', 'rounded-tl-md', 'text-left', 'lg:text-right']],
  [
    "'left-1/2 max-sm:right-auto before:left-[3px] translate-x-full'",
    ['left-1/2', 'max-sm:right-auto', 'before:left-[3px]', 'translate-x-full'],
  ],
  ["'ms-2 pe-4 border-line text-start start-0 rtl:-translate-x-2 lefty'", []],
])('finds the sides in the classes %s', (code, sides) => {
  expect(inClasses(code)).toEqual(sides);
});

it.each([
  ['margin-left: 1px; right: 0; text-align: left', ['margin-left', 'right', 'text-align: left']],
  ['margin: 0 1px 0 2px; border-radius: 1px 2px 2px 1px', ['margin: 0 1px 0 2px', 'border-radius: 1px 2px 2px 1px']],
  ['margin: 0 1px 2px; padding: 0 calc(1px + 2px) 1px calc(1px + 2px); border-radius: 1px 1px 0 0', []],
])('finds the sides in the styles %s', (css, sides) => {
  expect(inStyles(css)).toEqual(sides);
});
