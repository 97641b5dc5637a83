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
import { MonthEndMenu } from '../../../features/admin-analytics/month-end-menu.tsx';
import { hasBegun, monthsBefore, monthsToOffer } from '../../../features/admin-analytics/months.ts';
import { SalesByDay } from '../../../features/admin-analytics/sales-by-day.tsx';
import { SummaryCards } from '../../../features/admin-analytics/summary-cards.tsx';
import { describePeriod, monthName } from '../../../features/admin-analytics/wording.ts';
import { useAddress } from '../../../lib/address.ts';
import { cinemaOptionsQuery, movieOptionsQuery } from '../../../lib/catalogue-queries.ts';
import { dayOf } from '../../../lib/cinema-times.ts';
import { cx } from '../../../lib/cx.ts';
import { serverNow } from '../../../lib/server-clock.ts';
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
  const thisMonth = dayOf(serverNow()).slice(0, 7);
  const month = hasBegun(address.value('month'), thisMonth) ? address.value('month') : '';
  const [cinemaId, movieId] = [address.value('cinemaId'), address.value('movieId')];
  const { data, isError, refetch, isPlaceholderData } = useQuery(
    analyticsQuery({ days: month ? '' : days, month, cinemaId, movieId }),
  );
  return (
    <>
      <PageHeader
        isDense
        title="Analytics"
        subtitle={data ? describePeriod(data) : 'Sales and occupancy'}
        actions={<Filters days={days} month={month} thisMonth={thisMonth} />}
      />
      {data ? (
        <div aria-busy={isPlaceholderData} className="flex flex-col gap-4 aria-busy:opacity-60">
          <SummaryCards data={data} />
          <SalesByDay data={data} cinemaId={cinemaId} movieId={movieId} />
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

function Filters({ days, month, thisMonth }: { days: string; month: string; thisMonth: string }) {
  const { setFilters } = useAddress();
  const movies = useQuery(movieOptionsQuery);
  const cinemas = useQuery(cinemaOptionsQuery);
  return (
    <div className="flex flex-wrap items-center gap-2 max-w-full max-lg:grid max-lg:w-screen max-lg:grid-cols-2">
      <AddressSelect name="cinemaId" label="Cinema" all="All Cinemas" options={cinemas.data ?? []} />
      <AddressSelect name="movieId" label="Movie" all="All Movies" options={movies.data ?? []} />
      <div className="max-lg:col-span-2">
        <Segments
          label="Period"
          value={month ? '' : days}
          onChange={(chosen) => setFilters({ days: chosen === DEFAULT_RANGE ? '' : chosen, month: '' })}
          options={RANGES.map((range) => ({ value: range, label: `${range} days` }))}
        />
      </div>
      <AddressSelect
        name="month"
        label="Month"
        all="Choose a month"
        clears="days"
        options={monthsToOffer(thisMonth, month).map((value) => ({ value, label: monthName(value) }))}
      />
      <MonthEndMenu month={month || monthsBefore(thisMonth, 1)} />
    </div>
  );
}
