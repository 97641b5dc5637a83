import { useStore } from 'zustand';
import type { SeatSession } from './seat-session.ts';
import { type SeatMark, SeatShape } from './seat-shape.tsx';
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

const forChanges: [SeatStatus, string, SeatMark][] = [
  ['yours', 'Your seats', 'yours'],
  ['givingBack', 'Giving back', 'givingBack'],
];

const closed: [SeatStatus, string] = ['closed', 'Out of service'];
const friends: [SeatStatus, string, SeatMark] = ['booked', 'Your friends sit here', 'friends'];

/** Lists what is rare, such as "Out of service", only where there is any. */
export function Legend({ session, isAdmin }: { session: SeatSession; isAdmin: boolean }) {
  const hasClosed = useStore(session.store, ({ map }) => map.closed.size > 0);
  const isChanging = useStore(session.store, ({ changing }) => changing != null);
  const hasFriends = useStore(session.store, ({ near }) => near.length > 0);
  const entries: [SeatStatus, string, SeatMark?][] = [
    ...(isChanging ? forChanges : []),
    ...(isAdmin ? forAdmins : forCustomers),
    ...(hasClosed ? [closed] : []),
    ...(hasFriends ? [friends] : []),
  ];
  return (
    <ul aria-label="Legend" className="seat-legend">
      {entries.map(([status, label, mark]) => (
        <li key={label}>
          <span
            data-status={status}
            data-near={mark === 'friends' || undefined}
            data-for={isAdmin ? 'admins' : undefined}
            className="seat seat-sample"
          >
            <SeatShape mark={mark} />
          </span>
          {label}
        </li>
      ))}
    </ul>
  );
}
