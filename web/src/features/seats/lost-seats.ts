/** Compares two maps for what the user has to hear: which selected seats they lost and why, and what others took or freed. */
import type { ReleaseReason } from '@moviebooking/contract/live';
import { ALL_SEATS } from '@moviebooking/contract/seats';
import { serverNow } from '../../lib/server-clock.ts';
import { CONFLICT_MS, type Holding } from './holding.ts';
import type { SeatChange, SeatMap } from './seat-map.ts';
import type { Notifier, SeatStore, SeatsState } from './seat-store.ts';
import { isTaken, selectionOf } from './selection.ts';
import {
  bookedElsewhere,
  HOLD_EXPIRED,
  HOLD_EXPIRED_IN_CHANGE,
  nowPlaces,
  OFFER_EXPIRED,
  outOfService,
  takenByOthers,
} from './wording.ts';

interface LostSeats {
  /** Someone booked or holds them, they went out of service, or they are kept for wheelchair users and companions now. */
  taken: string[];
  /** The user's hold ended, and nobody else has them. */
  released: string[];
}

export function findLostSeats(before: SeatsState, map: SeatMap): LostSeats {
  const after = { ...before, map };
  const selected = selectionOf(before);
  const isPlaceNow = (seat: string) => map.places.has(seat) && !before.map.places.has(seat) && !map.holds.has(seat);
  const taken = selected.filter((seat) => isTaken(after, seat) || isPlaceNow(seat));
  const released = selected.filter(
    (seat) => before.map.holds.has(seat) && !before.requests.has(seat) && !map.holds.has(seat) && !taken.includes(seat),
  );
  return { taken, released };
}

interface LostSeatsOptions {
  userId: number;
  store: SeatStore;
  notifier: Notifier;
  holding: Holding;
}

export function openLostSeats({ userId, store, notifier, holding }: LostSeatsOptions) {
  /** The latest of these changes to one of the seats. */
  const changeOf = (seats: string[], changes: SeatChange[]) =>
    changes.findLast((change) => change.kind !== 'show-cancelled' && change.seats.some((seat) => seats.includes(seat)));

  function recordOthersChanges(before: SeatsState, map: SeatMap, taken: string[]): void {
    if (before.map.version === null) return;
    const after = { ...before, map };
    for (const seat of ALL_SEATS) {
      if (taken.includes(seat) || before.map.closed.has(seat) || map.closed.has(seat)) continue;
      if (isTaken(before, seat) !== isTaken(after, seat)) notifier.recordOthersChange(seat, isTaken(after, seat));
    }
  }

  function notifyTaken(seats: string[], changes: SeatChange[]): void {
    if (seats.length === 0) return;
    const change = changeOf(seats, changes);
    if (change?.kind === 'booked' && change.userId === userId) {
      notifier.notify('info', bookedElsewhere(seats), CONFLICT_MS);
      return;
    }
    const state = store.getState();
    const hasMore = selectionOf(state).length > 0;
    const closed = seats.filter((seat) => state.map.closed.has(seat));
    const text = closed.length > 0 ? outOfService(closed, hasMore) : takenByOthers(seats, hasMore);
    const places = seats.filter((seat) => !isTaken(state, seat));
    if (places.length > 0) notifier.notifyLoss('warning', nowPlaces(places), []);
    else notifier.notifyLoss('warning', text, seats);
  }

  function handleReleased(seats: string[], before: SeatMap, changes: SeatChange[]): void {
    if (seats.length === 0) return;
    const change = changeOf(seats, changes);
    const reason: ReleaseReason | undefined = change?.kind === 'unblocked' ? change.reason : undefined;
    const lost = holding.lostOf(seats);
    if (reason === 'released' || lost.length === 0) return;
    const hasEnded = lost.some((seat) => Date.parse(before.holds.get(seat)?.expiresAt ?? '') <= serverNow());
    const { changing, offered } = store.getState();
    const whatExpired = lost.some((seat) => offered?.has(seat)) ? OFFER_EXPIRED : HOLD_EXPIRED;
    const expired = changing ? HOLD_EXPIRED_IN_CHANGE : whatExpired;
    if (reason === 'expired' || hasEnded) notifier.notifyLoss('warning', expired, lost);
    // The connection was lost for longer than the grace period, and the seats are still free: hold them again.
    else void holding.hold(lost);
  }

  return { recordOthersChanges, notifyTaken, handleReleased };
}
