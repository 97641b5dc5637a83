import { ALL_SEATS } from '@moviebooking/contract/seats';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/shallow';
import { t } from '../../lib/language.ts';
import type { SeatSession } from './seat-session.ts';
import { statusOf } from './selection.ts';

/** For administrators: how many seats are booked, on hold, out of service and free. */
export function SeatCounts({ session }: { session: SeatSession }) {
  const { booked, blocked, closed } = useStore(
    session.store,
    useShallow((state) => {
      const statuses = ALL_SEATS.map((seat) => statusOf(state, seat));
      const count = (wanted: string) => statuses.filter((status) => status === wanted).length;
      return { booked: count('booked'), blocked: count('blocked'), closed: count('closed') };
    }),
  );
  const counts = [
    [booked, t('booked')],
    [blocked, t('on hold')],
    ...(closed > 0 ? [[closed, t('out of service')] as const] : []),
    [ALL_SEATS.length - booked - blocked - closed, t('free')],
  ] as const;
  return (
    <dl className="flex flex-wrap gap-x-6">
      {counts.map(([count, label]) => (
        <div key={label} className="flex flex-row-reverse items-baseline gap-1.5">
          <dt className="text-muted text-sm">{label}</dt>
          <dd className="font-semibold text-lg tabular-nums">{count}</dd>
        </div>
      ))}
    </dl>
  );
}
