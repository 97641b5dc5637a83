import type { Analytics } from '@moviebooking/contract/admin';
import { cx } from '../../lib/cx.ts';
import { formatRupees } from '../../lib/format.ts';
import { formatNumber, formatPercent } from '../../lib/numbers.ts';
import { Card } from '../../ui/card.tsx';
import { describeCancellations, describeDifference, describeNoShows, type Measured, whenBefore } from './wording.ts';

type Figures = Pick<Analytics, 'totals' | 'cancellations' | 'noShows'>;

interface Figure extends Measured {
  name: string;
  of: (figures: Figures) => number;
  note: (figures: Figures) => string;
  /** More of it is worse. */
  isLoss?: true;
}

const count = { format: formatNumber, kind: 'count' } as const;

const FIGURES: Figure[] = [
  {
    name: 'Revenue',
    of: ({ totals }) => totals.revenue,
    format: formatRupees,
    kind: 'amount',
    note: () => 'excluding cancellations',
  },
  { name: 'Bookings', of: ({ totals }) => totals.bookings, ...count, note: () => 'not cancelled' },
  { name: 'Seats sold', of: ({ totals }) => totals.seats, ...count, note: () => 'in these bookings' },
  {
    name: 'Occupancy',
    of: ({ totals }) => totals.occupancy,
    format: formatPercent,
    kind: 'share',
    note: () => 'of all seats',
  },
  {
    name: 'Cancellations',
    of: ({ cancellations }) => cancellations.bookings,
    ...count,
    note: ({ cancellations }) => describeCancellations(cancellations),
    isLoss: true,
  },
  {
    name: 'No-shows',
    of: ({ noShows }) => noShows.bookings,
    ...count,
    note: ({ noShows }) => describeNoShows(noShows.rate),
    isLoss: true,
  },
];

export function SummaryCards({ data }: { data: Analytics }) {
  return (
    <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-6">
      {FIGURES.map(({ name, of, note, isLoss = false, ...measured }) => {
        const [value, before] = [of(data), of(data.previous)];
        const difference = describeDifference(value, before, measured);
        return (
          <Card key={name} className="px-4 py-3">
            <dt className="font-medium text-muted text-sm">{name}</dt>
            <dd className="mt-0.5 font-semibold text-xl tabular-nums">{measured.format(value)}</dd>
            <dd className="text-pretty text-sm tabular-nums">
              {difference ? (
                <>
                  <span className={cx('font-semibold', value > before === isLoss ? 'text-danger' : 'text-success')}>
                    <span aria-hidden>{value > before ? '▲' : '▼'}</span> {difference}
                  </span>{' '}
                  than {whenBefore(data)}: {measured.format(before)}
                </>
              ) : (
                `The same as ${whenBefore(data)}`
              )}
            </dd>
            <dd className="mt-1 text-muted text-xs">{note(data)}</dd>
          </Card>
        );
      })}
    </dl>
  );
}
