import type { ReactNode } from 'react';
import { cx } from '../lib/cx.ts';
import { openRow } from './row-main.tsx';
import { LoadingRows } from './skeleton.tsx';
import { EmptyStatus } from './states.tsx';
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

/**
 * A table. Where its columns don't fit, each row is a card that labels its values (admin-layout.css). A click on a row opens it
 * (`RowMain`).
 */
export function Table<Row>({ caption, columns, rows, keyOf, rowClassName, empty }: TableProps<Row>) {
  const drawn = useGradually(rows, keyOf);
  return (
    <div className="@container overflow-x-auto overflow-y-hidden rounded-xl border border-line bg-surface shadow-card">
      <EmptyStatus isEmpty={rows.length === 0 && Boolean(empty)} />
      {rows.length === 0 ? (
        empty || <LoadingRows count={6} className="gap-4 p-5" />
      ) : (
        <table className="list-table w-full border-collapse text-start text-[0.9375rem] lg:text-sm">
          <caption className="sr-only">{caption}</caption>
          <thead className="border-line border-b bg-sunken/60">
            <tr>
              {columns.map(({ header, isActions }) => (
                <th
                  key={header}
                  scope="col"
                  className={cx(
                    'whitespace-nowrap px-2.5 py-2 font-semibold text-[0.8125rem] text-muted first:ps-4 last:pe-4',
                    isActions && 'text-end',
                  )}
                >
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {drawn.map((row) => (
              <tr
                key={keyOf(row)}
                onClick={openRow}
                className={cx(
                  'list-row relative border-line border-b last:border-b-0 hover:bg-sunken/40 has-data-row-main:cursor-pointer',
                  rowClassName?.(row),
                )}
              >
                {columns.map(({ header, cell, isPlain, isActions }) => (
                  <td
                    key={header}
                    data-label={header}
                    data-kind={isActions ? 'actions' : isPlain ? 'title' : undefined}
                    className="list-cell"
                  >
                    {cell(row)}
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
