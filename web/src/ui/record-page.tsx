import type { PageMeta } from '@moviebooking/contract/http';
import type { UseQueryResult } from '@tanstack/react-query';
import { type LucideIcon, SearchX } from 'lucide-react';
import { type ComponentProps, type ReactNode, useEffect, useEffectEvent } from 'react';
import { useAddress } from '../lib/address.ts';
import { Button } from './button.tsx';
import { ListHeader } from './list-header.tsx';
import { ListPlaceholder } from './list-placeholder.tsx';
import { Pagination } from './pagination.tsx';
import { EmptyState } from './states.tsx';
import { type Column, Table } from './table.tsx';

interface RecordPageProps<Row extends { id: number }> extends ComponentProps<typeof ListHeader> {
  /** "bookings". */
  noun: string;
  list: UseQueryResult<{ data: Row[]; meta: PageMeta }>;
  columns: Column<Row>[];
  rowClassName?: (row: Row) => string;
  /** Shown if there are no records at all. */
  empty: { icon: LucideIcon; note: string };
  /** Shown if none match the search and filters. */
  noMatches: { icon?: LucideIcon; note: ReactNode; clearLabel?: string };
  loadFailure: string;
}

/** A searchable list of records for administrators: bookings, audit log, users. */
export function RecordPage<Row extends { id: number }>(props: RecordPageProps<Row>) {
  const { noun, list, columns, rowClassName, empty, noMatches, loadFailure, ...header } = props;
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
            empty={list.data.meta.total === 0 && <NoRecords {...{ noun, empty, noMatches }} onClear={header.onClear} />}
          />
          <LastPageInstead isPastEnd={list.data.data.length === 0} {...list.data.meta} />
          {list.data.data.length > 0 && <Pagination meta={list.data.meta} noun={noun} className="mt-4" />}
        </>
      ) : (
        <ListPlaceholder list={list} loadFailure={loadFailure} />
      )}
    </>
  );
}

type NoRecordsProps = Pick<RecordPageProps<never>, 'noun' | 'empty' | 'noMatches' | 'onClear'>;

function NoRecords({ noun, empty, noMatches, onClear }: NoRecordsProps) {
  const title = `No ${noun} found`;
  if (!onClear) return <EmptyState {...empty} title={title} />;
  const { icon = SearchX, note, clearLabel = 'Clear filters' } = noMatches;
  const clear = (
    <Button variant="secondary" onClick={onClear}>
      {clearLabel}
    </Button>
  );
  return <EmptyState icon={icon} title={title} note={note} action={clear} />;
}

/** Opens the last page instead of one past the end, such as one whose only item was deleted. */
export function LastPageInstead({ isPastEnd, totalPages }: { isPastEnd: boolean; totalPages: number }) {
  const { setFilters } = useAddress();
  const goTo = useEffectEvent((page: number) => setFilters({ page: page > 1 ? String(page) : '' }));
  useEffect(() => {
    if (isPastEnd && totalPages > 0) goTo(totalPages);
  }, [isPastEnd, totalPages]);
  return null;
}
