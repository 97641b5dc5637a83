import { describe, expect, it } from 'vitest';
import { noteTimeZone } from '../../lib/cinema-times.ts';
import { adjacentDay, isAdmitting } from './admission-times.ts';

const at = (time: string) => Date.parse(`2026-${time}:00+05:30`);

noteTimeZone(new Headers({ 'x-time-zone': 'Asia/Kolkata' }));

it.each([
  ['11-15T09:59', '2026-11-14'],
  ['11-15T10:00', undefined],
  ['11-15T20:59', undefined],
  ['11-15T21:00', '2026-11-16'],
])('at %s, shows of the adjacent day %s may admit too', (time, day) => {
  expect(adjacentDay(at(time))).toBe(day);
});

describe('a two-hour show at 00:05', () => {
  const show = {
    startTime: new Date(at('11-16T00:05')).toISOString(),
    movie: { id: 1, title: 'Monsoon', durationMin: null, posterUrl: null, posterFocus: null },
  };

  it.each([
    ['11-15T21:04', false],
    ['11-15T21:05', true],
    ['11-16T02:04', true],
    ['11-16T02:05', false],
  ])('at %s, admits tickets: %s', (time, admits) => {
    expect(isAdmitting(at(time), show)).toBe(admits);
  });
});
