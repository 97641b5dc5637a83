import type { Show } from '@moviebooking/contract/catalogue';
import { useQuery } from '@tanstack/react-query';
import { CalendarDays, CalendarPlus } from 'lucide-react';
import { useMemo } from 'react';
import { linesQuery, showsQuery, waitlistsQuery } from '../../../features/admin-catalogue/api.ts';
import { CancelShowDialog } from '../../../features/admin-catalogue/cancel-show-dialog.tsx';
import { ClosedSeatsDialog } from '../../../features/admin-catalogue/closed-seats-dialog.tsx';
import { ManagementPage } from '../../../features/admin-catalogue/management-page.tsx';
import { ShowEditor } from '../../../features/admin-catalogue/show-editor.tsx';
import { SHOW_FILTERS, ShowFilters } from '../../../features/admin-catalogue/show-filters.tsx';
import { ADD_SHOW, ShowsTable } from '../../../features/admin-catalogue/shows-table.tsx';
import { useManager } from '../../../features/admin-catalogue/use-manager.ts';
import { WaitlistDialog } from '../../../features/admin-catalogue/waitlist-dialog.tsx';
import { useAddress, useFilters } from '../../../lib/address.ts';
import { allScreensQuery, cinemaOptionsQuery, movieOptionsQuery } from '../../../lib/catalogue-queries.ts';
import { formatDateTime } from '../../../lib/cinema-times.ts';
import { AddressSearch } from '../../../ui/address-search.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { Pagination } from '../../../ui/pagination.tsx';
import { useItemDialog } from '../../../ui/use-item-dialog.ts';

const MAX_PAGE_BUTTONS = 5;

export function ShowsPage() {
  const manager = useManager<Show>('show');
  const { page, value } = useAddress();
  const { filter, ...active } = useFilters(SHOW_FILTERS);
  const { item: cancelled, open: openCancel, dialog } = useItemDialog<Show>();
  const closedSeats = useItemDialog<Show>();
  const list = useQuery(showsQuery(page, filter));
  const movies = useQuery(movieOptionsQuery);
  const cinemas = useQuery(cinemaOptionsQuery);
  const screens = useQuery(allScreensQuery);
  const lines = useQuery(linesQuery);
  const { data: sizes } = useQuery(waitlistsQuery);
  const waiting = useMemo(() => new Map(lines.data?.lines.map((line) => [line.showId, line.waiting])), [lines.data]);
  const waitlists = useMemo(() => new Map(sizes?.map(({ showId, users }) => [showId, users])), [sizes]);
  const waitlist = useItemDialog<Show>();

  return (
    <>
      <ManagementPage
        title="Shows"
        addLabel={ADD_SHOW}
        actions={
          <>
            <ButtonLink to="/admin/shows/day" variant="secondary" size="dense" className="max-sm:px-3!">
              <CalendarDays aria-hidden className="size-4.5 sm:-ms-1" />{' '}
              <span className="max-sm:sr-only">Day view</span>
            </ButtonLink>
            <ButtonLink to="/admin/shows/schedule" variant="secondary" size="dense" className="max-sm:px-3!">
              <CalendarPlus aria-hidden className="size-4.5 sm:-ms-1" />{' '}
              <span className="max-sm:sr-only">Schedule a run</span>
            </ButtonLink>
          </>
        }
        manager={manager}
        list={list}
        choices={[movies, cinemas, screens]}
        loadFailure="Failed to load data"
        search={
          <AddressSearch
            isDense
            label="Search shows"
            placeholder="Search movies, screens or cinemas"
            className="min-w-0 grow"
          />
        }
        filters={<ShowFilters movies={movies.data ?? []} cinemas={cinemas.data ?? []} screens={screens.data ?? []} />}
        {...active}
      >
        {({ data, meta }) => (
          <>
            <ShowsTable
              shows={data}
              actions={manager.actions}
              onCancel={openCancel}
              onCloseSeats={closedSeats.open}
              waiting={waiting}
              waitlists={waitlists}
              onWaitlist={waitlist.open}
              isNarrowed={active.onClear !== undefined}
              totalPages={meta.totalPages}
            />
            {data.length > 0 && <Pagination meta={meta} noun="shows" maxButtons={MAX_PAGE_BUTTONS} className="mt-4" />}
          </>
        )}
      </ManagementPage>
      <ShowEditor
        manager={manager}
        movies={movies.data ?? []}
        screens={screens.data ?? []}
        chosenMovie={value('movieId')}
      />
      {closedSeats.item && (
        <ClosedSeatsDialog
          owner={{ showId: closedSeats.item.id }}
          title={`Seats of ${closedSeats.item.movie.title}, ${formatDateTime(closedSeats.item.startTime)}`}
          {...closedSeats.dialog}
        />
      )}
      {waitlist.item && <WaitlistDialog show={waitlist.item} {...waitlist.dialog} />}
      {cancelled && <CancelShowDialog key={cancelled.id} show={cancelled} {...dialog} />}
    </>
  );
}
