/** How money and time are written: rupees, en-IN, in the user's own time zone. */
const LOCALE = 'en-IN';

/** Formats are costly to make, so each is made when it is first needed. */
const currency = (options: Intl.NumberFormatOptions) => {
  let format: Intl.NumberFormat | undefined;
  return (rupees: number): string => {
    format ??= new Intl.NumberFormat(LOCALE, { style: 'currency', currency: 'INR', ...options });
    return format.format(rupees);
  };
};
const formatter = (options: Intl.DateTimeFormatOptions) => {
  let format: Intl.DateTimeFormat | undefined;
  return (instant: string | number | Date): string => {
    format ??= new Intl.DateTimeFormat(LOCALE, options);
    return format.format(new Date(instant));
  };
};

const formatWholeRupees = currency({ maximumFractionDigits: 0 });
const formatExactRupees = currency({});

/** "₹250", "₹1,00,000", "₹199.50". */
export const formatRupees = (rupees: number): string =>
  Number.isInteger(rupees) ? formatWholeRupees(rupees) : formatExactRupees(rupees);

/** "Sun, 15 Nov, 7:30 pm". */
export const formatDateTime = formatter({
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
});

/** "15 Nov 2026, 7:30 pm". */
export const formatDateTimeWithYear = formatter({
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});

/** "15 Nov 2026". */
export const formatDate = formatter({ day: 'numeric', month: 'short', year: 'numeric' });

/** "Sun, 15 Nov". */
export const formatDay = formatter({ weekday: 'short', day: 'numeric', month: 'short' });

/** "Sunday, 15 November 2026". */
export const formatLongDate = formatter({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });

/** "7:30 pm". */
export const formatTime = formatter({ hour: 'numeric', minute: '2-digit' });

/** "Sun". */
export const formatWeekday = formatter({ weekday: 'short' });

/** "Nov". */
export const formatMonth = formatter({ month: 'short' });

/** The day in the user's time zone, as an address can carry it: "2026-11-15". */
export function localDay(instant: string | number | Date): string {
  const date = new Date(instant);
  const part = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${part(date.getMonth() + 1)}-${part(date.getDate())}`;
}
