import { describe, expect, it } from 'vitest';
import { focalBand } from './focal-band.ts';

const size = { width: 96, height: 144 };

/** A grey poster with these rows drawn differently. */
function poster(draw: (x: number, y: number) => number | undefined): number[] {
  return Array.from({ length: size.width * size.height }, (_, at) => {
    const shade = draw(at % size.width, Math.floor(at / size.width)) ?? 128;
    return [shade, shade, shade, 255];
  }).flat();
}

const blob = (centre: number) => (x: number, y: number) =>
  Math.hypot(x - 48, y - centre) < 8 ? (((x >> 2) + (y >> 2)) % 2 === 0 ? 30 : 200) : undefined;
/** Thin strokes over the whole width. */
const lettering = (from: number) => (x: number, y: number) =>
  y >= from && y < from + 14 ? (x % 4 < 2 ? 0 : 255) : undefined;
/** Where the middle of the crop is, in rows. */
const middleOf = (focus: number) => 10 + (focus / 100) * 124;

describe('the focus of a poster', () => {
  it.each([45, 65, 80])('is where the detail is: row %i of 144', (row) => {
    expect(Math.abs(middleOf(focalBand(poster(blob(row)), size)) - row)).toBeLessThanOrEqual(6);
  });

  it.each([12, 80, 120])('avoids lettering, here at row %i', (row) => {
    const focus = focalBand(
      poster((x, y) => lettering(row)(x, y) ?? blob(55)(x, y)),
      size,
    );
    expect(Math.abs(middleOf(focus) - 55)).toBeLessThanOrEqual(6);
  });

  it('is a little above the middle of a picture without detail', () => {
    expect(
      Math.abs(
        middleOf(
          focalBand(
            poster(() => undefined),
            size,
          ),
        ) -
          0.45 * 144,
      ),
    ).toBeLessThanOrEqual(2);
  });
});
