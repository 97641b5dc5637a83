/** Money and time in mails: rupees, en-IN, in the time zone of the cinemas. */
const wholeRupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR', maximumFractionDigits: 0 });
const exactRupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' });

/** "₹250", "₹1,00,000", "₹199.50". */
export const writeRupees = (rupees: number): string =>
  (Number.isInteger(rupees) ? wholeRupees : exactRupees).format(rupees);

export function timesIn(timeZone: string) {
  const format = (options: Intl.DateTimeFormatOptions) => {
    const writer = new Intl.DateTimeFormat('en-IN', { timeZone, hour: 'numeric', minute: '2-digit', ...options });
    return (instant: string) => writer.format(new Date(instant));
  };
  return {
    /** "7:30 pm IST". */
    clock: format({ timeZoneName: 'short' }),
    /** "Sun, 15 Nov, 7:30 pm". */
    withDay: format({ weekday: 'short', day: 'numeric', month: 'short' }),
    /** "Sunday, 15 November 2026 at 7:30 pm IST". */
    long: format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZoneName: 'short' }),
  };
}
