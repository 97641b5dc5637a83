/**
 * One user at one show's seats: loads the map, joins the show's room, applies every broadcast, and holds, releases and
 * books seats. The user's own holds are their selection, wherever they were made, so a reload, a reconnect or a second
 * tab starts with the same seats. When a hold expires or another user was faster, a notice says so and the rest stays.
 * A booking that got no answer is asked about again once its seats turn out to be booked: it may be the user's own.
 * Once the show is cancelled nothing is selected, held or booked any more.
 */
import type { Booking } from '@moviebooking/contract/bookings';
import { MAX_SEATS_PER_BOOKING } from '@moviebooking/contract/limits';
import type { ReleaseReason } from '@moviebooking/contract/live';
import { toPaise, toRupees } from '@moviebooking/contract/money';
import { ALL_SEATS, NO_SEATS_MESSAGE, TOO_MANY_SEATS_MESSAGE } from '@moviebooking/contract/seats';
import { ApiError, messageOf } from '../../lib/api.ts';
import { formatRupees } from '../../lib/format.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { live, useLiveConnection } from '../../lib/socket.ts';
import { isUncertain } from '../../lib/until-answered.ts';
import { fetchSeatLayout, fetchSeatMap } from './api.ts';
import { findBestSeats, largestPartyTogether } from './best-seats.ts';
import { openBookingAttempts } from './booking-attempt.ts';
import { watchHoldEnd } from './hold-end.ts';
import { CONFLICT_MS, openHolding, VALIDATION_MS } from './holding.ts';
import { paced } from './paced.ts';
import { openPlaceInLine } from './place-in-line.ts';
import {
  applyChange,
  applySnapshot,
  dropExpiredHolds,
  hasGap,
  type SeatChange,
  type SeatMap,
  type Snapshot,
} from './seat-map.ts';
import { createNotifier, createSeatStore, type SeatStore } from './seat-store.ts';
import { isTaken, pruneRequests, selectionOf, statusOf } from './selection.ts';
import { joinTabs, type Tabs } from './tabs.ts';
import {
  BOOKING_CANCELLED,
  describeSelection,
  HOLD_EXPIRED,
  listOf,
  notTogether,
  outOfService,
  takenByOthers,
  wasOrWere,
} from './wording.ts';

const REFRESH_PAUSE_MS = 1_000;
const ASK_AGAIN_MS = 3_000;
const OTHERS_DRAWN_EVERY_MS = 200;

export interface SeatSession {
  store: SeatStore;
  /** Loads, joins and listens until the answered function is called, which releases what is held. */
  start(): () => void;
  load(): Promise<void>;
  /** A finger or the mouse is down on a seat: what others do is drawn when the press has been. */
  beginPress(): void;
  toggle(seat: string): void;
  pickBest(count: number): void;
  /** Null when nothing was booked; a notice then says why, or a question what to do about a new price. */
  book(expectedTotal?: number): Promise<Booking | null>;
  declineNewPrice(): void;
  /** The turn was over: to the end of the line. */
  joinLineAgain(): void;
  announce(text: string): void;
  dismissNotice(): void;
}

export const totalOf = (price: number, count: number): number => toRupees(toPaise(price) * count);

