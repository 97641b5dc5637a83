/**
 * Holds and releases seats over the live connection. A seat changes immediately; if the server refuses it, it changes
 * back and a notice says why. Without a connection a seat stays selected but isn't held (a booking needs no hold), and
 * it is requested once the connection is back.
 */
import type { SeatBlockResponse } from '@moviebooking/contract/live';
import { inSeatOrder, TOO_MANY_SEATS_MESSAGE } from '@moviebooking/contract/seats';
import { refusalFor, translationOf } from '../../lib/language.ts';
import { live } from '../../lib/socket.ts';
import { hasWheelchairSpace } from './places.ts';
import type { Notifier, SeatStore } from './seat-store.ts';
import { pruneRequests, type SeatRequest, selectionOf, unheldOf } from './selection.ts';
import type { SeatWish } from './tabs.ts';
import { companionAlone, outOfService, takenByOthers } from './wording.ts';

export const VALIDATION_MS = 3_000;
export const CONFLICT_MS = 8_000;
/** An answer may arrive this much earlier than its broadcast. */
const BROADCAST_DELAY_MS = 1_500;

interface HoldingOptions {
  showId: number;
  store: SeatStore;
  notifier: Notifier;
  /** Fetches the map again, because it may have missed a change. */
  refresh: () => void;
  /** Tells the user's other tabs on this show. */
  tellTabs: (wish: SeatWish) => void;
}

export interface Holding {
  hold(seats: string[]): Promise<void>;
  release(seats: string[]): Promise<void>;
  /** Sends all requests that were made without a connection. */
  sendUnsent(): void;
  /** Follows what the user did in another tab, even if the server's broadcast about it never arrives. */
  noteOtherTab(wish: SeatWish): void;
  /** Returns those of the no longer held seats that the user did not release in another tab. */
  lostOf(seats: string[]): string[];
}

export function openHolding({ showId, store, notifier, refresh, tellTabs }: HoldingOptions): Holding {
  const releasedElsewhere = new Set<string>();

  function setRequests(seats: string[], request: SeatRequest | null): void {
    const state = store.getState();
    const requests = new Map(state.requests);
    for (const seat of seats) {
      if (request) requests.set(seat, request);
      else requests.delete(seat);
    }
    store.setState({ requests: pruneRequests({ ...state, requests }) });
  }

  const isUnsentHold = (seat: string) => {
    const request = store.getState().requests.get(seat);
    return request?.wants === 'hold' && request.stage === 'unsent';
  };

  const stillRequested = (seats: string[], request: SeatRequest) =>
    seats.filter((seat) => store.getState().requests.get(seat) === request);

  /** Refreshes the map if it doesn't show these seats' change in time: the broadcast was missed. */
  function awaitBroadcast(seats: string[], request: SeatRequest): void {
    setRequests(seats, request);
    setTimeout(() => {
      const settled = stillRequested(seats, request);
      if (settled.length === 0) return;
      const { map } = store.getState();
      if (settled.some((seat) => map.holds.has(seat) !== (request.wants === 'hold'))) refresh();
      setRequests(settled, null);
    }, BROADCAST_DELAY_MS);
  }

  async function hold(seats: string[]): Promise<void> {
    chooseOffered(seats, true);
    const wanted = inSeatOrder(new Set([...seats, ...unheldOf(store.getState())]));
    const request: SeatRequest = { wants: 'hold', stage: 'sending' };
    setRequests(wanted, request);
    for (const seat of wanted) releasedElsewhere.delete(seat);
    tellTabs({ wants: 'hold', seats: wanted });
    try {
      const isAccessible = hasWheelchairSpace(store.getState().map, wanted);
      const answer = await live.blockSeats(showId, wanted, ...(isAccessible ? [true] : []));
      const { blocked, expiresAt, message } = answer;
      const current = stillRequested(wanted, request);
      const granted = current.filter((seat) => blocked.includes(seat));
      const refused = current.filter((seat) => !blocked.includes(seat));
      awaitBroadcast(granted, { wants: 'hold', stage: 'granted', expiresAt });
      if (refused.length > 0) refuse(refused, answer);
      else if (message === TOO_MANY_SEATS_MESSAGE) notifier.notify('danger', translationOf(message), VALIDATION_MS);
    } catch (error) {
      console.warn(error);
      setRequests(stillRequested(wanted, request), { wants: 'hold', stage: 'unsent' });
    }
  }

  function refuse(seats: string[], { conflicts, closedSeats = [], code, message }: SeatBlockResponse): void {
    setRequests(seats, null);
    const translated = refusalFor(code) ?? translationOf(message);
    if (conflicts.length === 0) {
      notifier.notify('danger', translated, message === TOO_MANY_SEATS_MESSAGE ? VALIDATION_MS : undefined);
      return;
    }
    if (code === 'COMPANION_PLACE') {
      notifier.notify('info', companionAlone(seats), CONFLICT_MS);
      return;
    }
    refresh();
    const hasMore = selectionOf(store.getState()).length > 0;
    const isClosed = seats.every((seat) => closedSeats.includes(seat));
    const text = code ? translated : isClosed ? outOfService(seats, hasMore) : takenByOthers(seats, hasMore);
    notifier.notifyLoss('warning', text, seats);
  }

  /** Seats of an offer stay held until it ends: they are only left out of the booking, or put back in. */
  function chooseOffered(seats: string[], isChosen: boolean): void {
    const offered = new Map(store.getState().offered);
    const chosen = seats.filter((seat) => offered.has(seat));
    for (const seat of chosen) offered.set(seat, isChosen);
    if (chosen.length > 0) store.setState({ offered });
  }

  async function release(all: string[]): Promise<void> {
    chooseOffered(all, false);
    const seats = all.filter((seat) => !store.getState().offered?.has(seat));
    if (seats.length === 0) return;
    const request: SeatRequest = { wants: 'release', stage: 'sending' };
    setRequests(seats, request);
    tellTabs({ wants: 'release', seats });
    try {
      // Even if the hold got no answer: the server may have made it.
      await live.unblockSeats(showId, seats);
      awaitBroadcast(stillRequested(seats, request), { wants: 'release', stage: 'granted' });
    } catch (error) {
      console.warn(error);
      setRequests(stillRequested(seats, request), { wants: 'release', stage: 'unsent' });
    }
  }

  return {
    hold,
    release,
    sendUnsent() {
      const unsent = [...store.getState().requests].filter(([, { stage }]) => stage === 'unsent');
      const toRelease = unsent.flatMap(([seat, { wants }]) => (wants === 'release' ? [seat] : []));
      const toHold = unsent.flatMap(([seat, { wants }]) => (wants === 'hold' ? [seat] : []));
      if (toRelease.length > 0) void release(toRelease);
      if (toHold.length > 0) void hold(toHold);
    },

    noteOtherTab({ wants, seats }) {
      for (const seat of seats) {
        if (wants === 'release') releasedElsewhere.add(seat);
        else releasedElsewhere.delete(seat);
      }
      if (wants === 'release') setRequests(seats.filter(isUnsentHold), null);
    },

    lostOf(seats) {
      const lost = seats.filter((seat) => !releasedElsewhere.has(seat));
      for (const seat of seats) releasedElsewhere.delete(seat);
      return lost;
    },
  };
}
