/** Without Devanagari fonts in the system, every letter comes from a font that we ship. */
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signUp, site } from './harness/api.ts';
import { launchBrowser, openContext } from './harness/browser.ts';
import { addMovie, addScreen, addShow, book } from './harness/catalogue.ts';

const TITLE = 'नमक: The Salt Year';
/** The system's only font, because the browser needs one: the letters A to Z of Rozha One. */
const LATIN = new URL('./harness/latin.ttf', import.meta.url);

const fontsIn = (folder: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${folder}</dir><cachedir>${folder}/cache</cachedir></fontconfig>`;

let browser: Browser;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'moviebooking-fonts-'));
  const file = join(folder, 'fonts.conf');
  await copyFile(LATIN, join(folder, 'latin.ttf'));
  await writeFile(file, fontsIn(folder));
  browser = await launchBrowser({ env: { ...process.env, FONTCONFIG_FILE: file } });
});
afterAll(async () => {
  await browser.close();
  await rm(folder, { recursive: true });
});

/** The fonts used for the letters of an element. */
async function facesOf(page: Page, selector: string) {
  await page.evaluate(() => document.fonts.ready);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('DOM.enable');
  await devtools.send('CSS.enable');
  const { root } = await devtools.send('DOM.getDocument');
  const { nodeId } = await devtools.send('DOM.querySelector', { nodeId: root.nodeId, selector });
  const { fonts } = await devtools.send('CSS.getPlatformFontsForNode', { nodeId });
  return fonts;
}

it('draws a Devanagari title with our own fonts', async () => {
  const customer = await signUp();
  const movie = await addMovie({ title: TITLE });
  const show = await addShow({ movie, screen: await addScreen({ name: 'रीगल' }) });
  await book(show, ['C4'], customer);
  const context = await openContext(browser, { baseURL: site(), session: customer });
  const page = await context.newPage();

  for (const [address, selector, devanagari] of [
    [`/movies/${movie.id}/cinemas`, 'main h1', 'Rozha One'],
    [`/shows/${show.id}/seats`, 'main h1', 'Rozha One'],
    ['/bookings/history', 'main h2', 'Rozha One'],
    ['/bookings/history', 'td p', 'Noto Sans Devanagari'],
  ] as const) {
    await page.goto(address);
    await page.getByText(TITLE).first().waitFor();
    await expect
      .poll(async () => {
        const faces = await facesOf(page, selector);
        return faces.every(({ isCustomFont }) => isCustomFont) && faces.map(({ familyName }) => familyName);
      })
      .toContain(devanagari);
  }
  const loaded = await page.evaluate(() =>
    [...document.fonts]
      .filter(({ status, unicodeRange }) => status === 'loaded' && unicodeRange.startsWith('U+900'))
      .map(({ family }) => family.replaceAll('"', '')),
  );
  expect(loaded.toSorted()).toEqual(['Hanken Grotesk', 'Rozha One']);
});
