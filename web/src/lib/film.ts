/**
 * Derives a palette from a movie's poster. Only the hue is the poster's; the lightness follows from the background, so the
 * contrast is AA (WCAG 2.2) for every poster. A grey poster, or one whose host doesn't allow reading its pixels, yields no
 * palette, and our own colours stay.
 */
import { contrast, toLinear } from '@moviebooking/contract/contrast';
import { type CSSProperties, useEffect, useState } from 'react';
import { keepTone, type Tone, toneOf, wasRead } from './poster-tones.ts';
import { whenIdle } from './when-idle.ts';

export interface FilmColours {
  /** The user's own seats and the text about them, for light and dark mode. */
  mine: Shades;
  onMine: Shades;
  mineStrong: Shades;
  mineSoft: Shades;
  mineText: Shades;
  /** The light from the screen on the floor and the first rows. */
  glow: Shades;
  /** The ticket's stub. */
  stub: string;
}

interface Shades {
  light: string;
  dark: string;
}

/** The backgrounds of styles.css that text in these colours has to be readable on. */
export const GROUNDS = { light: ['#ffffff', '#fffdf9', '#faf5ec', '#f2eadc'], dark: ['#261b2e', '#1b1221', '#0d0710'] };
export const PALE = '#fff6e4';
export const DEEP = '#1c0b22';

const READABLE = 4.5;
const MAX_CHROMA = 0.15;
/** Amber means "blocked by others" on the seat map, so similar hues move away from it. */
const AMBER = { from: 40, middle: 78, to: 120 };

const awayFromAmber = (hue: number): number => {
  if (hue < AMBER.from || hue > AMBER.to) return hue;
  return hue < AMBER.middle ? AMBER.from - 8 : AMBER.to + 8;
};

export function filmColours(posterHue: number, posterChroma: number): FilmColours {
  const hue = awayFromAmber(posterHue);
  const chroma = Math.min(Math.max(posterChroma, 0.07), MAX_CHROMA);
  const colour = (lightness: number, part = 1) => hex(lightness, chroma * part, hue);
  /** Starts at this lightness and steps until the colour is readable against all of them. */
  const readable = (start: number, step: number, against: readonly string[], part = 1): string => {
    let lightness = start;
    while (
      against.some((other) => contrast(colour(lightness, part), other) < READABLE) &&
      lightness > 0 &&
      lightness < 1
    )
      lightness += step;
    return colour(lightness, part);
  };
  const mineSoft = { light: colour(0.94, 0.3), dark: colour(0.29, 0.6) };
  const light = readable(0.42, -0.01, [PALE, ...GROUNDS.light, mineSoft.light]);
  const dark = readable(0.76, 0.01, [DEEP, ...GROUNDS.dark, mineSoft.dark]);
  return {
    mine: { light, dark },
    onMine: { light: PALE, dark: DEEP },
    mineStrong: { light: readable(0.49, -0.01, [PALE]), dark: readable(0.84, 0.01, [DEEP], 0.8) },
    mineSoft,
    mineText: { light, dark: readable(0.84, 0.01, [...GROUNDS.dark, mineSoft.dark], 0.8) },
    glow: { light: colour(0.72), dark: colour(0.66) },
    stub: readable(0.38, -0.01, [PALE]),
  };
}

/** The palette as custom properties, which seat-view.css and ticket.css use. */
export function filmStyle(colours: FilmColours | null): CSSProperties | undefined {
  if (!colours) return undefined;
  const both = ({ light, dark }: Shades) => `light-dark(${light}, ${dark})`;
  return {
    '--film-mine': both(colours.mine),
    '--film-on-mine': both(colours.onMine),
    '--film-mine-strong': both(colours.mineStrong),
    '--film-mine-soft': both(colours.mineSoft),
    '--film-mine-text': both(colours.mineText),
    '--film-glow': both(colours.glow),
    '--film-stub': colours.stub,
  } as CSSProperties;
}

const palettes = new Map<string, FilmColours | null>();

function paletteOf(posterUrl: string): FilmColours | null {
  const known = palettes.get(posterUrl);
  if (known !== undefined) return known;
  const tone = toneOf(posterUrl);
  const palette = tone ? filmColours(tone.hue, tone.chroma) : null;
  palettes.set(posterUrl, palette);
  return palette;
}

