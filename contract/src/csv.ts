/** Comma-separated values for spreadsheets: every text stays a text, even one that looks like a formula. */

const FORMULA_START = /^[=+\-@\t\r\n＝＋－＠]/;
/** Some spreadsheets split at semicolons, depending on the language they are set to. */
const NEEDS_QUOTES = /[",;\r\n]/;

function cell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = FORMULA_START.test(value) ? `'${value}` : value;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export const csvLine = (values: readonly (string | number)[]): string => `${values.map(cell).join(',')}\r\n`;

/** Goes before the first line and tells spreadsheets that the file is UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';
