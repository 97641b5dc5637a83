import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { cutFonts } from './fonts.ts';

test('the fonts in src/fonts match the output of `npm run fonts`', async () => {
  const fonts = await cutFonts();
  expect(fonts).toHaveLength(3);
  for (const { file, content } of fonts) expect(content.equals(await readFile(file)), file.pathname).toBe(true);
});
