import type { Analytics } from '@moviebooking/contract/admin';
import { useState } from 'react';
import { formatRupees } from '../../lib/format.ts';
import { formatNumber } from '../../lib/numbers.ts';
import { Segments } from '../../ui/segments.tsx';
import { ChartCard, type Measure } from './chart-card.tsx';
import { salesMeasures } from './charts.tsx';
import { ColumnChart, ColumnLegend } from './column-chart.tsx';
import { describeDay, type Measured, rangeName, shortDayName } from './wording.ts';

type Day = Analytics['byDay'][number];
type Metric = 'revenue' | 'bookings' | 'seats' | 'cancellations';

interface MetricInfo extends Measured {
  label: string;
  unit: string;
}

const count = { format: formatNumber, kind: 'count' } as const;

const metrics: Record<Metric, MetricInfo> = {
  revenue: {
    label: 'Revenue',
    unit: 'Revenue per day in rupees, excluding cancellations',
    format: formatRupees,
    kind: 'amount',
  },
  bookings: { label: 'Bookings', unit: 'Bookings made per day, excluding cancellations', ...count },
  seats: { label: 'Seats', unit: 'Seats sold per day', ...count },
  cancellations: { label: 'Cancellations', unit: 'Bookings made that day and cancelled later', ...count },
};
const names = Object.keys(metrics) as Metric[];

interface Row extends Day {
  /** Undefined if the month before was shorter. */
  before: Day | undefined;
}

const ofDayBefore = (metric: Metric, header: string): Measure<Row> => ({
  header,
  value: ({ before }) => before?.[metric] ?? '',
  format: (value) => metrics[metric].format(value),
});

const measures: Measure<Row>[] = [
  ...salesMeasures,
  { header: 'Cancellations', value: ({ cancellations }) => cancellations, format: formatNumber },
  { header: 'Compared with', value: ({ before }) => before?.date ?? '' },
  ofDayBefore('revenue', 'Revenue before (₹)'),
  ofDayBefore('bookings', 'Bookings before'),
  ofDayBefore('seats', 'Seats before'),
  ofDayBefore('cancellations', 'Cancellations before'),
];

interface SalesByDayProps {
  data: Analytics;
  cinemaId: string;
  movieId: string;
}

/** A day's column opens its bookings, with the same filters. */
export function SalesByDay({ data, cinemaId, movieId }: SalesByDayProps) {
  const [metric, setMetric] = useState<Metric>('revenue');
  const { label, unit, ...measured } = metrics[metric];
  const status = metric === 'cancellations' ? 'CANCELLED' : '';
  const bookingsOf = (date: string) => {
    const filter = Object.entries({ date, cinemaId, movieId, status }).filter(([, value]) => value !== '');
    return `/admin/bookings?${new URLSearchParams(filter)}`;
  };
  // During an upgrade, a server of the last release leaves the days before out.
  const rows = data.byDay.map((day, index): Row => ({ ...day, before: data.previous.byDay?.[index] }));
  return (
    <ChartCard
      title="Sales by day"
      unit={`${unit}. Choose a day to open its bookings`}
      rows={rows}
      // The columns of many days are too narrow to press reliably.
      measures={[{ header: 'Date', value: ({ date }) => date, to: ({ date }) => bookingsOf(date) }, ...measures]}
      controls={
        <div className="mb-3">
          <Segments
            label="Metric"
            value={metric}
            onChange={setMetric}
            options={names.map((name) => ({ value: name, label: metrics[name].label }))}
          />
        </div>
      }
    >
      <ColumnLegend now={rangeName(data)} before={`Before: ${rangeName(data.previous)}`} />
      <ColumnChart
        label={`${label} by day`}
        format={measured.format}
        columns={rows.map(({ before, ...day }) => ({
          key: day.date,
          shortName: shortDayName(day.date),
          value: day[metric],
          before: before?.[metric],
          detail: describeDay(
            { date: day.date, value: day[metric] },
            before && { date: before.date, value: before[metric] },
            measured,
          ),
          to: bookingsOf(day.date),
        }))}
      />
    </ChartCard>
  );
}
