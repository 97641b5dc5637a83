/** Fetches a show's seats: when the page opens, after a failed booking, and whenever a live change may have been missed. */
import { isMissing } from '../../lib/api.ts';
import { live, useLiveConnection } from '../../lib/socket.ts';
import { fetchSeatLayout, fetchSeatMap } from './api.ts';
import { applySnapshot, hasGap, type SeatMap, type Snapshot } from './seat-map.ts';
import type { SeatStore } from './seat-store.ts';

const REFRESH_PAUSE_MS = 1_000;

interface SeatLoadingOptions {
  showId: number;
  isAdmin: boolean;
  store: SeatStore;
  applyMap: (map: SeatMap) => void;
}

interface SeatLoading {
  /** Fetches the show and its seats. A failure shows on the page only if nothing has been loaded before. */
  load(): Promise<void>;
  /** Fetches the seats again while connected, at most once a second, until no change is missing. */
  refresh(): Promise<void>;
}

export function openSeatLoading({ showId, isAdmin, store, applyMap }: SeatLoadingOptions): SeatLoading {
  let isRefreshing = false;

  async function load(): Promise<void> {
    const isFirst = store.getState().map.version === null;
    if (isFirst) store.setState({ load: 'loading' });
    try {
      await (isAdmin ? loadLayout() : loadSeatMap());
      store.setState({ load: 'done' });
    } catch (error) {
      if (isFirst) store.setState({ load: isMissing(error) ? 'missing' : 'failed' });
      else console.warn(error);
    }
  }

  async function loadSeatMap(): Promise<void> {
    const requestedEpoch = store.getState().map.epoch;
    const answer = await fetchSeatMap(showId);
    store.setState({ show: answer.show });
    applyAnswer(requestedEpoch, { ...answer, booked: answer.bookedSeats, cancelReason: answer.show.cancelReason });
  }

  async function loadLayout(): Promise<void> {
    const requestedEpoch = store.getState().map.epoch;
    const { show, seatLayout, epoch, version, wheelchairSeats, companionSeats } = await fetchSeatLayout(showId);
    const seats = Object.entries(seatLayout);
    const booked = new Map(seats.filter(([, { status }]) => status === 'booked'));
    const closedSeats = seats.flatMap(([seat, { status }]) => (status === 'closed' ? [seat] : []));
    const blockedSeats = Object.fromEntries(
      seats.flatMap(([seat, { status, user: holder, expiresAt = '' }]) =>
        status === 'blocked' ? [[seat, { userId: holder?.id ?? 0, expiresAt }]] : [],
      ),
    );
    store.setState({ show });
    const { cancelReason } = show;
    const places = { wheelchairSeats, companionSeats };
    applyAnswer(requestedEpoch, { epoch, version, booked, blockedSeats, closedSeats, ...places, cancelReason });
  }

  async function loadAvailability(): Promise<void> {
    const requestedEpoch = store.getState().map.epoch;
    const answer = await live.getAvailability(showId);
    applyAnswer(requestedEpoch, { ...answer, booked: answer.bookedSeats });
  }

  /** Ignores an answer from an old epoch if the room has been sent a newer epoch since the request. */
  function applyAnswer(requestedEpoch: string | undefined, snapshot: Snapshot): void {
    const { map } = store.getState();
    const isLate = map.epoch !== requestedEpoch && map.epoch !== snapshot.epoch;
    if (!isLate) applyMap(applySnapshot(map, snapshot));
  }

  async function refresh(): Promise<void> {
    if (isRefreshing || !useLiveConnection.getState().isConnected) return;
    isRefreshing = true;
    try {
      await (isAdmin ? loadLayout() : loadAvailability());
    } catch (error) {
      console.warn(error);
    }
    setTimeout(() => {
      isRefreshing = false;
      if (hasGap(store.getState().map)) void refresh();
    }, REFRESH_PAUSE_MS);
  }

  return { load, refresh };
}
