import type { ReactNode } from 'react';
import { cx } from '../lib/cx.ts';
import { openRow } from './row-main.tsx';
import { LoadingRows } from './skeleton.tsx';
import { useGradually } from './use-gradually.ts';

export interface Column<Row> {
  header: string;
  cell: (row: Row) => ReactNode;
  /** On a card, the cell has its own line without a heading. */
  isPlain?: boolean;
  /** The row's menu: at the right edge, and in the corner of a card. */
  isActions?: boolean;
}

interface TableProps<Row> {
  /** The table's accessible name. */
  caption: string;
  columns: Column<Row>[];
  rows: Row[];
  keyOf: (row: Row) => string | number;
  rowClassName?: (row: Row) => string;
  /** Shown instead of the table if there are no rows. Without it, they are still loading. */
  empty?: ReactNode;
}

const cellLook = ({ isActions, isPlain }: Column<never>): string =>
  cx(
    'align-middle as-cards:block as-columns:px-2.5 as-columns:py-1 as-columns:leading-tight as-columns:first:pl-4 as-columns:last:pr-4',
    isActions
      ? 'as-cards:absolute as-cards:top-1.5 as-cards:right-2 as-columns:text-right *:-my-1.5'
      : isPlain
        ? 'as-cards:col-span-full as-cards:first:pr-10 as-cards:@xl:col-span-1 as-cards:@xl:first:row-span-2 as-cards:@xl:first:pr-0'
        : 'as-cards:before:block as-cards:before:font-semibold as-cards:before:text-muted as-cards:before:text-xs as-cards:before:content-[attr(data-label)]',
  );

/** A table. Where its columns don't fit, each row is a card that labels its values. A click on a row opens it (`RowMain`). */
export function Table<Row>({ caption, columns, rows, keyOf, rowClassName, empty }: TableProps<Row>) {
  const drawn = useGradually(rows, keyOf);
  return (
    <div className="@container overflow-x-auto overflow-y-hidden rounded-xl border border-line bg-surface shadow-card">
      {rows.length === 0 ? (
        empty || <LoadingRows count={6} className="gap-4 p-5" />
      ) : (
        <table className="w-full border-collapse text-left text-[0.9375rem] as-cards:block lg:text-sm">
          <caption className="sr-only">{caption}</caption>
          <thead className="border-line border-b bg-sunken/60 as-cards:sr-only">
            <tr>
              {columns.map(({ header, isActions }) => (
                <th
                  key={header}
                  scope="col"
                  className={cx(
                    'whitespace-nowrap px-2.5 py-2 font-semibold text-[0.8125rem] text-muted first:pl-4 last:pr-4',
                    isActions && 'text-right',
                  )}
                >
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="as-cards:block">
            {drawn.map((row) => (
              <tr
                key={keyOf(row)}
                onClick={openRow}
                className={cx(
                  'relative border-line border-b as-columns:h-12 as-cards:grid as-cards:grid-cols-2 as-cards:gap-x-4 as-cards:gap-y-2 as-cards:px-4 as-cards:py-3 last:border-b-0 hover:bg-sunken/40 has-data-row-main:cursor-pointer as-cards:@xl:grid-cols-[minmax(0,1.5fr)_repeat(3,minmax(0,1fr))] as-cards:@xl:pr-14',
                  rowClassName?.(row),
                )}
              >
                {columns.map((column) => (
                  <td key={column.header} data-label={column.header} className={cellLook(column)}>
                    {column.cell(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}