export function openSeatSession(showId: number, user: { id: number; isAdmin: boolean }): SeatSession {
  const { isAdmin } = user;
  const store = createSeatStore(isAdmin ? null : user.id);
  const notifier = createNotifier(store);
  let tabs: Tabs | undefined;
  const holding = openHolding({ showId, store, notifier, refresh, tellTabs: (wish) => tabs?.tell(wish) });
  const bookOnce = openBookingAttempts(showId);
  const placeInLine = openPlaceInLine({ showId, userId: user.id, store, notifier });
  let isRefreshing = false;
  let unanswered: { seats: string[]; total: number } | null = null;
  let askingAgain: ReturnType<typeof setTimeout> | undefined;
  const isShowCancelled = () => store.getState().map.cancelReason !== null;

  async function load(): Promise<void> {
    const isFirst = store.getState().map.version === null;
    if (isFirst) store.setState({ load: 'loading' });
    try {
      await (isAdmin ? loadLayout() : loadSeatMap());
      store.setState({ load: 'done' });
    } catch (error) {
      if (isFirst) store.setState({ load: 'failed' });
      else console.warn(error);
    }
  }

  async function loadSeatMap(): Promise<void> {
    const askedIn = store.getState().map.epoch;
    const answer = await fetchSeatMap(showId);
    store.setState({ show: answer.show });
    applyAnswer(askedIn, { ...answer, booked: answer.bookedSeats, cancelReason: answer.show.cancelReason });
  }

  async function loadLayout(): Promise<void> {
    const askedIn = store.getState().map.epoch;
    const { show, seatLayout, epoch, version } = await fetchSeatLayout(showId);
    const seats = Object.entries(seatLayout);
    const booked = new Map(seats.filter(([, { status }]) => status === 'booked'));
    const closedSeats = seats.flatMap(([seat, { status }]) => (status === 'closed' ? [seat] : []));
    const blockedSeats = Object.fromEntries(
      seats.flatMap(([seat, { status, user: holder, expiresAt = '' }]) =>
        status === 'blocked' ? [[seat, { userId: holder?.id ?? 0, expiresAt }]] : [],
      ),
    );
    store.setState({ show });
    applyAnswer(askedIn, { epoch, version, booked, blockedSeats, closedSeats, cancelReason: show.cancelReason });
  }

  /** An answer may be late: asked for in one epoch, and read before the one began that the room was sent meanwhile. */
  function applyAnswer(askedIn: string | undefined, snapshot: Snapshot): void {
    const { map } = store.getState();
    const isLate = map.epoch !== askedIn && map.epoch !== snapshot.epoch;
    if (!isLate) applyMap(applySnapshot(map, snapshot));
  }

  /** Replaces the map, and notifies the user of what it means for their selection. */
  function applyMap(map: SeatMap, changes: SeatChange[] = []): void {
    const before = store.getState();
    if (map === before.map) return;
    if (map.cancelReason !== null) {
      store.setState({ map, requests: new Map(), newPrice: null });
      notifier.clearNotice();
      return;
    }
    const after = { ...before, map };
    const selected = selectionOf(before);
    const taken = selected.filter((seat) => isTaken(after, seat));
    const released = selected.filter(
      (seat) =>
        before.map.holds.has(seat) && !before.requests.has(seat) && !map.holds.has(seat) && !isTaken(after, seat),
    );
    store.setState({ map, requests: pruneRequests(after) });
    for (const seat of ALL_SEATS) {
      if (before.map.version === null || taken.includes(seat) || before.map.closed.has(seat) || map.closed.has(seat))
        continue;
      if (isTaken(before, seat) !== isTaken(after, seat)) notifier.recordOthersChange(seat, isTaken(after, seat));
    }
    const changeOf = (seats: string[]) =>
      changes.findLast(
        (change) => change.kind !== 'show-cancelled' && change.seats.some((seat) => seats.includes(seat)),
      );
    if (isUnansweredBooked()) void askAgain();
    else if (taken.length > 0 && !before.isBooking) notifyTaken(taken, changeOf(taken));
    if (released.length > 0) {
      const change = changeOf(released);
      handleReleased(released, before.map, change?.kind === 'unblocked' ? change.reason : undefined);
    }
    if (taken.length + released.length > 0) store.setState({ newPrice: null });
    if (hasGap(map) && map.version !== null) refresh();
  }

  const isUnansweredBooked = () => {
    const { booked } = store.getState().map;
    return unanswered?.seats.every((seat) => booked.has(seat)) ?? false;
  };

  /** With the same Idempotency-Key: who booked the seats is told by the answer. */
  async function askAgain(): Promise<void> {
    if (unanswered === null || !isUnansweredBooked() || store.getState().isBooking) return;
    const foundBooking = await bookSeats(unanswered.seats, unanswered.total);
    if (foundBooking) store.setState({ foundBooking });
  }

  async function bookSeats(seats: string[], total: number): Promise<Booking | null> {
    clearTimeout(askingAgain);
    notifier.clearNotice();
    store.setState({ isBooking: true, newPrice: null });
    try {
      const booking = await bookOnce(seats, total);
      unanswered = null;
      if (booking.status !== 'CANCELLED' && !isShowCancelled()) return booking;
      // It was booked, and cancelled before the answer came.
      await load();
      if (!isShowCancelled()) notifier.notify('danger', BOOKING_CANCELLED);
      store.setState({ isBooking: false });
      return null;
    } catch (error) {
      unanswered = isUncertain(error) ? { seats, total } : null;
      await load();
      // Only from now on: while the map loads, nothing is asked.
      if (unanswered) askingAgain = setTimeout(askAgain, ASK_AGAIN_MS);
      if (error instanceof ApiError && error.code === 'PRICE_CHANGED' && error.total !== undefined) {
        store.setState({ isBooking: false, newPrice: { seats, before: total, total: error.total } });
        return null;
      }
      if (!isShowCancelled()) notifier.notify('danger', messageOf(error, 'Booking failed. Please try again.'));
      store.setState({ isBooking: false });
      return null;
    }
  }

  function notifyTaken(seats: string[], change: SeatChange | undefined): void {
    if (change?.kind === 'booked' && change.userId === user.id) {
      notifier.notify('info', `${wasOrWere(seats)} booked by you in another window.`, CONFLICT_MS);
      return;
    }
    const state = store.getState();
    const hasMore = selectionOf(state).length > 0;
    const closed = seats.filter((seat) => state.map.closed.has(seat));
    const text = closed.length > 0 ? outOfService(closed, hasMore) : takenByOthers(seats, hasMore);
    notifier.notify('warning', text, CONFLICT_MS);
  }

  function handleReleased(seats: string[], before: SeatMap, reason: ReleaseReason | undefined): void {
    const lost = holding.lostOf(seats);
    if (reason === 'released' || lost.length === 0) return;
    const hasEnded = lost.some((seat) => Date.parse(before.holds.get(seat)?.expiresAt ?? '') <= serverNow());
    if (reason === 'expired' || hasEnded) notifier.notify('warning', HOLD_EXPIRED);
    // The connection was lost for longer than the grace, and nobody else has the seats: hold them again.
    else void holding.hold(lost);
  }

  async function refresh(): Promise<void> {
    if (isRefreshing || !useLiveConnection.getState().isConnected) return;
    isRefreshing = true;
    try {
      if (isAdmin) await loadLayout();
      else {
        const askedIn = store.getState().map.epoch;
        const answer = await live.getAvailability(showId);
        applyAnswer(askedIn, { ...answer, booked: answer.bookedSeats });
      }
    } catch (error) {
      console.warn(error);
    }
    setTimeout(() => {
      isRefreshing = false;
      if (hasGap(store.getState().map)) void refresh();
    }, REFRESH_PAUSE_MS);
  }

  function endExpiredHold(): void {
    const { map, userId, isBooking } = store.getState();
    if (isBooking || userId === null) return;
    applyMap(dropExpiredHolds(map, userId, serverNow()));
  }

  function announceSelection(lead: string): void {
    const { show, ...state } = store.getState();
    const count = selectionOf(state).length;
    notifier.announce(`${lead} ${describeSelection(count, formatRupees(totalOf(show?.price ?? 0, count)))}`);
  }

  /** It concerns no seat that the user has, wants or gives back. */
  function isOthersOnly(change: SeatChange): boolean {
    if (change.kind === 'show-cancelled') return false;
    const { map, requests } = store.getState();
    return change.seats.every((seat) => !requests.has(seat) && map.holds.get(seat)?.userId !== user.id);
  }

  const incoming = paced<SeatChange>(OTHERS_DRAWN_EVERY_MS, (together) =>
    applyMap(together.reduce(applyChange, store.getState().map), together),
  );

  function listen(): (() => void)[] {
    const ifThisShow =
      <Payload extends { showId: number }>(listener: (payload: Payload) => void) =>
      (payload: Payload) => {
        if (payload.showId === showId) listener(payload);
      };
    const apply = (change: SeatChange) => {
      if (isOthersOnly(change)) incoming.push(change);
      else incoming.pushNow(change);
    };
    return [
      incoming.stop,
      live.on(
        'seats-updated',
        ifThisShow((snapshot) => {
          placeInLine.noteSnapshot();
          applyMap(applySnapshot(store.getState().map, { ...snapshot, booked: snapshot.bookedSeats }));
          const { booked } = store.getState().map;
          if (isAdmin && [...booked.values()].some(({ bookingId }) => bookingId === undefined)) void load();
          holding.sendUnsent();
        }),
      ),
      live.on(
        'seats-blocked',
        ifThisShow((payload) => apply({ kind: 'blocked', ...payload })),
      ),
      live.on(
        'seats-unblocked',
        ifThisShow((payload) => apply({ kind: 'unblocked', ...payload })),
      ),
      live.on(
        'booking-confirmed',
        ifThisShow((payload) => apply({ kind: 'booked', ...payload })),
      ),
      live.on(
        'booking-cancelled',
        ifThisShow((payload) => apply({ kind: 'cancelled', ...payload })),
      ),
      live.on(
        'show-cancelled',
        ifThisShow((payload) => apply({ kind: 'show-cancelled', ...payload })),
      ),
    ];
  }

  return {
    store,
    load,
    beginPress: incoming.postpone,
    joinLineAgain: placeInLine.joinAgain,
    announce: notifier.announce,
    dismissNotice: notifier.clearNotice,
    declineNewPrice: () => store.setState({ newPrice: null }),

    start() {
      const joined = joinTabs(`seats of show ${showId} for user ${user.id}`, holding.noteOtherTab);
      tabs = joined;
      const stops = [...listen(), ...placeInLine.listen(), watchHoldEnd(store, endExpiredHold)];
      live.joinShow(showId);
      void load();
      return () => {
        for (const stop of stops) stop();
        clearTimeout(askingAgain);
        notifier.stop();
        const hasHolds = selectionOf(store.getState()).length > 0;
        live.leaveShow(showId);
        void joined.leave().then((isLast) => {
          if (hasHolds && isLast && useLiveConnection.getState().isConnected)
            live.unblockSeats(showId).catch(console.warn);
        });
      };
    },

    toggle(seat) {
      const state = store.getState();
      if (isAdmin || state.isBooking) return;
      const status = statusOf(state, seat);
      if (status === 'selected') {
        void holding.release([seat]);
        announceSelection(`${seat} released.`);
      } else if (status === 'available') {
        if (selectionOf(state).length >= MAX_SEATS_PER_BOOKING) {
          notifier.notify('danger', TOO_MANY_SEATS_MESSAGE, VALIDATION_MS);
          return;
        }
        notifier.clearNotice();
        void holding.hold([seat]);
        announceSelection(`${seat} selected.`);
      }
    },

    pickBest(count) {
      const state = store.getState();
      if (isAdmin || state.isBooking) return;
      const isFree = (seat: string) => !isTaken(state, seat);
      const best = findBestSeats(count, isFree);
      if (!best) {
        notifier.notify('info', notTogether(count, largestPartyTogether(count, isFree)), CONFLICT_MS);
        return;
      }
      const selected = selectionOf(state);
      const toRelease = selected.filter((seat) => !best.includes(seat));
      const toHold = best.filter((seat) => !selected.includes(seat));
      notifier.clearNotice();
      if (toRelease.length > 0) void holding.release(toRelease);
      if (toHold.length > 0) void holding.hold(toHold);
      store.setState({ activeSeat: best[0] as string });
      announceSelection(`Best seats: ${listOf(best)}.`);
    },

    async book(expectedTotal) {
      const state = store.getState();
      if (state.isBooking) return null;
      const seats = selectionOf(state);
      if (seats.length === 0) {
        notifier.notify('danger', NO_SEATS_MESSAGE, VALIDATION_MS);
        return null;
      }
      return bookSeats(seats, expectedTotal ?? totalOf(state.show?.price ?? 0, seats.length));
    },
  };
}
