/** Formats times for people, in the cinemas' time zone. A mail names the zone, as its reader may be anywhere. */
export function timesIn(timeZone: string, locale = 'en-IN') {
  const format = (options: Intl.DateTimeFormatOptions) => {
    const writer = new Intl.DateTimeFormat(locale, { timeZone, ...options });
    return (instant: string | Date) => writer.format(new Date(instant));
  };
  const clock = { hour: 'numeric', minute: '2-digit' } as const;
  const twoDigits = { month: '2-digit', day: '2-digit', hour: '2-digit', second: '2-digit' } as const;
  const parts = new Intl.DateTimeFormat('en-CA', {
    ...{ timeZone, year: 'numeric', minute: '2-digit', hourCycle: 'h23', timeZoneName: 'longOffset' },
    ...twoDigits,
  });
  return {
    /** "7:30 pm". */
    clock: format(clock),
    /** "7:30 pm IST". */
    clockWithZone: format({ ...clock, timeZoneName: 'short' }),
    /** "Sun, 15 Nov, 7:30 pm". */
    withDay: format({ ...clock, weekday: 'short', day: 'numeric', month: 'short' }),
    /** "Sunday, 15 November 2026". */
    day: format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
    /** "2026-11-15T19:30:00+05:30". */
    withOffset: (instant: string | Date) =>
      parts
        .format(new Date(instant))
        .replace(', ', 'T')
        .replace(/ GMT(.*)$/, (_, offset) => offset || '+00:00'),
  };
}
