import { describe, expect, it } from 'vitest';
import { seededRandom } from './demo-schedule.ts';
import { planTonight } from './demo-tonight.ts';

const timeZone = 'Asia/Kolkata';
const at = (time: string) => new Date(`2026-11-${time}:00+05:30`);
const hours = ['10:00', '13:00', '16:00', '17:00', '18:00', '19:00', '20:00', '21:00', '22:00', '22:30'];
const shows = ['18', '19', '20', '21'].flatMap((day) => hours.map((hour) => ({ startsAt: at(`${day}T${hour}`) })));

const plan = (now: string) =>
  [...planTonight(shows, { now: at(now).getTime(), timeZone, random: seededRandom(1) })].map(
    ([{ startsAt }, seats]) => ({
      time: new Date(startsAt.getTime() + 5.5 * 3_600_000).toISOString().slice(8, 16),
      seats,
    }),
  );

describe('the demo shows of tonight', () => {
  it('are 30 to 95 % sold, except one that is sold out, and one of them is filling up', () => {
    const planned = plan('19T12:00');
    expect(planned.map(({ time }) => time)).toEqual(hours.filter((hour) => hour > '10:00').map((hour) => `19T${hour}`));
    const seats = planned.map((show) => show.seats).toSorted((one, other) => other - one);
    expect(seats.slice(0, 2)).toEqual([100, 90]);
    for (const sold of seats.slice(2)) expect(sold >= 30 && sold < 75).toBe(true);
    expect(new Set(seats).size).toBeGreaterThan(5);
    expect(plan('19T12:00')).toEqual(planned);
  });

  it('include those still running', () => {
    expect(plan('19T17:30').map(({ time }) => time)).toContain('19T16:00');
  });

  it('are those of the next evening too if it is nearly midnight, and one of these is sold out', () => {
    const planned = plan('19T23:50');
    expect(planned.map(({ time }) => time)).toEqual([
      ...['19T22:00', '19T22:30'],
      ...['20T17:00', '20T18:00', '20T19:00', '20T20:00', '20T21:00', '20T22:00', '20T22:30'],
    ]);
    expect(planned.find(({ seats }) => seats === 100)?.time).toBe('20T22:30');
    expect(planned.find(({ seats }) => seats === 90)?.time).toBe('20T22:00');
  });
});
