import type { Show } from '@moviebooking/contract/catalogue';
import { describe, expect, it } from 'vitest';
import { HOUR_MS, hoursOf, MINUTE_MS, scaleOf, shareOf, snap, spanOf } from '../../ui/day-scale.ts';
import { findClash } from './show-slot.ts';

const MIDNIGHT = Date.parse('2031-02-03T00:00:00Z');
const show = (id: number, hour: number, durationMin: number | null = 90, screenId = 1): Show => ({
  ...{
    id,
    movieId: id,
    screenId,
    price: 100,
    _count: { bookings: 0 },
    availableSeats: 100,
    soldSeats: 0,
    sellableSeats: 100,
  },
  ...{ status: 'SCHEDULED' as const, cancelReason: null, accessibility: [] },
  startTime: new Date(MIDNIGHT + hour * HOUR_MS).toISOString(),
  movie: { id, title: `Movie ${id}`, durationMin, posterUrl: null, posterFocus: null },
  screen: { id: screenId, name: 'Blue', cinema: { id: 1, name: 'Liberty', city: null } },
});

describe('scaleOf', () => {
  it('spans nine to midnight', () => {
    const scale = scaleOf(MIDNIGHT, [spanOf(show(1, 12))]);
    expect(hoursOf(scale)).toHaveLength(15);
    expect(shareOf(scale, MIDNIGHT + 16.5 * HOUR_MS)).toBe(0.5);
  });

  it('extends by whole hours for early and late shows', () => {
    const { from, to } = scaleOf(MIDNIGHT, [show(1, 7.5), show(2, 23)].map(spanOf));
    expect([from, to].map((moment) => (moment - MIDNIGHT) / HOUR_MS)).toEqual([7, 25]);
  });
});

describe('findClash', () => {
  const moved = show(1, 10);
  const at = (hour: number, screenId = 1) => ({ screenId, start: MIDNIGHT + hour * HOUR_MS });

  it.each([
    ['on top of another', 14, 2],
    ['into its beginning', 12.75, 2],
    ['into its end', 15, 2],
    ['back to back before it', 12.5, undefined],
    ['back to back after it', 16, undefined],
  ])('for a show moved %s, at hour %s, returns show %s', (_, hour, clash) => {
    expect(findClash(moved, at(hour), [moved, show(2, 14, null)])?.id).toBe(clash);
  });

  it('ignores the show itself and other screens', () => {
    expect(findClash(moved, at(10.5), [moved, show(2, 10, 90, 2)])).toBeUndefined();
  });
});

it('snap rounds to the nearest step', () => {
  expect(snap(MIDNIGHT + 7.6 * MINUTE_MS, 5)).toBe(MIDNIGHT + 10 * MINUTE_MS);
});
