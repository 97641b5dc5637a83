/** A language for tests: English with accents and 40 % longer, so that texts outside the catalogue and tight layouts show. */
import { ERRORS } from '@moviebooking/contract/errors';
import type { Page } from 'playwright-core';
import { cataloguesOf } from '../../tools/translations.mjs';
import { wholeScript } from '../../web/build/translations.ts';

const PLAIN = 'aeiouyncAEIOUYNC';
const ACCENTED = 'áéíöüýñçÁÉÍÖÜÝÑÇ';
const LONGER_BY = 0.4;

/** "Book Seats" is "Böökéé Séátséé". */
export const pseudo = (text: string): string =>
  text.replaceAll(/\p{L}+/gu, (word) => {
    const accented = word.replaceAll(/./gu, (letter) => ACCENTED[PLAIN.indexOf(letter)] ?? letter);
    return accented + 'é'.repeat(Math.round(word.length * LONGER_BY));
  });

/** Pages of this profile that are opened from now on speak it in place of Hindi. */
export async function speakPseudo(page: Page): Promise<void> {
  const sources = Object.keys(cataloguesOf('web').hi ?? {}).map((key) => [
    key,
    ERRORS[key as keyof typeof ERRORS]?.message ?? key,
  ]);
  const body = wholeScript(Object.fromEntries(sources), pseudo);
  await page
    .context()
    .route(/\/assets\/hi-[\w-]+\.js$/, (route) => route.fulfill({ contentType: 'text/javascript', body }));
}
