import type { Analytics } from '@moviebooking/contract/admin';
import { useState } from 'react';
import { formatNumber } from '../../lib/figures.ts';
import { formatRupees } from '../../lib/format.ts';
import { Segments } from '../../ui/segments.tsx';
import { ChartCard, type Measure } from './chart-card.tsx';
import { ColumnChart } from './column-chart.tsx';
import { dayName, shortDayName } from './names.ts';

type Day = Analytics['byDay'][number];
type Figure = 'revenue' | 'bookings' | 'seats' | 'cancellations';

const figures: Record<Figure, { label: string; unit: string; format: (value: number) => string }> = {
  revenue: { label: 'Revenue', unit: 'Rupees taken per day, cancellations left out', format: formatRupees },
  bookings: { label: 'Bookings', unit: 'Bookings made per day, cancellations left out', format: formatNumber },
  seats: { label: 'Seats', unit: 'Seats sold per day', format: formatNumber },
  cancellations: {
    label: 'Cancellations',
    unit: 'Bookings made that day and cancelled since',
    format: formatNumber,
  },
};
const names = Object.keys(figures) as Figure[];

const measures: Measure<Day>[] = [
  { header: 'Date', value: ({ date }) => date },
  { header: 'Revenue (₹)', value: ({ revenue }) => revenue, format: formatRupees },
  { header: 'Bookings', value: ({ bookings }) => bookings, format: formatNumber },
  { header: 'Seats', value: ({ seats }) => seats, format: formatNumber },
  { header: 'Cancellations', value: ({ cancellations }) => cancellations, format: formatNumber },
];

export function SalesByDay({ days }: { days: Day[] }) {
  const [figure, setFigure] = useState<Figure>('revenue');
  const { label, unit, format } = figures[figure];
  return (
    <ChartCard
      title="Sales by day"
      unit={unit}
      rows={days}
      measures={measures}
      controls={
        <div className="mb-5">
          <Segments
            label="Figure"
            value={figure}
            onChange={setFigure}
            options={names.map((name) => ({ value: name, label: figures[name].label }))}
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
          value: day[figure],
        }))}
      />
    </ChartCard>
  );
}
