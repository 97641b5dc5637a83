import type { Show } from '@moviebooking/contract/catalogue';
import { useQuery } from '@tanstack/react-query';
import { CalendarDays, CalendarPlus } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { linesQuery, showsQuery } from '../../../features/admin-catalogue/api.ts';
import { CancelShowDialog } from '../../../features/admin-catalogue/cancel-show-dialog.tsx';
import { ManagementPage } from '../../../features/admin-catalogue/management-page.tsx';
import { ShowEditor } from '../../../features/admin-catalogue/show-editor.tsx';
import { NO_SHOW_FILTERS, SHOW_FILTERS, ShowFilters } from '../../../features/admin-catalogue/show-filters.tsx';
import { ADD_SHOW, ShowsTable } from '../../../features/admin-catalogue/shows-table.tsx';
import { useManager } from '../../../features/admin-catalogue/use-manager.ts';
import { useAddress } from '../../../lib/address.ts';
import { allCinemasQuery, allMoviesQuery, allScreensQuery } from '../../../lib/catalogue-queries.ts';
import { AddressSearch } from '../../../ui/address-search.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { Pagination } from '../../../ui/pagination.tsx';

const MAX_PAGE_BUTTONS = 5;

export function ShowsPage() {
  const manager = useManager<Show>('show');
  const { page, search, value, setFilters, goToPage } = useAddress();
  const filter = Object.fromEntries(SHOW_FILTERS.map((name) => [name, value(name)]));
  const activeFilters = Object.values(filter).filter(Boolean).length;
  const isNarrowed = search !== '' || activeFilters > 0;
  const [cancelled, setCancelled] = useState<Show | null>(null);
  const [isCancelOpen, setCancelOpen] = useState(false);
  const openCancel = useCallback((show: Show) => {
    setCancelled(show);
    setCancelOpen(true);
  }, []);
  const list = useQuery(showsQuery(page, { search, ...filter }));
  const movies = useQuery(allMoviesQuery);
  const cinemas = useQuery(allCinemasQuery);
  const screens = useQuery(allScreensQuery);
  const lines = useQuery(linesQuery);
  const waiting = useMemo(() => new Map(lines.data?.lines.map((line) => [line.showId, line.waiting])), [lines.data]);
  const movieOptions = (movies.data ?? []).map(({ id, title }) => ({ value: String(id), label: title }));

  return (
    <>
      <ManagementPage
        title="Shows"
        addLabel={ADD_SHOW}
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
        filters={<ShowFilters movieOptions={movieOptions} cinemas={cinemas.data ?? []} screens={screens.data ?? []} />}
        activeFilters={activeFilters}
        onClear={isNarrowed ? () => setFilters({ ...NO_SHOW_FILTERS, search: '' }) : undefined}
      >
        {({ data, meta }) => (
          <>
            <ShowsTable
              shows={data}
              actions={manager.actions}
              onCancel={openCancel}
              waiting={waiting}
              isNarrowed={isNarrowed}
              totalPages={meta.totalPages}
            />
            {data.length > 0 && (
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
