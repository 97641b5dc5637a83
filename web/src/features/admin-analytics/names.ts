export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** "10 am", "6 pm". */
export const hourName = (hour: number): string => `${hour % 12 || 12} ${hour < 12 ? 'am' : 'pm'}`;

// A calendar day belongs to no time zone: it is read and written in the same one.
const dayFormat = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en-IN', { timeZone: 'UTC', ...options });
  return (day: string): string => format.format(new Date(`${day}T00:00:00Z`));
};

/** "Sun, 15 Nov". */
export const dayName = dayFormat({ weekday: 'short', day: 'numeric', month: 'short' });
/** "15 Nov". */
export const shortDayName = dayFormat({ day: 'numeric', month: 'short' });
