/** Times and days of a plan, in the time zone of the cinemas. */
import { MINUTE_MS } from '../../ui/day-scale.ts';

export function timesIn(timeZone: string) {
  const dayFormat = new Intl.DateTimeFormat('en-IN', { timeZone, weekday: 'short', day: 'numeric', month: 'short' });
  const clock = new Intl.DateTimeFormat('en-IN', { timeZone, hour: 'numeric', minute: '2-digit' });
  const isoDay = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
  const minutes = new Intl.DateTimeFormat('sv-SE', { timeZone, timeStyle: 'short' });
  return {
    /** "Sun, 15 Nov". */
    dayName: (moment: number) => dayFormat.format(moment),
    /** "6:30 pm". */
    timeName: (moment: number) => clock.format(moment),
    /** "2026-11-15". */
    dayOf: (moment: number) => isoDay.format(moment),
    midnightBefore(moment: number): number {
      const [hours = 0, rest = 0] = minutes.format(moment).split(':').map(Number);
      return moment - (hours * 60 + rest) * MINUTE_MS;
    },
  };
}

export type Times = ReturnType<typeof timesIn>;
