import { useStore } from 'zustand';
import { useShallow } from 'zustand/shallow';
import type { Place } from '../../lib/places.ts';
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

const places: Record<Place, [SeatStatus, string, SeatMark, Place]> = {
  wheelchair: ['available', 'Wheelchair space', 'wheelchair', 'wheelchair'],
  companion: ['available', 'Companion seat', 'companion', 'companion'],
};
const closed: [SeatStatus, string] = ['closed', 'Out of service'];
const friends: [SeatStatus, string, SeatMark] = ['booked', 'Your friends sit here', 'friends'];

/** Lists what is rare, such as "Out of service", only where there is any. */
export function Legend({ session, isAdmin }: { session: SeatSession; isAdmin: boolean }) {
  const hasClosed = useStore(session.store, ({ map }) => map.closed.size > 0);
  const kinds = useStore(
    session.store,
    useShallow(({ map }) => [...new Set(map.places.values())]),
  );
  const isChanging = useStore(session.store, ({ changing }) => changing != null);
  const hasFriends = useStore(session.store, ({ near }) => near.length > 0);
  const entries: [SeatStatus, string, SeatMark?, Place?][] = [
    ...(isChanging ? forChanges : []),
    ...(isAdmin ? forAdmins : forCustomers),
    ...kinds.map((kind) => places[kind]),
    ...(hasClosed ? [closed] : []),
    ...(hasFriends ? [friends] : []),
  ];
  return (
    <ul aria-label="Legend" className="seat-legend">
      {entries.map(([status, label, mark, place]) => (
        <li key={label}>
          <span
            data-status={status}
            data-place={place}
            data-near={mark === 'friends' || undefined}
            data-for={isAdmin ? 'admins' : undefined}
            className="seat seat-sample"
          >
            <SeatShape mark={mark} place={place} />
          </span>
          {label}
        </li>
      ))}
    </ul>
  );
}
