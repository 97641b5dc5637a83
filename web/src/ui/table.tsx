import type { ReactNode } from 'react';

export interface Column<Row> {
  header: string;
  cell: (row: Row) => ReactNode;
  /** Figures and actions stand at the right. */
  align?: 'right';
}

interface TableProps<Row> {
  /** What the table lists, for assistive technology. */
  caption: string;
  columns: Column<Row>[];
  rows: Row[];
  keyOf: (row: Row) => string | number;
  rowClassName?: (row: Row) => string;
  /** Stands in the table's place below its headings when there are no rows. */
  empty: ReactNode;
}

/** Scrolls sideways inside itself on narrow screens, never the page. */
export function Table<Row>({ caption, columns, rows, keyOf, rowClassName, empty }: TableProps<Row>) {
  return (
    <div className="overflow-hidden rounded-xl border border-line bg-surface shadow-card">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section aria-label={caption} tabIndex={0} className="overflow-x-auto -outline-offset-2">
        <table className="w-full border-collapse text-left text-[0.9375rem]">
          <caption className="sr-only">{caption}</caption>
          <thead className="border-line border-b bg-sunken/60">
            <tr>
              {columns.map(({ header, align }) => (
                <th
                  key={header}
                  scope="col"
                  className={`whitespace-nowrap px-5 py-3.5 font-semibold text-muted text-sm ${align === 'right' ? 'text-right' : ''}`}
                >
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr
                key={keyOf(row)}
                className={`border-line border-b last:border-b-0 hover:bg-sunken/40 ${rowClassName?.(row) ?? ''}`}
              >
                {columns.map(({ header, cell, align }) => (
                  <td key={header} className={`px-5 py-3.5 align-middle ${align === 'right' ? 'text-right' : ''}`}>
                    {cell(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {rows.length === 0 && empty}
    </div>
  );
}
