import type { PageMeta } from '@moviebooking/contract/http';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ComponentProps, useEffect, useEffectEvent } from 'react';
import { useAddress } from '../lib/address.ts';
import { ListHeader } from './list-header.tsx';
import { ListPlaceholder } from './list-placeholder.tsx';
import { Pagination } from './pagination.tsx';
import { Skeleton } from './skeleton.tsx';
import { EmptyState } from './states.tsx';
import { type Column, Table } from './table.tsx';

interface RecordPageProps<Row extends { id: number }> extends ComponentProps<typeof ListHeader> {
  /** "bookings". */
  noun: string;
  list: UseQueryResult<{ data: Row[]; meta: PageMeta }>;
  columns: Column<Row>[];
  rowClassName?: (row: Row) => string;
  onPage: (page: number) => void;
  empty: ComponentProps<typeof EmptyState>;
  loadFailure: string;
}

/** A searchable list of records for administrators: bookings, audit log, users. */
export function RecordPage<Row extends { id: number }>(props: RecordPageProps<Row>) {
  const { noun, list, columns, rowClassName, onPage, empty, loadFailure, ...header } = props;
  return (
    <>
      <ListHeader {...header} />
      {list.data ? (
        <>
          <Table
            caption={header.title}
            columns={columns}
            rows={list.data.data}
            keyOf={({ id }) => id}
            {...(rowClassName ? { rowClassName } : {})}
            empty={
              list.data.meta.total > 0 ? (
                <LastPageInstead totalPages={list.data.meta.totalPages} />
              ) : (
                <EmptyState {...empty} />
              )
            }
          />
          {list.data.data.length > 0 && (
            <div className="mt-4">
              <Pagination meta={list.data.meta} noun={noun} onPage={onPage} />
            </div>
          )}
        </>
      ) : (
        <ListPlaceholder list={list} loadFailure={loadFailure} />
      )}
    </>
  );
}

/** Replaces a page past the end, such as one whose only item was deleted, until the last page has loaded. */
export function LastPageInstead({ totalPages }: { totalPages: number }) {
  const { setFilters } = useAddress();
  const goTo = useEffectEvent((page: number) => setFilters({ page: page > 1 ? String(page) : '' }));
  useEffect(() => goTo(totalPages), [totalPages]);
  return (
    <div role="status" aria-label="Loading" className="p-5">
      <Skeleton className="h-10" />
    </div>
  );
}
