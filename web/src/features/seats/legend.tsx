import { useStore } from 'zustand';
import { useShallow } from 'zustand/shallow';
import { t } from '../../lib/language.ts';
import type { Place } from '../../lib/places.ts';
import type { SeatSession } from './seat-session.ts';
import { type SeatMark, SeatShape } from './seat-shape.tsx';
import type { SeatStatus } from './selection.ts';

const forCustomers: [SeatStatus, string][] = [
  ['available', t('Available')],
  ['selected', t('Selected')],
  ['blocked', t('Blocked by others')],
  ['booked', t('Booked')],
];

const forAdmins: [SeatStatus, string][] = [
  ['available', t('Available')],
  ['blocked', t('Blocked by others')],
  ['booked', t('Booked (hover for details)')],
];

const forChanges: [SeatStatus, string, SeatMark][] = [
  ['yours', t('Your seats'), 'yours'],
  ['givingBack', t('Giving back'), 'givingBack'],
];

const places: Record<Place, [SeatStatus, string, SeatMark, Place]> = {
  wheelchair: ['available', t('Wheelchair space'), 'wheelchair', 'wheelchair'],
  companion: ['available', t('Companion seat'), 'companion', 'companion'],
};
const closed: [SeatStatus, string] = ['closed', t('Out of service')];
const friends: [SeatStatus, string, SeatMark] = ['booked', t('Your friends sit here'), 'friends'];

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
    <ul aria-label={t('Legend')} className="seat-legend">
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
