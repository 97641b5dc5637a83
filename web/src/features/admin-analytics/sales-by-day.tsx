import type { Analytics } from '@moviebooking/contract/admin';
import { useState } from 'react';
import { formatRupees } from '../../lib/format.ts';
import { formatNumber } from '../../lib/numbers.ts';
import { Segments } from '../../ui/segments.tsx';
import { ChartCard, type Measure } from './chart-card.tsx';
import { salesMeasures } from './charts.tsx';
import { ColumnChart } from './column-chart.tsx';
import { dayName, shortDayName } from './wording.ts';

type Day = Analytics['byDay'][number];
type Metric = 'revenue' | 'bookings' | 'seats' | 'cancellations';

const metrics: Record<Metric, { label: string; unit: string; format: (value: number) => string }> = {
  revenue: { label: 'Revenue', unit: 'Revenue per day in rupees, excluding cancellations', format: formatRupees },
  bookings: { label: 'Bookings', unit: 'Bookings made per day, excluding cancellations', format: formatNumber },
  seats: { label: 'Seats', unit: 'Seats sold per day', format: formatNumber },
  cancellations: {
    label: 'Cancellations',
    unit: 'Bookings made that day and cancelled later',
    format: formatNumber,
  },
};
const names = Object.keys(metrics) as Metric[];

const measures: Measure<Day>[] = [
  { header: 'Date', value: ({ date }) => date },
  ...salesMeasures,
  { header: 'Cancellations', value: ({ cancellations }) => cancellations, format: formatNumber },
];

export function SalesByDay({ days }: { days: Day[] }) {
  const [metric, setMetric] = useState<Metric>('revenue');
  const { label, unit, format } = metrics[metric];
  return (
    <ChartCard
      title="Sales by day"
      unit={unit}
      rows={days}
      measures={measures}
      controls={
        <div className="mb-5">
          <Segments
            label="Metric"
            value={metric}
            onChange={setMetric}
            options={names.map((name) => ({ value: name, label: metrics[name].label }))}
          />
        </div>
      }
    >
      <ColumnChart
        label={`${label} by day`}
        format={format}
        columns={days.map((day) => ({
          name: dayName(day.date),
          shortName: shortDayName(day.date),
          value: day[metric],
        }))}
      />
    </ChartCard>
  );
}
