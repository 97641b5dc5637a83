/** Formats money: rupees. */
import { locale } from './language.ts';

/** Creating a format is slow, so each is created on first use. */
const currency = (options: Intl.NumberFormatOptions) => {
  let format: Intl.NumberFormat | undefined;
  return (rupees: number): string => {
    format ??= new Intl.NumberFormat(locale, { style: 'currency', currency: 'INR', ...options });
    return format.format(rupees);
  };
};

const formatWholeRupees = currency({ maximumFractionDigits: 0 });
const formatExactRupees = currency({});

/** "₹250", "₹1,00,000", "₹199.50". */
export const formatRupees = (rupees: number): string =>
  Number.isInteger(rupees) ? formatWholeRupees(rupees) : formatExactRupees(rupees);
