import { useStore } from 'zustand';
import type { SeatSession } from './seat-session.ts';
import { SeatShape } from './seat-shape.tsx';
import type { SeatStatus } from './selection.ts';

const forCustomers: [SeatStatus, string][] = [
  ['available', 'Available'],
  ['selected', 'Selected'],
  ['blocked', 'Blocked by others'],
  ['booked', 'Booked'],
];

const forAdmins: [SeatStatus, string][] = [
  ['available', 'Available'],
  ['blocked', 'Blocked by others'],
  ['booked', 'Booked (hover for details)'],
];

const closed: [SeatStatus, string] = ['closed', 'Out of service'];

/** Lists "Out of service" only if the show has such seats: they are rare. */
export function Legend({ session, isAdmin }: { session: SeatSession; isAdmin: boolean }) {
  const hasClosed = useStore(session.store, ({ map }) => map.closed.size > 0);
  const entries = [...(isAdmin ? forAdmins : forCustomers), ...(hasClosed ? [closed] : [])];
  return (
    <ul aria-label="Legend" className="seat-legend">
      {entries.map(([status, label]) => (
        <li key={status}>
          <span data-status={status} data-for={isAdmin ? 'admins' : undefined} className="seat seat-sample">
            <SeatShape />
          </span>
          {label}
        </li>
      ))}
    </ul>
  );
}
