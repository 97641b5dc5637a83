import type { ReactNode } from 'react';
import { useGradually } from './use-gradually.ts';

export interface Column<Row> {
  header: string;
  cell: (row: Row) => ReactNode;
  /** Numbers and actions are right-aligned. */
  align?: 'right';
  /** On a phone, the cell has its own line without a heading. */
  isPlain?: boolean;
}

interface TableProps<Row> {
  /** The table's accessible name. */
  caption: string;
  columns: Column<Row>[];
  rows: Row[];
  keyOf: (row: Row) => string | number;
  rowClassName?: (row: Row) => string;
  /** Shown below the headings if there are no rows. */
  empty?: ReactNode;
}

/** A table. On a phone, each row is a card that labels its values. */
export function Table<Row>({ caption, columns, rows, keyOf, rowClassName, empty }: TableProps<Row>) {
  return (
    <div className="overflow-x-auto overflow-y-hidden rounded-xl border border-line bg-surface shadow-card">
      <table className="w-full border-collapse text-left text-[0.9375rem] max-sm:block lg:text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead className="border-line border-b bg-sunken/60 max-sm:sr-only">
          <tr>
            {columns.map(({ header, align }) => (
              <th
                key={header}
                scope="col"
                className={`whitespace-nowrap px-2.5 py-2 font-semibold text-[0.8125rem] text-muted first:pl-4 last:pr-4 ${align === 'right' ? 'text-right' : ''}`}
              >
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-sm:block">
          {useGradually(rows, keyOf).map((row) => (
            <tr
              key={keyOf(row)}
              className={`border-line border-b last:border-b-0 hover:bg-sunken/40 max-sm:grid max-sm:grid-cols-2 max-sm:gap-x-4 max-sm:gap-y-2 max-sm:px-4 max-sm:py-3 sm:h-12 ${rowClassName?.(row) ?? ''}`}
            >
              {columns.map(({ header, cell, align, isPlain }) => (
                <td
                  key={header}
                  data-label={header}
                  className={`align-middle max-sm:block sm:px-2.5 sm:py-1 sm:leading-tight sm:first:pl-4 sm:last:pr-4 ${align === 'right' ? 'sm:text-right' : ''} ${
                    isPlain
                      ? 'max-sm:col-span-2'
                      : 'max-sm:before:block max-sm:before:font-semibold max-sm:before:text-muted max-sm:before:text-xs max-sm:before:content-[attr(data-label)]'
                  }`}
                >
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 && empty}
    </div>
  );
}
