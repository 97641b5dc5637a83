/** How money and time read for this house: rupees, en-IN, in the visitor's own time zone. */
const LOCALE = 'en-IN';

const whole = new Intl.NumberFormat(LOCALE, { style: 'currency', currency: 'INR', maximumFractionDigits: 0 });
const exact = new Intl.NumberFormat(LOCALE, { style: 'currency', currency: 'INR' });

/** "₹250", "₹1,00,000", "₹199.50". */
export function formatRupees(rupees: number): string {
  return (Number.isInteger(rupees) ? whole : exact).format(rupees);
}

const formatter = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat(LOCALE, options);
  return (instant: string | number | Date): string => format.format(new Date(instant));
};

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

/** "Sunday, 15 November 2026". */
export const formatLongDate = formatter({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });

/** "7:30 pm". */
export const formatTime = formatter({ hour: 'numeric', minute: '2-digit' });

/** The day in the visitor's time zone, as an address can carry it: "2026-11-15". */
export function localDay(instant: string | number | Date): string {
  const date = new Date(instant);
  const part = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${part(date.getMonth() + 1)}-${part(date.getDate())}`;
}

const HOUSE_ZONE = 'Asia/Kolkata';

const zoneName = (style: 'long' | 'longOffset', timeZone?: string) =>
  new Intl.DateTimeFormat(LOCALE, { timeZoneName: style, timeZone })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value;

/** What a visitor outside of India must know about the times on the page; undefined for everybody else. */
export function foreignZoneNote(): string | undefined {
  if (zoneName('longOffset') === zoneName('longOffset', HOUSE_ZONE)) return undefined;
  return `Times are shown in your time zone: ${zoneName('long')}.`;
}
