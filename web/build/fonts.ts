/** `npm run fonts` subsets the fonts of the first paint into src/fonts; its README.md says why. */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

const FOLDER = new URL('../src/fonts/', import.meta.url);

const lettersFrom = (first: number, last: number): string =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)).join('');

const ASCII = lettersFrom(0x20, 0x7e);
const LATIN_1 = lettersFrom(0xa0, 0xff);
const PUNCTUATION = '–—‘’“”•…';
const REGULAR_TO_BOLD = { wght: { min: 400, max: 700 } };

const FONTS = [
  {
    name: 'hanken-grotesk-latin.woff2',
    source: import.meta.resolve('@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2'),
    letters: ASCII + LATIN_1 + PUNCTUATION,
    variationAxes: REGULAR_TO_BOLD,
  },
  {
    name: 'figtree-rupee.woff2',
    source: import.meta.resolve('@fontsource-variable/figtree/files/figtree-latin-ext-wght-normal.woff2'),
    letters: '₹',
    variationAxes: REGULAR_TO_BOLD,
  },
  {
    name: 'rozha-one-latin.woff2',
    source: import.meta.resolve('@fontsource/rozha-one/files/rozha-one-latin-400-normal.woff2'),
    letters: ASCII + PUNCTUATION,
  },
];

/** Each font with its path. */
export function cutFonts(): Promise<{ file: URL; content: Buffer }[]> {
  return Promise.all(
    FONTS.map(async ({ name, source, letters, variationAxes }) => {
      const whole = await readFile(fileURLToPath(source));
      const options = { targetFormat: 'woff2' as const, ...(variationAxes ? { variationAxes } : {}) };
      return { file: new URL(name, FOLDER), content: await subsetFont(whole, letters, options) };
    }),
  );
}

if (import.meta.main) {
  for (const { file, content } of await cutFonts()) await writeFile(file, content);
}
