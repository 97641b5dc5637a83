import { useQuery } from '@tanstack/react-query';
import { analyticsQuery } from '../../../features/admin-analytics/api.ts';
import {
  FullestShows,
  OccupancyByHour,
  OccupancyByScreen,
  SalesByLead,
  TopCinemas,
  TopMovies,
} from '../../../features/admin-analytics/charts.tsx';
import { SalesByDay } from '../../../features/admin-analytics/sales-by-day.tsx';
import { SummaryCards } from '../../../features/admin-analytics/summary-cards.tsx';
import { describePeriod } from '../../../features/admin-analytics/wording.ts';
import { useAddress } from '../../../lib/address.ts';
import { cinemaOptionsQuery, movieOptionsQuery } from '../../../lib/catalogue-queries.ts';
import { cx } from '../../../lib/cx.ts';
import { AddressSelect } from '../../../ui/address-select.tsx';
import { Card } from '../../../ui/card.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Segments } from '../../../ui/segments.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/states.tsx';

const RANGES = ['7', '30', '90'];
const DEFAULT_RANGE = '30';

export function AnalyticsPage() {
  const address = useAddress();
  const chosen = address.value('days');
  const days = RANGES.includes(chosen) ? chosen : DEFAULT_RANGE;
  const [cinemaId, movieId] = [address.value('cinemaId'), address.value('movieId')];
  const { data, isError, refetch, isPlaceholderData } = useQuery(analyticsQuery({ days, cinemaId, movieId }));
  return (
    <>
      <PageHeader
        isDense
        title="Analytics"
        subtitle={data ? describePeriod(data) : 'Sales and occupancy'}
        actions={<Filters days={days} />}
      />
      {data ? (
        <div aria-busy={isPlaceholderData} className="flex flex-col gap-4 aria-busy:opacity-60">
          <SummaryCards data={data} />
          <SalesByDay days={data.byDay} />
          <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
            {movieId === '' && <TopMovies movies={data.topMovies} isOfShows={cinemaId !== ''} />}
            {cinemaId === '' && <TopCinemas cinemas={data.topCinemas} isOfShows={movieId !== ''} />}
            <SalesByLead steps={data.salesByLead} />
            <OccupancyByHour slots={data.occupancyByHour} />
            <FullestShows shows={data.occupancyByShow} />
            <div className={cx('flex *:grow', (movieId === '') !== (cinemaId === '') && 'lg:col-span-2')}>
              <OccupancyByScreen screens={data.occupancyByScreen} />
            </div>
          </div>
        </div>
      ) : (
        <Card>
          {isError ? (
            <ErrorState message="Failed to load analytics" onRetry={() => void refetch()} />
          ) : (
            <div role="status" aria-label="Loading" className="flex flex-col gap-4 p-5">
              <Skeleton className="h-20" />
              <Skeleton className="h-72" />
            </div>
          )}
        </Card>
      )}
    </>
  );
}

function Filters({ days }: { days: string }) {
  const { setFilters } = useAddress();
  const movies = useQuery(movieOptionsQuery);
  const cinemas = useQuery(cinemaOptionsQuery);
  return (
    <div className="flex flex-wrap items-center gap-2 max-sm:grid max-sm:w-full max-sm:grid-cols-2">
      <AddressSelect name="cinemaId" label="Cinema" all="All Cinemas" options={cinemas.data ?? []} />
      <AddressSelect name="movieId" label="Movie" all="All Movies" options={movies.data ?? []} />
      <Segments
        label="Period"
        value={days}
        onChange={(chosen) => setFilters({ days: chosen === DEFAULT_RANGE ? '' : chosen })}
        options={RANGES.map((range) => ({ value: range, label: `${range} days` }))}
      />
    </div>
  );
}
