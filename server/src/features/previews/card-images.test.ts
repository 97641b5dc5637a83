import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inflateSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { DEFAULT_BRAND } from '../../platform/http/brand.ts';
import type { Card } from './card.ts';
import { createCardImages } from './card-images.ts';
import { initialOf, writeText } from './lettering.ts';
import { openCardProcess } from './previews.ts';

const webRoot = mkdtempSync(join(tmpdir(), 'moviebooking-cards-'));
mkdirSync(join(webRoot, 'posters'));
const cardProcess = openCardProcess();
afterAll(() => {
  cardProcess.close();
  rmSync(webRoot, { recursive: true });
});

const posterNamed = (name: string, content: string | Buffer) => {
  writeFileSync(join(webRoot, 'posters', name), content);
  return `/posters/${name}`;
};
const svgOf = (content: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 600">${content}</svg>`;
const RED = '<rect width="400" height="600" fill="#ff0000"/>';
const GREEN = [0, 255, 0];

const imageOf = createCardImages(cardProcess.run, webRoot, DEFAULT_BRAND);
const card = { title: 'Monsoon', facts: 'Hindi · 2D · UA 13+ · 142 minutes', brand: 'Regal', accent: '#ffb627' };
const pngOf = async (posterUrl: string | null, title = card.title) =>
  (await imageOf({ ...card, title, posterUrl }, () => {})).png;

/** Reads every pixel of a PNG of 8 bits per channel, as far as the renderer's own encoder uses the format. */
function decode(png: Buffer) {
  expect(png.toString('latin1', 0, 8)).toBe('\x89PNG\r\n\x1a\n');
  const [width, height, bits, kind] = [png.readUInt32BE(16), png.readUInt32BE(20), png[24], png[25]];
  const parts: Buffer[] = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  const raw = inflateSync(Buffer.concat(parts));
  const size = { 2: 3, 6: 4 }[kind ?? 0] ?? 0;
  const row = width * size;
  expect([bits, raw.length]).toEqual([8, height * (row + 1)]);
  const pixels = Buffer.alloc(row * height);
  for (let y = 0; y < height; y += 1) {
    const filter = raw[y * (row + 1)];
    for (let x = 0; x < row; x += 1) {
      const left = x >= size ? (pixels[y * row + x - size] ?? 0) : 0;
      const up = y > 0 ? (pixels[(y - 1) * row + x] ?? 0) : 0;
      const corner = x >= size && y > 0 ? (pixels[(y - 1) * row + x - size] ?? 0) : 0;
      const paeth = [left, up, corner].reduce((best, value) =>
        Math.abs(left + up - corner - value) < Math.abs(left + up - corner - best) ? value : best,
      );
      const guess = [0, left, up, (left + up) >> 1, paeth][filter ?? 0] ?? 0;
      pixels[y * row + x] = ((raw[y * (row + 1) + 1 + x] ?? 0) + guess) & 255;
    }
  }
  return {
    width,
    height,
    colourAt: (x: number, y: number) => [...pixels.subarray(y * row + x * size, y * row + x * size + 3)],
  };
}
/** In the middle of the arch. */
const posterColour = (png: Buffer) => decode(png).colourAt(300, 400);

describe('a card', () => {
  it('is 1200 × 630 pixels, with the poster in the arch and the hall around it', async () => {
    const green = posterNamed('green.svg', svgOf('<rect width="400" height="600" fill="#0f0"/>'));
    const { width, height, colourAt } = decode(await pngOf(green));
    expect([width, height]).toEqual([1200, 630]);
    expect(colourAt(300, 400)).toEqual(GREEN);
    expect(colourAt(130, 120)).not.toEqual(GREEN);
    expect(colourAt(1190, 10)).not.toEqual(GREEN);
  });

  it('of a poster in the web app is at most 300 kB', async () => {
    const root = fileURLToPath(new URL('../../../../web/public', import.meta.url));
    const png = await createCardImages(
      cardProcess.run,
      root,
      DEFAULT_BRAND,
    )({ ...card, posterUrl: '/posters/the-great-sitapur-mela.svg' }, () => {});
    expect(png.png.length).toBeLessThan(300_000);
    expect(posterColour(png.png)).not.toEqual(posterColour(await pngOf(null)));
  });

  it.each([
    ['<script>alert(1)</script> & "quotes"'],
    ['नमक: क्षत्रिय का अंतिम दिन'],
    ['🎬🎬🎬'],
    ['தமிழ் தலைப்பு'],
    ['x'.repeat(200)],
    ['नमक '.repeat(50)],
    ['{scale} $& ]]> --> </svg>'],
    ['!'],
  ])('can be drawn for the title %s', async (title) => {
    expect(decode(await pngOf(null, title)).width).toBe(1200);
  });

  it('keeps the longest titles within its edges', async () => {
    for (const title of ['W'.repeat(200), 'Wide words everywhere '.repeat(9), 'क्षत्रिय'.repeat(24)]) {
      const { colourAt } = decode(await pngOf(null, title));
      const margin = colourAt(1199, 300);
      for (let y = 100; y < 520; y += 4) for (const x of [1150, 1180]) expect(colourAt(x, y)[0]).toBeLessThan(60);
      expect(margin[0]).toBeLessThan(60);
    }
  });

  it('leaves out letters that its font does not have, and has no markup of a title', () => {
    expect(writeText('தமிழ்🎬', 10)).toEqual({ svg: '', width: 0 });
    expect(initialOf('🎬 “Él niño”')).toBe('É');
    expect(initialOf('नमक')).toBe('न');
    expect(writeText('<a href="x">&', 10).svg).not.toMatch(/<a|href|&/);
  });

  it('places the letters of Devanagari next to each other', () => {
    const width = (text: string) => writeText(text, 10).width;
    // Its vowel sign is written before the consonant, which must not be written over it.
    expect(width('दि')).toBeGreaterThan(width('द') + 1);
    expect(width('नमक: The Salt')).toBeCloseTo(width('नमक') + width(': The Salt'), 5);
  });
});

describe('a poster', () => {
  it.each([
    ['of another host', 'https://example.com/poster.svg'],
    ['in a format that cannot be drawn', posterNamed('poster.webp', 'RIFF....WEBPVP8 ')],
    ['that lies about its format', posterNamed('text.png', 'no picture')],
    ['outside of the web app', '/../package.json'],
    ['that does not exist', '/posters/none.svg'],
    ['that is too large', posterNamed('large.svg', svgOf(`${RED}<!--${' '.repeat(1_000_000)}-->`))],
    ['that declares entities', posterNamed('entities.svg', `<!DOCTYPE svg [<!ENTITY a "b">]>${svgOf(RED)}`)],
    ['that is broken', posterNamed('broken.svg', '<svg xmlns="http://www.w3.org/2000/svg"><rect')],
  ])('%s leaves the card without one', async (_, posterUrl) => {
    expect((await pngOf(posterUrl)).equals(await pngOf(null))).toBe(true);
  });

  it('that is a link to a file elsewhere leaves the card without one', async () => {
    const secret = join(mkdtempSync(join(tmpdir(), 'moviebooking-secret-')), 'secret.svg');
    writeFileSync(secret, svgOf(RED));
    symlinkSync(secret, join(webRoot, 'posters/link.svg'));
    expect((await pngOf('/posters/link.svg')).equals(await pngOf(null))).toBe(true);
  });

  it('loads nothing, neither over the network nor from disk', async () => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.end(svgOf(RED));
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const file = `file://${webRoot}/posters/red.svg`;
    posterNamed('red.svg', svgOf(RED));
    const references = [`${host}/a.svg`, `${host}/a.png`, file, file.slice('file://'.length), 'red.svg']
      .map((href) => `<image href="${href}" width="400" height="600"/><use href="${href}#x"/>`)
      .join('');
    const hostile = `<style>@import url(${host}/a.css); @font-face { font-family: x; src: url(${host}/a.woff2) }</style>
      <script href="${host}/a.js">alert(1)</script><rect width="400" height="600" fill="#0f0"/>${references}`;
    const png = await pngOf(posterNamed('hostile.svg', svgOf(hostile)));
    expect(posterColour(png)).toEqual(GREEN);
    expect(asked).toEqual([]);
    server.close();
  });

  it('that takes too long ends the process and leaves the card without one, and the next is drawn', async () => {
    const impatient = openCardProcess();
    const images = createCardImages(impatient.run, webRoot, DEFAULT_BRAND);
    const noise =
      '<filter id="f" x="0" y="0" width="1" height="1"><feTurbulence baseFrequency="9" numOctaves="99999"/></filter>';
    const slow = posterNamed('slow.svg', svgOf(`${noise}<rect width="400" height="600" filter="url(#f)"/>`));
    const { png } = await images({ ...card, posterUrl: slow }, () => {});
    expect(png.equals(await pngOf(null))).toBe(true);
    impatient.close();
  });
});

describe('the process', () => {
  it('lets twenty wait and refuses the next', async () => {
    const busy = openCardProcess();
    const task: Card = { ...card, poster: undefined, logo: undefined };
    const settled = await Promise.allSettled(Array.from({ length: 21 }, () => busy.run(task)));
    expect(settled.map(({ status }) => status)).toEqual([...Array(20).fill('fulfilled'), 'rejected']);
    expect(settled[20]).toMatchObject({ reason: { code: 'UNAVAILABLE' } });
    busy.close();
  });
});
