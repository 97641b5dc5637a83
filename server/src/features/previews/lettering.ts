/**
 * Turns text into outlines. HarfBuzz does it, because the SVG renderer places the letters of Indian scripts on top of each
 * other. The font has Latin and Devanagari; other letters are left out.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { inflateSync } from 'node:zlib';
import { Blob, Face, Font, Buffer as GlyphBuffer, shape } from 'harfbuzzjs';

const FILES = [
  import.meta.resolve('@fontsource/rozha-one/files/rozha-one-latin-400-normal.woff'),
  import.meta.resolve('@fontsource/rozha-one/files/rozha-one-latin-ext-400-normal.woff'),
  import.meta.resolve('@fontsource/rozha-one/files/rozha-one-devanagari-400-normal.woff'),
];

const fonts = FILES.map((file) => {
  const face = new Face(new Blob(unpackFont(readFileSync(fileURLToPath(file)))));
  return { font: new Font(face), letters: new Set(face.collectUnicodes()), unitsPerEm: face.upem };
});

/** WOFF is an OpenType font whose tables are compressed one by one. */
function unpackFont(woff: Buffer): Uint8Array<ArrayBuffer> {
  const count = woff.readUInt16BE(12);
  const header = Buffer.alloc(12 + count * 16);
  woff.copy(header, 0, 4, 8);
  header.writeUInt16BE(count, 4);
  const tables: Buffer[] = [];
  let end = header.length;
  for (let index = 0; index < count; index += 1) {
    const entry = woff.subarray(44 + index * 20, 64 + index * 20);
    const [start, packed, size] = [entry.readUInt32BE(4), entry.readUInt32BE(8), entry.readUInt32BE(12)];
    const data = woff.subarray(start, start + packed);
    const table = packed < size ? inflateSync(data) : data;
    entry.copy(header, 12 + index * 16, 0, 4);
    header.writeUInt32BE(end, 12 + index * 16 + 8);
    header.writeUInt32BE(size, 12 + index * 16 + 12);
    tables.push(table, Buffer.alloc(-size & 3));
    end += size + (-size & 3);
  }
  return new Uint8Array(Buffer.concat([header, ...tables]));
}

/** Parts of a text that one of the fonts has. */
function runsOf(text: string) {
  const runs: { font: (typeof fonts)[number]; text: string }[] = [];
  for (const letter of text.normalize('NFC')) {
    const has = ({ letters }: (typeof fonts)[number]) => letters.has(letter.codePointAt(0) ?? 0);
    const last = runs.at(-1);
    const font = last && has(last.font) ? last.font : fonts.find(has);
    if (font && font === last?.font) last.text += letter;
    else if (font) runs.push({ font, text: letter });
  }
  return runs;
}

/** Paths that begin at 0, 0 on the baseline. */
export function writeText(text: string, size: number): { svg: string; width: number } {
  const paths: string[] = [];
  let x = 0;
  for (const { font, text: part } of runsOf(text)) {
    const scale = size / font.unitsPerEm;
    const buffer = new GlyphBuffer();
    buffer.addText(part);
    buffer.guessSegmentProperties();
    shape(font.font, buffer);
    for (const { codepoint, xAdvance = 0, xOffset = 0, yOffset = 0 } of buffer.getGlyphInfosAndPositions()) {
      const place = `translate(${x + xOffset * scale} ${-yOffset * scale}) scale(${scale} ${-scale})`;
      paths.push(`<path transform="${place}" d="${font.font.glyphToPath(codepoint)}"/>`);
      x += xAdvance * scale;
    }
  }
  return { svg: paths.join(''), width: x };
}

const drawable = (text: string) =>
  runsOf(text)
    .map((run) => run.text)
    .join('');
const graphemes = new Intl.Segmenter('en-IN', { granularity: 'grapheme' });

/** The first letter that can be drawn. */
export const initialOf = (text: string): string => /\p{L}\p{M}*|\p{N}/u.exec(drawable(text))?.[0] ?? '';

/** Undefined if a word is too wide, unless words may be broken. */
function linesOf(text: string, width: number, mayBreakWords: boolean): string[] | undefined {
  const fits = (line: string) => writeText(line, 1).width <= width;
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    const isTooWide = !fits(word);
    if (isTooWide && !mayBreakWords) return undefined;
    const parts = isTooWide ? Array.from(graphemes.segment(word), ({ segment }) => segment) : [word];
    for (const [index, part] of parts.entries()) {
      const longer = line && index === 0 ? `${line} ${part}` : line + part;
      if (line && !fits(longer)) lines.push(line);
      line = line && !fits(longer) ? part : longer;
    }
  }
  return [...lines, line];
}

interface Box {
  width: number;
  height: number;
  largest: number;
  smallest: number;
}

const LINE_HEIGHT = 1.16;

/** Lines of text in the largest size that fits the box, in the middle of its height. What is too long is cut off. */
export function fitText(text: string, { width, height, largest, smallest }: Box): string {
  const wanted = drawable(text).trim();
  for (let size = largest; ; size *= 0.92) {
    const isSmallest = size <= smallest;
    const room = Math.floor(height / (size * LINE_HEIGHT));
    const lines = linesOf(wanted, width / size, isSmallest);
    if (!lines || (lines.length > room && !isSmallest)) continue;
    const shown = lines.length > room ? [...lines.slice(0, room - 1), `${lines[room - 1]}…`] : lines;
    const top = (height - shown.length * size * LINE_HEIGHT) / 2 + size * 0.9;
    return shown
      .map(
        (line, index) =>
          `<g transform="translate(0 ${top + index * size * LINE_HEIGHT})">${writeText(line, size).svg}</g>`,
      )
      .join('');
  }
}
