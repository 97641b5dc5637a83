/**
 * Checks the settings of the brand. The colour is used as it is in light mode, and lightened until it is readable in dark mode.
 */
import { readFileSync, statSync } from 'node:fs';
import { problemOfName } from '@moviebooking/contract/characters';
import { channelsOf, contrast } from '@moviebooking/contract/contrast';
import { messageOf } from './platform/errors/start-error.ts';
import type { BrandColours, Logo, Shades } from './platform/http/brand.ts';

const MAX_NAME = 40;
const MAX_LOGO_BYTES = 100_000;
const READABLE = 4.5;

/** What styles.css has behind text in these colours, and the text on buttons. */
const LIGHT = { grounds: ['#ffffff', '#fffdf9', '#faf5ec', '#f2eadc'], surface: '#fffdf9', onPrimary: '#fff6e4' };
const DARK = { grounds: ['#261b2e', '#1b1221', '#120b16', '#0d0710'], surface: '#1b1221', onPrimary: '#1c0b22' };

/** Returns what is wrong with it, if anything. */
export function problemOfBrandName(name: string): string | undefined {
  const length = [...name].length;
  if (length < 1 || length > MAX_NAME) return `must have 1 to ${MAX_NAME} characters, and has ${length}`;
  return problemOfName(name) && 'must not contain control or invisible characters';
}

/** The file's content decides its type. Throws a sentence. */
export function readLogo(file: string): Logo {
  const isTooLarge = () => statSync(file).size > MAX_LOGO_BYTES;
  try {
    if (isTooLarge()) throw new Error(`it has more than ${MAX_LOGO_BYTES / 1000} kB`);
    const content = readFileSync(file);
    const type = typeOf(content);
    if (!type) throw new Error('it is not an SVG, PNG or WebP picture');
    return { content, type };
  } catch (error) {
    throw new Error(`cannot be used: ${messageOf(error)}`, { cause: error });
  }
}

function typeOf(content: Buffer): Logo['type'] | undefined {
  const start = content.subarray(0, 12).toString('latin1');
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (start.startsWith('RIFF') && start.endsWith('WEBP')) return 'image/webp';
  return /^\s*(<\?xml[^>]*>\s*)?(<!--.*?-->\s*)*<svg[\s>]/s.test(content.toString('utf8'))
    ? 'image/svg+xml'
    : undefined;
}

/** Mixes in this share of the other colour. */
function mix(colour: string, other: string, share: number): string {
  const others = channelsOf(other);
  const mixed = channelsOf(colour).map((channel, index) =>
    Math.round(channel + ((others[index] ?? 0) - channel) * share),
  );
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

const shadesOf = (primary: string, { surface, onPrimary }: typeof LIGHT, towards: string): Shades => ({
  ...{ primary, onPrimary, hover: mix(primary, towards, 0.18), soft: mix(primary, surface, 0.88) },
});

const leastContrast = ({ primary, onPrimary, soft }: Shades, { grounds }: typeof LIGHT) =>
  Math.min(...[onPrimary, soft, ...grounds].map((other) => contrast(primary, other)));

/** The first shade that is readable, from the colour itself to black or white. */
function readableShade(colour: string, mode: typeof LIGHT, towards: string): Shades {
  let shades = shadesOf(colour, mode, towards);
  for (let share = 0.02; share <= 1 && leastContrast(shades, mode) < READABLE; share += 0.02)
    shades = shadesOf(mix(colour, towards, share), mode, towards);
  return shades;
}

/** Throws a sentence if the colour is not readable in light mode. */
export function brandColours(colour: string): BrandColours {
  const light = readableShade(colour, LIGHT, '#000000');
  if (light.primary !== colour) {
    const ratio = Math.floor(leastContrast(shadesOf(colour, LIGHT, '#000000'), LIGHT) * 10) / 10;
    throw new Error(
      `is too light: its contrast with the text on it and with the page is only ${ratio}:1, and must be ${READABLE}:1 ` +
        `(WCAG AA). Use a darker colour, such as ${light.primary}`,
    );
  }
  return { light, dark: readableShade(colour, DARK, '#ffffff') };
}
