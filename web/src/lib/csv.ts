/** Comma-separated values for spreadsheets: every text stays a text, even one that looks like a formula. */
const FORMULA_START = /^[=+\-@\t\r\n]/;
const BYTE_ORDER_MARK = '\uFEFF';

function cell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = FORMULA_START.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function csvOf(lines: readonly (readonly (string | number)[])[]): Blob {
  const text = lines.map((line) => `${line.map(cell).join(',')}\r\n`).join('');
  return new Blob([BYTE_ORDER_MARK, text], { type: 'text/csv;charset=utf-8' });
}
