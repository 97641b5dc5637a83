/** Money in mails: rupees, en-IN. */
const wholeRupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR', maximumFractionDigits: 0 });
const exactRupees = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' });

/** "₹250", "₹1,00,000", "₹199.50". */
export const writeRupees = (rupees: number): string =>
  (Number.isInteger(rupees) ? wholeRupees : exactRupees).format(rupees);
