/**
 * Holding and giving back seats over the live connection. The seat turns at once and the answer decides: refused seats
 * turn back with a word about why, the others stay. Without a connection a seat stays selected but unheld (a booking
 * needs no hold), and is asked for when the connection is back.
 */
import { inSeatOrder, MAX_SEATS_PER_BOOKING, TOO_MANY_SEATS_MESSAGE } from '@moviebooking/contract/seats';
import { live } from '../../lib/socket.ts';
import type { SeatStore, Voice } from './seat-store.ts';
import { selectionOf, unheldOf, type Wish } from './selection.ts';
import { takenByOthers } from './wording.ts';

export const VALIDATION_MS = 3_000;
export const CONFLICT_MS = 8_000;
/** How long an answer may be ahead of the news about it. */
const NEWS_DELAY_MS = 1_500;

interface Parts {
  showId: number;
  store: SeatStore;
  voice: Voice;
  /** The map may have missed something: fetch it anew. */
  refresh: () => void;
}

export interface Holding {
  hold(seats: string[]): Promise<void>;
  giveBack(seats: string[]): Promise<void>;
  /** Asks for everything that could not be asked before. */
  catchUp(): void;
}

export function openHolding({ showId, store, voice, refresh }: Parts): Holding {
  function setWishes(seats: string[], wish: Wish | null): void {
    const wishes = new Map(store.getState().wishes);
    for (const seat of seats) {
      if (wish) wishes.set(seat, wish);
      else wishes.delete(seat);
    }
    store.setState({ wishes });
  }

  const stillWishing = (seats: string[], wish: Wish) =>
    seats.filter((seat) => store.getState().wishes.get(seat) === wish);

  /** From here on the map speaks for itself. Where it still says otherwise, something was missed. */
  function awaitNews(seats: string[], wish: Wish): void {
    setWishes(seats, wish);
    setTimeout(() => {
      const settled = stillWishing(seats, wish);
      if (settled.length === 0) return;
      const { map } = store.getState();
      if (settled.some((seat) => map.holds.has(seat) !== (wish.wants === 'hold'))) refresh();
      setWishes(settled, null);
    }, NEWS_DELAY_MS);
  }

  async function hold(seats: string[]): Promise<void> {
    const asked = inSeatOrder(new Set([...seats, ...unheldOf(store.getState())]));
    const wish: Wish = { wants: 'hold', stage: 'asking' };
    setWishes(asked, wish);
    try {
      const { blocked, conflicts, expiresAt, message } = await live.blockSeats(showId, asked);
      const wanted = stillWishing(asked, wish);
      const granted = wanted.filter((seat) => blocked.includes(seat));
      const refused = wanted.filter((seat) => !blocked.includes(seat));
      awaitNews(granted, { wants: 'hold', stage: 'granted', expiresAt });
      if (refused.length > 0) refuse(refused, conflicts, message);
    } catch (error) {
      console.warn(error);
      setWishes(stillWishing(asked, wish), { wants: 'hold', stage: 'unasked' });
    }
  }

  function refuse(seats: string[], conflicts: string[], message: string): void {
    setWishes(seats, null);
    if (conflicts.length === 0) {
      voice.say('danger', message, message === TOO_MANY_SEATS_MESSAGE ? VALIDATION_MS : undefined);
      return;
    }
    refresh();
    const hasMore = selectionOf(store.getState()).length > 0;
    voice.say('warning', takenByOthers(seats, hasMore), CONFLICT_MS);
  }

  async function giveBack(seats: string[]): Promise<void> {
    const { wishes, map } = store.getState();
    const wasAsked = seats.filter((seat) => map.holds.has(seat) || wishes.get(seat)?.stage !== 'unasked');
    setWishes(seats, null);
    if (wasAsked.length === 0) return;
    const wish: Wish = { wants: 'release', stage: 'asking' };
    setWishes(wasAsked, wish);
    try {
      await live.unblockSeats(showId, wasAsked);
      awaitNews(stillWishing(wasAsked, wish), { wants: 'release', stage: 'granted' });
    } catch (error) {
      console.warn(error);
      setWishes(stillWishing(wasAsked, wish), { wants: 'release', stage: 'unasked' });
    }
  }

  return {
    hold,
    giveBack,
    catchUp() {
      const unasked = [...store.getState().wishes].filter(([, { stage }]) => stage === 'unasked');
      const toRelease = unasked.flatMap(([seat, { wants }]) => (wants === 'release' ? [seat] : []));
      const toHold = unasked.flatMap(([seat, { wants }]) => (wants === 'hold' ? [seat] : []));
      if (toRelease.length > 0) void giveBack(toRelease);
      if (toHold.length > 0) void hold(toHold.slice(0, MAX_SEATS_PER_BOOKING));
    },
  };
}
