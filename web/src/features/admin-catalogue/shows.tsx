import { DEFAULT_DURATION_MIN, type Show } from '@moviebooking/contract/catalogue';
import { useQuery } from '@tanstack/react-query';
import { Armchair, CalendarPlus, CalendarX2, Ticket } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useAddress } from '../../lib/address.ts';
import { allMoviesQuery, allScreensQuery } from '../../lib/catalogue-queries.ts';
import { formatDateTimeWithYear, formatRupees } from '../../lib/format.ts';
import { formatDuration } from '../../lib/numbers.ts';
import { AddressSearch } from '../../ui/address-search.tsx';
import { Badge } from '../../ui/badge.tsx';
import { ButtonLink, IconButton } from '../../ui/button.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { Select } from '../../ui/select.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { linesQuery, showsQuery } from './api.ts';
import { CancelShowDialog } from './cancel-show-dialog.tsx';
import { ItemActions, ManagementPage, NothingFound } from './management-page.tsx';
import { ShowEditor } from './show-editor.tsx';
import { type ManagerActions, useManager } from './use-manager.ts';

const MAX_PAGE_BUTTONS = 5;
const ADD = 'Schedule Show';
const DELETION_QUESTION = 'Are you sure you want to delete this show? This action cannot be undone.';

const MINUTE_MS = 60_000;

const hasStarted = ({ startTime }: Show): boolean => Date.parse(startTime) < Date.now();
const isCancelled = ({ status }: Show): boolean => status === 'CANCELLED';
/** Also while it runs: a projector can break. */
const canCancel = (show: Show): boolean =>
  !isCancelled(show) &&
  Date.parse(show.startTime) + (show.movie.durationMin ?? DEFAULT_DURATION_MIN) * MINUTE_MS > Date.now();

interface RowParts {
  actions: ManagerActions<Show>;
  onCancel: (show: Show) => void;
  waitingFor: (show: Show) => number;
}

const columnsFor = ({ actions, onCancel, waitingFor }: RowParts): Column<Show>[] => [
  {
    header: 'Movie',
    isPlain: true,
    cell: ({ movie }) => (
      <>
        <span className="block font-semibold">{movie.title}</span>
        {movie.durationMin !== null && <span className="text-muted text-sm">{formatDuration(movie.durationMin)}</span>}
      </>
    ),
  },
  {
    header: 'Screen & Cinema',
    cell: ({ screen }) => (
      <>
        <span className="block">{screen.name}</span>
        <span className="text-muted text-sm">{screen.cinema.name}</span>
      </>
    ),
  },
  {
    header: 'Date & Time',
    cell: (show) => (
      <span className="whitespace-nowrap">
        {formatDateTimeWithYear(show.startTime)}
        {hasStarted(show) && <span className="sr-only"> (past)</span>}
        {isCancelled(show) && (
          <span className="mt-0.5 block" title={show.cancelReason ?? undefined}>
            <Badge tone="danger">CANCELLED</Badge>
            <span className="sr-only"> {show.cancelReason}</span>
          </span>
        )}
      </span>
    ),
  },
  { header: 'Price', cell: ({ price }) => <span className="tabular-nums">{formatRupees(price)}</span> },
  {
    header: 'Bookings',
    cell: (show) => (
      <>
        <span className="tabular-nums">{show._count.bookings}</span>
        {waitingFor(show) > 0 && (
          <span className="block whitespace-nowrap text-muted text-sm">{waitingFor(show)} in line</span>
        )}
      </>
    ),
  },
  {
    header: 'Actions',
    isPlain: true,
    align: 'right',
    cell: (show) => (
      <ItemActions
        name={`${show.movie.title}, ${formatDateTimeWithYear(show.startTime)}`}
        onEdit={isCancelled(show) ? undefined : () => actions.edit(show)}
        onDelete={() => void actions.remove(show, DELETION_QUESTION)}
      >
        <Link
          to={`/admin/shows/${show.id}/seats`}
          title="View seat layout"
          aria-label={`View seat layout of ${show.movie.title}, ${formatDateTimeWithYear(show.startTime)}`}
          className="inline-flex size-11 shrink-0 items-center justify-center rounded-md hover:bg-sunken"
        >
          <Armchair aria-hidden className="size-5" />
        </Link>
        {canCancel(show) && (
          <IconButton
            icon={CalendarX2}
            label={`Cancel show ${show.movie.title}, ${formatDateTimeWithYear(show.startTime)}`}
            title="Cancel show"
            onClick={() => onCancel(show)}
          />
        )}
      </ItemActions>
    ),
  },
];

export function Shows() {
  const manager = useManager<Show>('show');
  const { page, search, value, setFilters, goToPage } = useAddress();
  const movieId = value('movieId');
  const [cancelled, setCancelled] = useState<Show | null>(null);
  const [isCancelOpen, setCancelOpen] = useState(false);
  const openCancel = (show: Show) => {
    setCancelled(show);
    setCancelOpen(true);
  };
  const list = useQuery(showsQuery(page, { search, movieId }));
  const movies = useQuery(allMoviesQuery);
  const screens = useQuery(allScreensQuery);
  const lines = useQuery(linesQuery);
  const waiting = new Map(lines.data?.lines.map((line) => [line.showId, line.waiting]));
  const movieOptions = (movies.data ?? []).map(({ id, title }) => ({ value: String(id), label: title }));

  return (
    <>
      <ManagementPage
        title="Shows"
        subtitle="All shows, upcoming ones first"
        addLabel={ADD}
        actions={
          <ButtonLink to="/admin/shows/schedule" variant="secondary">
            <CalendarPlus aria-hidden className="-ml-1 size-4.5" /> Schedule a run
          </ButtonLink>
        }
        manager={manager}
        list={list}
        loadFailure="Failed to load data"
        toolbar={
          <>
            <AddressSearch label="Search shows" placeholder="Search movies, screens or cinemas" className="grow" />
            <Select
              label="Movie"
              isLabelHidden
              options={[{ value: '', label: 'All Movies' }, ...movieOptions]}
              value={movieId}
              onChange={(chosen) => setFilters({ movieId: chosen })}
              className="sm:w-64"
            />
          </>
        }
      >
        {({ data, meta }) => (
          <>
            <Table
              caption="Shows"
              columns={columnsFor({
                ...{ actions: manager.actions, onCancel: openCancel },
                waitingFor: ({ id }) => waiting.get(id) ?? 0,
              })}
              rows={data}
              keyOf={({ id }) => id}
              rowClassName={(show) => (hasStarted(show) || isCancelled(show) ? 'bg-sunken/50 text-muted' : '')}
              empty={
                <NothingFound
                  icon={Ticket}
                  noun="shows"
                  isSearching={search !== '' || movieId !== ''}
                  addLabel={ADD}
                  onAdd={manager.actions.add}
                />
              }
            />
            {meta.total > 0 && (
              <div className="mt-5">
                <Pagination meta={meta} noun="shows" onPage={goToPage} maxButtons={MAX_PAGE_BUTTONS} />
              </div>
            )}
          </>
        )}
      </ManagementPage>
      <ShowEditor manager={manager} movieOptions={movieOptions} screens={screens.data ?? []} chosenMovie={movieId} />
      {cancelled && (
        <CancelShowDialog
          key={cancelled.id}
          show={cancelled}
          isOpen={isCancelOpen}
          onClose={() => setCancelOpen(false)}
        />
      )}
    </>
  );
}
