import type { Show } from '@moviebooking/contract/catalogue';
import { Armchair, BellRing, CalendarX2, Ticket, Wrench } from 'lucide-react';
import { memo, useDeferredValue } from 'react';
import { formatDateTimeWithYear } from '../../lib/cinema-times.ts';
import { formatRupees } from '../../lib/format.ts';
import { formatDuration } from '../../lib/numbers.ts';
import { AccessibilityLabels } from '../../ui/accessibility-labels.tsx';
import { FillBar } from '../../ui/fill-bar.tsx';
import { Poster } from '../../ui/poster.tsx';
import { LastPageInstead } from '../../ui/record-page.tsx';
import { RowMain } from '../../ui/row-main.tsx';
import { actionsColumn } from '../../ui/row-menu.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { editAndDelete, NothingFound } from './management-page.tsx';
import { canCancelShow, hasStarted, isCancelled, ShowStatus, seatCounts } from './show-status.tsx';
import type { ManagerActions } from './use-manager.ts';

export const ADD_SHOW = 'Schedule Show';
const seatsOf = ({ id }: Show): string => `/admin/shows/${id}/seats`;
const DELETION_QUESTION = 'Are you sure you want to delete this show? This action cannot be undone.';

interface RowOptions {
  actions: ManagerActions<Show>;
  onCancel: (show: Show) => void;
  onCloseSeats: (show: Show) => void;
  waitingFor: (show: Show) => number;
  waitlistOf: (show: Show) => number;
  onWaitlist: (show: Show) => void;
}

const columnsFor = ({
  actions,
  onCancel,
  onCloseSeats,
  waitingFor,
  waitlistOf,
  onWaitlist,
}: RowOptions): Column<Show>[] => [
  {
    header: 'Movie',
    isPlain: true,
    cell: (show) => <MovieCell show={show} />,
  },
  {
    header: 'Screen & Cinema',
    cell: ({ screen }) => (
      <>
        <span className="wrap-anywhere line-clamp-1">{screen.name}</span>
        <span className="wrap-anywhere line-clamp-1 text-[0.8125rem] text-muted" title={screen.cinema.name}>
          {screen.cinema.name}
        </span>
      </>
    ),
  },
  {
    header: 'Date & Time',
    cell: (show) => (
      <span className="block text-balance as-columns:w-22">
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
        {waitlistOf(show) > 0 && (
          <span className="block whitespace-nowrap text-muted text-sm">{waitlistOf(show)} on waitlist</span>
        )}
      </>
    ),
  },
  {
    header: 'Fill',
    cell: (show) => {
      const { sold, sellable } = seatCounts(show);
      return <FillBar taken={sold} of={sellable} className="max-w-32 as-columns:w-21" />;
    },
  },
  { header: 'Status', cell: (show) => <ShowStatus show={show} /> },
  actionsColumn(
    ({ movie, startTime }) => `${movie.title}, ${formatDateTimeWithYear(startTime)}`,
    (show) => [
      { icon: Armchair, label: 'View seat layout', to: seatsOf(show) },
      waitlistOf(show) > 0 && { icon: BellRing, label: 'Waitlist', onSelect: () => onWaitlist(show) },
      canCancelShow(show) && { icon: Wrench, label: 'Seats out of service', onSelect: () => onCloseSeats(show) },
      canCancelShow(show) && { icon: CalendarX2, label: 'Cancel show', onSelect: () => onCancel(show) },
      ...editAndDelete(
        !isCancelled(show) && (() => actions.edit(show)),
        () => void actions.remove(show, DELETION_QUESTION),
      ),
    ],
  ),
];

function MovieCell({ show }: { show: Show }) {
  const { title, posterUrl, durationMin } = show.movie;
  return (
    <span className="flex items-center gap-2.5">
      <Poster
        src={posterUrl}
        title={title}
        className="w-6.5 rounded-xs"
        fallback={<span className="block size-full bg-line" />}
      />
      <span className="min-w-0">
        <RowMain
          verb="View seat layout of"
          detail={`on ${formatDateTimeWithYear(show.startTime)}`}
          title="View seat layout"
          to={seatsOf(show)}
        >
          <span className="wrap-anywhere line-clamp-1" title={title}>
            {title}
          </span>
        </RowMain>
        <span className="flex flex-wrap items-center gap-x-1.5">
          {durationMin !== null && (
            <span className="whitespace-nowrap text-[0.8125rem] text-muted">{formatDuration(durationMin)}</span>
          )}
          <AccessibilityLabels labels={show.accessibility} />
        </span>
      </span>
    </span>
  );
}

interface ShowsTableProps {
  shows: Show[];
  actions: ManagerActions<Show>;
  onCancel: (show: Show) => void;
  onCloseSeats: (show: Show) => void;
  /** How many people wait in line, by show id. */
  waiting: ReadonlyMap<number, number>;
  /** How many people wait for seats to come free, by show id. */
  waitlists: ReadonlyMap<number, number>;
  onWaitlist: (show: Show) => void;
  isNarrowed: boolean;
  totalPages: number;
}

const NO_SHOWS: Show[] = [];

/** Memoised and deferred: rendering 50 rows would delay typing in the search. */
export function ShowsTable(props: ShowsTableProps) {
  const { shows, ...rest } = props;
  return <ShowRows {...rest} rows={useDeferredValue(shows, NO_SHOWS)} isEmpty={shows.length === 0} />;
}

const ShowRows = memo(function ShowRows(props: Omit<ShowsTableProps, 'shows'> & { rows: Show[]; isEmpty: boolean }) {
  const { isEmpty, rows, actions, onCancel, onCloseSeats, onWaitlist, waiting, waitlists, isNarrowed, totalPages } =
    props;
  return (
    <>
      <LastPageInstead isPastEnd={isEmpty} totalPages={totalPages} />
      <Table
        caption="Shows"
        columns={columnsFor({
          ...{ actions, onCancel, onCloseSeats, onWaitlist },
          waitingFor: ({ id }) => waiting.get(id) ?? 0,
          waitlistOf: ({ id }) => waitlists.get(id) ?? 0,
        })}
        rows={rows}
        keyOf={({ id }) => id}
        rowClassName={(show) => (hasStarted(show) || isCancelled(show) ? 'bg-sunken/50 text-muted' : '')}
        empty={
          isEmpty &&
          totalPages === 0 && (
            <NothingFound
              icon={Ticket}
              noun="shows"
              isSearching={isNarrowed}
              firstStep={
                <>
                  Schedule the first one, or <TextLink to="/admin/shows/schedule">a whole run</TextLink> of a movie on
                  several screens and days at once.
                </>
              }
              addLabel={ADD_SHOW}
              onAdd={actions.add}
            />
          )
        }
      />
    </>
  );
});