/** Null until the poster has been read, and if it has no palette. */
export function useFilmColours(posterUrl: string | null | undefined): FilmColours | null {
  const [, showRead] = useState(0);
  useEffect(() => {
    if (!posterUrl || wasRead(posterUrl)) return;
    let isWanted = true;
    void readPoster(posterUrl).then((tone) => {
      if (!isWanted) return;
      keepTone(posterUrl, tone);
      palettes.delete(posterUrl);
      showRead((count) => count + 1);
    });
    return () => {
      isWanted = false;
    };
  }, [posterUrl]);
  return posterUrl ? paletteOf(posterUrl) : null;
}

/** The poster is scaled down to this size before its pixels are read. */
export const SAMPLE = { width: 24, height: 36 };

/** Undefined if the picture is missing, or if its host doesn't allow reading its pixels. */
async function readPoster(posterUrl: string): Promise<Tone | undefined> {
  try {
    await whenIdle();
    const image = Object.assign(new Image(), { src: posterUrl, referrerPolicy: 'no-referrer' });
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), SAMPLE);
    const context = canvas.getContext('2d', { willReadFrequently: true });
    context?.drawImage(image, 0, 0, SAMPLE.width, SAMPLE.height);
    const pixels = context?.getImageData(0, 0, SAMPLE.width, SAMPLE.height).data;
    return pixels && strongestHue(pixels);
  } catch {
    return undefined;
  }
}

const BINS = 36;
/** A pixel with less chroma looks grey. */
const GREY_CHROMA = 0.035;
/** The share of coloured pixels that a poster needs to have a hue. */
const LEAST_PART = 0.02;

/** The poster's dominant hue. Strong colours weigh more, and neighbouring hues count together. */
export function strongestHue(pixels: ArrayLike<number>): Tone {
  const bins = Array.from({ length: BINS }, () => ({ weight: 0, a: 0, b: 0 }));
  let coloured = 0;
  for (let at = 0; at < pixels.length; at += 4) {
    const { a, b } = toOklab(pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0);
    const chroma = Math.hypot(a, b);
    if (chroma < GREY_CHROMA || (pixels[at + 3] ?? 0) < 128) continue;
    coloured += 1;
    const bin = bins[Math.floor((degrees(a, b) / 360) * BINS) % BINS];
    if (!bin) continue;
    bin.weight += chroma;
    bin.a += a * chroma;
    bin.b += b * chroma;
  }
  if (coloured <= (pixels.length / 4) * LEAST_PART) return null;
  const around = (index: number) =>
    [-1, 0, 1].map((offset) => bins[(index + offset + BINS) % BINS] ?? { weight: 0, a: 0, b: 0 });
  const sum = (index: number, of: 'weight' | 'a' | 'b') => around(index).reduce((total, bin) => total + bin[of], 0);
  const best = bins.reduce((top, _, index) => (sum(index, 'weight') > sum(top, 'weight') ? index : top), 0);
  const [weight, a, b] = [sum(best, 'weight'), sum(best, 'a'), sum(best, 'b')];
  return { hue: degrees(a, b), chroma: Math.hypot(a, b) / weight };
}

const degrees = (a: number, b: number): number => ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360;

const fromLinear = (part: number): number =>
  255 * (part <= 0.0031308 ? 12.92 * part : 1.055 * Math.max(part, 0) ** (1 / 2.4) - 0.055);

/** https://bottosson.github.io/posts/oklab */
function toOklab(red: number, green: number, blue: number): { a: number; b: number } {
  const [r, g, bl] = [toLinear(red), toLinear(green), toLinear(blue)];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * bl);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * bl);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * bl);
  return {
    a: 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    b: 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  };
}

/** The colour with this lightness and hue, and as much of the chroma as sRGB can show. */
function hex(lightness: number, chroma: number, hue: number): string {
  for (let part = 1; part > 0; part -= 0.05) {
    const channels = toRgb(lightness, chroma * part, hue);
    if (channels.every((channel) => channel > -0.5 && channel < 255.5)) return write(channels);
  }
  return write(toRgb(lightness, 0, hue));
}

const write = (channels: number[]): string =>
  `#${channels
    .map((channel) =>
      Math.round(Math.min(Math.max(channel, 0), 255))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

function toRgb(lightness: number, chroma: number, hue: number): number[] {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map(fromLinear);
}
