import type { Show } from '@moviebooking/contract/catalogue';
import { useQuery } from '@tanstack/react-query';
import { Armchair, CalendarDays, CalendarPlus, CalendarX2, Ticket } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useAddress } from '../../lib/address.ts';
import { allCinemasQuery, allMoviesQuery, allScreensQuery } from '../../lib/catalogue-queries.ts';
import { cx } from '../../lib/cx.ts';
import { formatDateTimeWithYear, formatRupees } from '../../lib/format.ts';
import { formatDuration } from '../../lib/numbers.ts';
import { AddressSearch } from '../../ui/address-search.tsx';
import { ButtonLink, IconButton } from '../../ui/button.tsx';
import { FillBar } from '../../ui/fill-bar.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { Poster } from '../../ui/poster.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { linesQuery, showsQuery } from './api.ts';
import { CancelShowDialog } from './cancel-show-dialog.tsx';
import { ItemActions, ManagementPage, NothingFound, rowActionLook } from './management-page.tsx';
import { ShowEditor } from './show-editor.tsx';
import { NO_SHOW_FILTERS, SHOW_FILTERS, ShowFilters } from './show-filters.tsx';
import { canCancel, hasStarted, isCancelled, SEATS_PER_SHOW, ShowStatus } from './show-status.tsx';
import { type ManagerActions, useManager } from './use-manager.ts';

const MAX_PAGE_BUTTONS = 5;
const ADD = 'Schedule Show';
const DELETION_QUESTION = 'Are you sure you want to delete this show? This action cannot be undone.';

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
      <span className="flex items-center gap-2.5">
        <Poster
          src={movie.posterUrl}
          title={movie.title}
          className="w-6.5 rounded-xs"
          fallback={<span className="block size-full bg-line" />}
        />
        <span className="min-w-0">
          <span className="line-clamp-1 font-semibold" title={movie.title}>
            {movie.title}
          </span>
          {movie.durationMin !== null && (
            <span className="text-[0.8125rem] text-muted">{formatDuration(movie.durationMin)}</span>
          )}
        </span>
      </span>
    ),
  },
  {
    header: 'Screen & Cinema',
    cell: ({ screen }) => (
      <>
        <span className="line-clamp-1">{screen.name}</span>
        <span className="line-clamp-1 text-[0.8125rem] text-muted" title={screen.cinema.name}>
          {screen.cinema.name}
        </span>
      </>
    ),
  },
  {
    header: 'Date & Time',
    cell: (show) => (
      <span className="whitespace-nowrap">
        {formatDateTimeWithYear(show.startTime)}
        {hasStarted(show) && <span className="sr-only"> (past)</span>}
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
    header: 'Fill',
    cell: ({ availableSeats }) => (
      <FillBar taken={SEATS_PER_SHOW - availableSeats} of={SEATS_PER_SHOW} className="max-w-32 lg:w-24" />
    ),
  },
  { header: 'Status', cell: (show) => <ShowStatus show={show} /> },
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
          className={cx(
            'inline-flex size-11 shrink-0 items-center justify-center rounded-md hover:bg-sunken',
            rowActionLook,
          )}
        >
          <Armchair aria-hidden className="size-5" />
        </Link>
        {canCancel(show) && (
          <IconButton
            icon={CalendarX2}
            label={`Cancel show ${show.movie.title}, ${formatDateTimeWithYear(show.startTime)}`}
            title="Cancel show"
            className={rowActionLook}
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
  const filter = Object.fromEntries(SHOW_FILTERS.map((name) => [name, value(name)]));
  const activeFilters = Object.values(filter).filter(Boolean).length;
  const isNarrowed = search !== '' || activeFilters > 0;
  const [cancelled, setCancelled] = useState<Show | null>(null);
  const [isCancelOpen, setCancelOpen] = useState(false);
  const openCancel = (show: Show) => {
    setCancelled(show);
    setCancelOpen(true);
  };
  const list = useQuery(showsQuery(page, { search, ...filter }));
  const movies = useQuery(allMoviesQuery);
  const cinemas = useQuery(allCinemasQuery);
  const screens = useQuery(allScreensQuery);
  const lines = useQuery(linesQuery);
  const waiting = new Map(lines.data?.lines.map((line) => [line.showId, line.waiting]));
  const movieOptions = (movies.data ?? []).map(({ id, title }) => ({ value: String(id), label: title }));

  return (
    <>
      <ManagementPage
        title="Shows"
        addLabel={ADD}
        actions={
          <>
            <ButtonLink to="/admin/shows/day" variant="secondary" size="dense" className="max-sm:px-3!">
              <CalendarDays aria-hidden className="size-4.5 sm:-ml-1" />{' '}
              <span className="max-sm:sr-only">Day view</span>
            </ButtonLink>
            <ButtonLink to="/admin/shows/schedule" variant="secondary" size="dense" className="max-sm:px-3!">
              <CalendarPlus aria-hidden className="size-4.5 sm:-ml-1" />{' '}
              <span className="max-sm:sr-only">Schedule a run</span>
            </ButtonLink>
          </>
        }
        manager={manager}
        list={list}
        loadFailure="Failed to load data"
        search={
          <AddressSearch
            isDense
            label="Search shows"
            placeholder="Search movies, screens or cinemas"
            className="min-w-0 grow"
          />
        }
        filters={<ShowFilters movieOptions={movieOptions} cinemas={cinemas.data ?? []} screens={screens.data ?? []} />}
        activeFilters={activeFilters}
        onClear={isNarrowed ? () => setFilters({ ...NO_SHOW_FILTERS, search: '' }) : undefined}
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
                  isSearching={isNarrowed}
                  firstStep={
                    <>
                      Schedule the first one, or <TextLink to="/admin/shows/schedule">a whole run</TextLink> of a movie
                      on several screens and days at once.
                    </>
                  }
                  addLabel={ADD}
                  onAdd={manager.actions.add}
                />
              }
            />
            {meta.total > 0 && (
              <div className="mt-4">
                <Pagination meta={meta} noun="shows" onPage={goToPage} maxButtons={MAX_PAGE_BUTTONS} />
              </div>
            )}
          </>
        )}
      </ManagementPage>
      <ShowEditor
        manager={manager}
        movieOptions={movieOptions}
        screens={screens.data ?? []}
        chosenMovie={value('movieId')}
      />
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
