import { contrast } from '@moviebooking/contract/contrast';
import { describe, expect, it } from 'vitest';
import { filmColours, GROUNDS, strongestHue } from './film.ts';

const READABLE = 4.5;
const hues = Array.from({ length: 360 }, (_, hue) => hue);
const chromas = [0, 0.05, 0.1, 0.2, 0.4];

const pixelsOf = (...colours: [number, number, number][]) => colours.flatMap((colour) => [...colour, 255]);

describe("the colours of a movie's poster", () => {
  it('are readable in every hue, light and dark', () => {
    for (const hue of hues) {
      for (const chroma of chromas) {
        const { mine, onMine, mineStrong, mineSoft, mineText, stub } = filmColours(hue, chroma);
        const pairs = (['light', 'dark'] as const).flatMap((scheme) => [
          [mine[scheme], onMine[scheme]],
          [mineStrong[scheme], onMine[scheme]],
          [mineText[scheme], mineSoft[scheme]],
          ...GROUNDS[scheme].map((ground) => [mineText[scheme], ground]),
          ...GROUNDS[scheme].map((ground) => [mine[scheme], ground]),
          [stub, '#fff6e4'],
        ]) as [string, string][];
        for (const [one, other] of pairs)
          expect(contrast(one, other), `hue ${hue}, chroma ${chroma}: ${one} and ${other}`).toBeGreaterThanOrEqual(
            READABLE,
          );
      }
    }
  });

  it('are never the amber of blocked seats', () => {
    const hueOf = (colour: string) => {
      const channels = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)) as [number, number, number];
      return strongestHue(pixelsOf(channels))?.hue ?? 0;
    };
    for (const hue of hues) {
      const { mine, glow } = filmColours(hue, 0.15);
      for (const colour of [mine.light, mine.dark, glow.light, glow.dark])
        expect(Math.abs(hueOf(colour) - 78), `hue ${hue} became ${colour}`).toBeGreaterThan(30);
    }
  });
});

describe('the strongest hue of a poster', () => {
  it('comes from its colours, not its greys', () => {
    const grey = Array<[number, number, number]>(20).fill([128, 128, 128]);
    const teal = Array<[number, number, number]>(6).fill([10, 130, 140]);
    const red = Array<[number, number, number]>(2).fill([200, 30, 30]);
    expect(strongestHue(pixelsOf(...grey, ...teal, ...red))?.hue).toBeCloseTo(205, -1);
  });

  it('is null for a poster without colour', () => {
    expect(strongestHue(pixelsOf([0, 0, 0], [255, 255, 255], [120, 120, 120]))).toBeNull();
    expect(strongestHue([])).toBeNull();
  });
});
