import { describe, expect, it } from 'vitest';
import { countSeats, fitTiles, HOUR_GAP, pathOf, TILE_GAP } from './board.ts';

describe("tonight's board", () => {
  it.each([
    [[100], { width: 1600, height: 850 }],
    [[4, 12, 20, 30, 22, 12], { width: 1560, height: 850 }],
    [[1, 98, 1], { width: 1300, height: 800 }],
  ])('fits halls per hour of %j into %j', (counts, space) => {
    const { size, rows } = fitTiles(counts, space);
    const columns = counts.map((count) => Math.ceil(count / rows)).reduce((sum, count) => sum + count);
    expect(columns * (size + TILE_GAP) + counts.length * HOUR_GAP).toBeLessThanOrEqual(space.width);
    expect(size).toBeGreaterThan(44);
  });

  it('shows few halls large, and never makes them too small to recognise', () => {
    expect(fitTiles([1, 1], { width: 1600, height: 850 }).size).toBe(180);
    expect(fitTiles([900], { width: 600, height: 400 }).size).toBe(44);
    expect(fitTiles([3], { width: 200, height: 50 }).rows).toBe(1);
  });

  it('draws a square per seat, with an aisle in the middle, and a circle where somebody sits', () => {
    const seats = `b----b${'-'.repeat(93)}b`;
    expect(pathOf(seats, 'b')).toBe('M0 0h0.8v0.8h-0.8zM5.5 0h0.8v0.8h-0.8zM9.5 9h0.8v0.8h-0.8z');
    expect(pathOf(seats, 'h')).toBe('');
    expect(pathOf('-c', 'c')).toBe('M1 0m0 0.4a0.4 0.4 0 1 1 0.8 0a0.4 0.4 0 1 1-0.8 0z');
  });

  it('counts checked-in seats as sold, and closed seats as not for sale', () => {
    expect(countSeats(`bbcxh${'-'.repeat(95)}`)).toEqual({ sold: 3, checkedIn: 1, sellable: 99 });
  });
});
