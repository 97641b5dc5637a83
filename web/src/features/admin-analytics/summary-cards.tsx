import type { Analytics } from '@moviebooking/contract/admin';
import { formatRupees } from '../../lib/format.ts';
import { formatNumber, formatPercent } from '../../lib/numbers.ts';
import { Card } from '../../ui/card.tsx';
import { describeCancellations, describeChange, describeNoShows } from './wording.ts';

type Figures = Pick<Analytics, 'totals' | 'cancellations' | 'noShows'>;

interface Figure {
  name: string;
  of: (figures: Figures) => number;
  format: (value: number) => string;
  note: (figures: Figures) => string;
  /** A percentage, whose change is given in points. */
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
    note: () => 'of all seats',
    isShare: true,
  },
  {
    name: 'Cancellations',
    of: ({ cancellations }) => cancellations.bookings,
    format: formatNumber,
    note: ({ cancellations }) => describeCancellations(cancellations),
  },
  {
    name: 'No-shows',
    of: ({ noShows }) => noShows.bookings,
    format: formatNumber,
    note: ({ noShows }) => describeNoShows(noShows.rate),
  },
];

export function SummaryCards({ data }: { data: Analytics }) {
  return (
    <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-6">
      {FIGURES.map(({ name, of, format, note, isShare = false }) => {
        const [value, before] = [of(data), of(data.previous)];
        const trend = value > before ? { symbol: '▲', word: 'Up' } : { symbol: '▼', word: 'Down' };
        const change = describeChange(value, before, isShare);
        return (
          <Card key={name} className="px-4 py-3">
            <dt className="font-medium text-muted text-sm">{name}</dt>
            <dd className="mt-0.5 font-semibold text-xl tabular-nums">{format(value)}</dd>
            <dd className="text-sm tabular-nums">
              {format(value) === format(before) ? (
                'Unchanged'
              ) : (
                <>
                  <span aria-hidden>{trend.symbol}</span>
                  <span className="sr-only">{trend.word}</span> from {format(before)}
                  {change && <span className="text-muted"> ({change})</span>}
                </>
              )}
            </dd>
            <dd className="mt-1 text-muted text-xs">{note(data)}</dd>
          </Card>
        );
      })}
    </dl>
  );
}
