import type { Analytics as Figures } from '@moviebooking/contract/admin';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Answer, api } from '../../lib/api.ts';
import { formatNumber, formatPercent } from '../../lib/figures.ts';
import { formatRupees } from '../../lib/format.ts';
import { useListParams } from '../../lib/list-params.ts';
import { Card } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Segments } from '../../ui/segments.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { FullestShows, OccupancyByHour, TopCinemas, TopMovies } from './charts.tsx';
import { shortDayName } from './names.ts';
import { SalesByDay } from './sales-by-day.tsx';

const RANGES = ['7', '30', '90'];
const DEFAULT_RANGE = '30';
const REFRESH_MS = 60_000;

export function Analytics() {
  const params = useListParams();
  const chosen = params.value('days');
  const days = RANGES.includes(chosen) ? chosen : DEFAULT_RANGE;
  const { data, isError, refetch, isPlaceholderData } = useQuery({
    queryKey: ['/admin/analytics', days],
    queryFn: async ({ signal }) =>
      (await api.get<Answer<Figures>>('/admin/analytics', { query: { days }, signal })).data,
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
  return (
    <>
      <PageHeader
        title="Analytics"
        subtitle={
          data ? `${shortDayName(data.from)} to ${shortDayName(data.to)}, ${data.timeZone}` : 'Sales and occupancy'
        }
        actions={
          <Segments
            label="Period"
            value={days}
            onChange={(value) => params.choose('days', value === DEFAULT_RANGE ? '' : value)}
            options={RANGES.map((value) => ({ value, label: `${value} days` }))}
          />
        }
      />
      {data ? (
        <div aria-busy={isPlaceholderData} className="flex flex-col gap-5 aria-busy:opacity-60">
          <Totals figures={data} />
          <SalesByDay days={data.byDay} />
          <div className="grid gap-5 lg:grid-cols-2">
            <TopMovies movies={data.topMovies} />
            <TopCinemas cinemas={data.topCinemas} />
            <OccupancyByHour slots={data.occupancyByHour} />
            <FullestShows shows={data.occupancyByShow} />
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

function Totals({ figures: { totals, cancellations } }: { figures: Figures }) {
  const entries = [
    { name: 'Revenue', value: formatRupees(totals.revenue), note: 'cancellations left out' },
    { name: 'Bookings', value: formatNumber(totals.bookings), note: 'not cancelled' },
    { name: 'Seats sold', value: formatNumber(totals.seats), note: 'in these bookings' },
    { name: 'Occupancy', value: formatPercent(totals.occupancy), note: 'of the seats of all shows' },
    {
      name: 'Cancellations',
      value: formatNumber(cancellations.bookings),
      note: `${formatPercent(cancellations.rate)} of all, ${formatRupees(cancellations.revenue)}`,
    },
  ];
  return (
    <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3 sm:gap-5 xl:grid-cols-5">
      {entries.map(({ name, value, note }) => (
        <Card key={name} className="p-4 first:max-sm:col-span-2">
          <dt className="font-medium text-muted text-sm">{name}</dt>
          <dd className="mt-1 font-semibold text-2xl tabular-nums">{value}</dd>
          <dd className="mt-0.5 text-muted text-xs">{note}</dd>
        </Card>
      ))}
    </dl>
  );
}
