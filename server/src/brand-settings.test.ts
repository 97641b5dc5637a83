import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contrast } from '@moviebooking/contract/contrast';
import { afterAll, describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

const folder = mkdtempSync(join(tmpdir(), 'moviebooking-logo-'));
afterAll(() => rmSync(folder, { recursive: true }));

const brandOf = (env: Record<string, string>) => readConfig(env).brand;

describe('BRAND_NAME', () => {
  it.each(['Regal', ' राज टॉकीज़ ', '🎬 Regal & Sons', 'x'.repeat(40), '<script>'])('may be %s', (name) => {
    expect(brandOf({ BRAND_NAME: name }).name).toBe(name.trim());
  });

  it.each(['x'.repeat(200), '   ', 'Re\ngal', 'Regal\u202e', '\u2800'])('may not be %j', (name) => {
    expect(() => brandOf({ BRAND_NAME: name })).toThrow(
      /BRAND_NAME must (have 1 to 40 characters, and has|not contain)/,
    );
  });
});

describe('BRAND_LOGO', () => {
  const file = (name: string, content: string | Buffer) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  const svg = '<?xml version="1.0"?>\n<!-- ours --><svg xmlns="http://www.w3.org/2000/svg"></svg>';

  it.each([
    ['image/svg+xml', svg],
    ['image/png', Buffer.from('89504e470d0a1a0a0000000d', 'hex')],
    ['image/webp', Buffer.from('RIFF....WEBPVP8 ', 'latin1')],
  ])('is %s by its content, whatever the name of its file', (type, content) => {
    expect(brandOf({ BRAND_LOGO: file('logo.bin', content) }).logo).toEqual({ type, content: Buffer.from(content) });
  });

  it.each([
    ['missing', () => join(folder, 'none.svg'), /BRAND_LOGO cannot be used: ENOENT/],
    ['a page', () => file('page.svg', '<!doctype html><svg></svg>'), /it is not an SVG, PNG or WebP picture/],
    ['too large', () => file('large.svg', svg + ' '.repeat(100_001)), /it has more than 100 kB/],
    ['a folder', () => folder, /BRAND_LOGO cannot be used: EISDIR/],
  ])('is refused if it is %s', (_, path, message) => {
    expect(() => brandOf({ BRAND_LOGO: path() })).toThrow(message);
  });
});

describe('BRAND_COLOUR', () => {
  const light = ['#ffffff', '#fffdf9', '#faf5ec', '#f2eadc'];
  const dark = ['#261b2e', '#1b1221', '#120b16', '#0d0710'];

  it.each(['#7a1f5c', '#0B5345', '#000000', '#000080', '#8a1a1a'])(
    '%s is readable in light and dark mode',
    (colour) => {
      const colours = brandOf({ BRAND_COLOUR: colour }).colours;
      expect(colours?.light.primary).toBe(colour.toLowerCase());
      for (const [shades, grounds] of [[colours?.light, light] as const, [colours?.dark, dark] as const]) {
        if (!shades) throw new Error('no colours');
        for (const ground of [...grounds, shades.onPrimary, shades.soft])
          expect(contrast(shades.primary, ground)).toBeGreaterThanOrEqual(4.5);
        expect(contrast(shades.hover, shades.onPrimary)).toBeGreaterThanOrEqual(4.5);
      }
    },
  );

  it.each(['#ffcc00', '#ffffff', '#8a8a8a', '#e4572e'])(
    '%s is refused, and a darker one is offered that works',
    (colour) => {
      const message = /BRAND_COLOUR is too light: .* only [\d.]+:1, .* such as (#[\da-f]{6})/;
      expect(() => brandOf({ BRAND_COLOUR: colour })).toThrow(message);
      let offered = '';
      try {
        brandOf({ BRAND_COLOUR: colour });
      } catch (error) {
        offered = message.exec(String(error))?.[1] ?? '';
      }
      expect(brandOf({ BRAND_COLOUR: offered }).colours?.light.primary).toBe(offered);
    },
  );

  it.each(['red', '#fff', '7a1f5c', '#7a1f5c;}'])('is refused if it is %s', (colour) => {
    expect(() => brandOf({ BRAND_COLOUR: colour })).toThrow('BRAND_COLOUR must be a colour such as #7a1f5c');
  });
});
