import type { Analytics as AnalyticsData } from '@moviebooking/contract/admin';
import { useQuery } from '@tanstack/react-query';
import { useAddress } from '../../lib/address.ts';
import { formatRupees } from '../../lib/format.ts';
import { formatNumber, formatPercent } from '../../lib/numbers.ts';
import { Card } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Segments } from '../../ui/segments.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { analyticsQuery } from './api.ts';
import { FullestShows, OccupancyByHour, TopCinemas, TopMovies } from './charts.tsx';
import { shortDayName } from './names.ts';
import { SalesByDay } from './sales-by-day.tsx';

const RANGES = ['7', '30', '90'];
const DEFAULT_RANGE = '30';

export function Analytics() {
  const address = useAddress();
  const chosen = address.value('days');
  const days = RANGES.includes(chosen) ? chosen : DEFAULT_RANGE;
  const { data, isError, refetch, isPlaceholderData } = useQuery(analyticsQuery(days));
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
            onChange={(value) => address.setFilters({ days: value === DEFAULT_RANGE ? '' : value })}
            options={RANGES.map((value) => ({ value, label: `${value} days` }))}
          />
        }
      />
      {data ? (
        <div aria-busy={isPlaceholderData} className="flex flex-col gap-5 aria-busy:opacity-60">
          <Totals data={data} />
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

function Totals({ data: { totals, cancellations } }: { data: AnalyticsData }) {
  const entries = [
    { name: 'Revenue', value: formatRupees(totals.revenue), note: 'excluding cancellations' },
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
