/** Times and days in the time zone of the cinemas, which may be another than the user's. */
import { useMemo } from 'react';
import { useTimeZone } from './cinema-time-zone.ts';

/** Formats are costly to make. */
export function useCinemaTimes(): Times {
  const timeZone = useTimeZone();
  return useMemo(() => timesIn(timeZone), [timeZone]);
}

/** Without one, in the user's own. */
export function timesIn(timeZone: string | undefined) {
  const dayFormat = new Intl.DateTimeFormat('en-IN', { timeZone, weekday: 'short', day: 'numeric', month: 'short' });
  const dateFormat = new Intl.DateTimeFormat('en-IN', { timeZone, day: 'numeric', month: 'short', year: 'numeric' });
  const clock = new Intl.DateTimeFormat('en-IN', { timeZone, hour: 'numeric', minute: '2-digit' });
  const isoDay = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
  const isoTime = new Intl.DateTimeFormat('sv-SE', { timeZone, timeStyle: 'medium' });
  const offsetAt = (moment: number) => Date.parse(`${isoDay.format(moment)}T${isoTime.format(moment)}Z`) - moment;
  return {
    /** "Sun, 15 Nov". */
    dayName: (moment: number) => dayFormat.format(moment),
    /** "6:30 pm". */
    timeName: (moment: number) => clock.format(moment),
    /** "15 Nov 2026, 6:30 pm". */
    dateTimeName: (moment: number) => `${dateFormat.format(moment)}, ${clock.format(moment)}`,
    /** "2026-11-15". */
    dayOf: (moment: number) => isoDay.format(moment),
    /** When a day such as "2026-11-15" begins. */
    midnightOf(day: string): number {
      const inUtc = Date.parse(day);
      return inUtc - offsetAt(inUtc - offsetAt(inUtc));
    },
  };
}

export type Times = ReturnType<typeof timesIn>;
