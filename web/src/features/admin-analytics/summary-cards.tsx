import type { Analytics } from '@moviebooking/contract/admin';
import { formatRupees } from '../../lib/format.ts';
import { formatNumber, formatPercent } from '../../lib/numbers.ts';
import { Card } from '../../ui/card.tsx';

type Figures = Pick<Analytics, 'totals' | 'cancellations' | 'noShows'>;

interface Figure {
  name: string;
  of: (figures: Figures) => number;
  format: (value: number) => string;
  note: (figures: Figures) => string;
  /** A share of something: its change is told in points, not in percent of a percentage. */
  isShare?: true;
}

const FIGURES: Figure[] = [
  { name: 'Revenue', of: ({ totals }) => totals.revenue, format: formatRupees, note: () => 'excluding cancellations' },
  { name: 'Bookings', of: ({ totals }) => totals.bookings, format: formatNumber, note: () => 'not cancelled' },
  { name: 'Seats sold', of: ({ totals }) => totals.seats, format: formatNumber, note: () => 'in these bookings' },
  {
    name: 'Occupancy',
    of: ({ totals }) => totals.occupancy,
    format: formatPercent,
    note: () => 'of the seats of all shows',
    isShare: true,
  },
  {
    name: 'Cancellations',
    of: ({ cancellations }) => cancellations.bookings,
    format: formatNumber,
    note: ({ cancellations }) => `${formatPercent(cancellations.rate)} of all, ${formatRupees(cancellations.revenue)}`,
  },
  {
    name: 'No-shows',
    of: ({ noShows }) => noShows.bookings,
    format: formatNumber,
    note: ({ noShows }) => `${formatPercent(noShows.rate)} of bookings of past shows, never checked in`,
  },
];

const changes = new Intl.NumberFormat('en-IN', {
  style: 'percent',
  maximumFractionDigits: 0,
  signDisplay: 'exceptZero',
});
const points = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 1, signDisplay: 'exceptZero' });

/** Beside next to nothing any figure is thousands of percent, which says nothing. */
const MOST_TIMES = 10;

/** "+12%", "−0.4 points"; nothing where there was nothing to compare with. */
function changeOf(value: number, before: number, isShare: boolean): string | undefined {
  if (isShare) return `${points.format((value - before) * 100)} points`;
  return before === 0 || value > before * MOST_TIMES ? undefined : changes.format((value - before) / before);
}

export function SummaryCards({ data }: { data: Analytics }) {
  return (
    <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-6">
      {FIGURES.map(({ name, of, format, note, isShare = false }) => {
        const [value, before] = [of(data), of(data.previous)];
        const change = changeOf(value, before, isShare);
        return (
          <Card key={name} className="px-4 py-3">
            <dt className="font-medium text-muted text-sm">{name}</dt>
            <dd className="mt-0.5 font-semibold text-xl tabular-nums">{format(value)}</dd>
            <dd className="text-sm tabular-nums">
              {format(before)} before{change && <span className="text-muted">, {change}</span>}
            </dd>
            <dd className="mt-1 text-muted text-xs">{note(data)}</dd>
          </Card>
        );
      })}
    </dl>
  );
}
