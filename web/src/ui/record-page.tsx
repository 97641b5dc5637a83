import type { PageMeta } from '@moviebooking/contract/http';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import { NavLink } from 'react-router';
import { ListPlaceholder } from './list-placeholder.tsx';
import { PageHeader } from './page-header.tsx';
import { Pagination } from './pagination.tsx';
import { EmptyState } from './states.tsx';
import { type Column, Table } from './table.tsx';

interface RecordPageProps<Row extends { id: number }> {
  title: string;
  subtitle: string;
  /** "bookings". */
  noun: string;
  actions?: ReactNode;
  toolbar: ReactNode;
  list: UseQueryResult<{ data: Row[]; meta: PageMeta }>;
  columns: Column<Row>[];
  onPage: (page: number) => void;
  empty: ComponentProps<typeof EmptyState>;
  loadFailure: string;
}

/** What an administrator searches and reads: bookings, what was changed by whom, and the users. */
export function RecordPage<Row extends { id: number }>(props: RecordPageProps<Row>) {
  const { title, subtitle, noun, actions, toolbar, list, columns, onPage, empty, loadFailure } = props;
  return (
    <>
      <PageHeader title={title} subtitle={subtitle} actions={actions} />
      <nav aria-label="Records" className="mb-5 flex gap-1 border-line border-b">
        <RecordLink to="/admin/bookings">Bookings</RecordLink>
        <RecordLink to="/admin/users">Users</RecordLink>
        <RecordLink to="/admin/audit">Audit log</RecordLink>
      </nav>
      <div className="mb-5 grid grid-cols-2 gap-3 lg:grid-cols-4">{toolbar}</div>
      {list.data ? (
        <>
          <Table
            caption={title}
            columns={columns}
            rows={list.data.data}
            keyOf={({ id }) => id}
            empty={<EmptyState {...empty} />}
          />
          {list.data.meta.total > 0 && (
            <div className="mt-5">
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

function RecordLink({ to, children }: { to: string; children: string }) {
  return (
    <NavLink
      to={to}
      className="-mb-px flex min-h-11 items-center border-transparent border-b-2 px-4 font-semibold text-[0.9375rem] text-muted hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink"
    >
      {children}
    </NavLink>
  );
}
