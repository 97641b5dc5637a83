/** Writes comma-separated values for spreadsheets. Texts stay texts, even if they look like formulas. */

const FORMULA_START = /^[=+\-@\t\r\n＝＋－＠]/;
/** Includes semicolons, because some spreadsheets split at them, depending on their language. */
const NEEDS_QUOTES = /[",;\r\n]/;

function cell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = FORMULA_START.test(value) ? `'${value}` : value;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export const csvLine = (values: readonly (string | number)[]): string => `${values.map(cell).join(',')}\r\n`;

/** Precedes the first line and tells spreadsheets that the file is UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';
