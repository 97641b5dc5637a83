/**
 * One visit to one show's seats: loads the map, joins the show's room, applies all news, and does what the visitor asks.
 * The visitor's own live holds are their selection, wherever they were made, so a reload, a reconnect or a second tab
 * starts with the same seats. When a hold ends or somebody was faster, it says so and keeps the rest.
 */
import type { SeatLayout } from '@moviebooking/contract/admin';
import type { Booking, SeatMapAnswer } from '@moviebooking/contract/bookings';
import type { ReleaseReason } from '@moviebooking/contract/live';
import { toPaise, toRupees } from '@moviebooking/contract/money';
import {
  ALL_SEATS,
  MAX_SEATS_PER_BOOKING,
  NO_SEATS_MESSAGE,
  TOO_MANY_SEATS_MESSAGE,
} from '@moviebooking/contract/seats';
import { type Answer, api, messageOf } from '../../lib/api.ts';
import { formatRupees } from '../../lib/format.ts';
import { noteServerTime, serverNow } from '../../lib/server-clock.ts';
import { live, useLiveConnection } from '../../lib/socket.ts';
import { findBestSeats, largestPartyTogether } from './best-seats.ts';
import { openBookingAttempts } from './booking-attempt.ts';
import { CONFLICT_MS, openHolding, VALIDATION_MS } from './holding.ts';
import { applyChange, applySnapshot, dropExpiredHolds, hasGap, type SeatChange, type SeatMap } from './seat-map.ts';
import { createSeatStore, giveVoice, type SeatStore } from './seat-store.ts';
import { holdEndOf, isTaken, pruneWishes, selectionOf, statusOf } from './selection.ts';
import { joinTabs } from './tabs.ts';
import { describeSelection, HOLD_EXPIRED, listOf, notTogether, takenByOthers, wasOrWere } from './wording.ts';

/** The server tells of an expiry within a second; only without it does the own clock decide. */
const EXPIRY_NEWS_MS = 1_500;
const REFRESH_PAUSE_MS = 1_000;

export interface SeatSession {
  store: SeatStore;
  /** Loads, joins and listens until the answered function is called, which gives back what is held. */
  start(): () => void;
  load(): Promise<void>;
  toggle(seat: string): void;
  pickBest(count: number): void;
  /** The booking, or null when there is none and the page says why. */
  book(): Promise<Booking | null>;
  announce(text: string): void;
  dismissNotice(): void;
}

export const totalOf = (price: number, count: number): number => toRupees(toPaise(price) * count);

export function openSeatSession(showId: number, user: { id: number; isAdmin: boolean }): SeatSession {
  const { isAdmin } = user;
  const store = createSeatStore(isAdmin ? null : user.id);
  const voice = giveVoice(store);
  const holding = openHolding({ showId, store, voice, refresh });
  const postBooking = openBookingAttempts(showId);
  let isRefreshing = false;

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
    const answer = await api.get<SeatMapAnswer>(`/bookings/seats/${showId}`, { onHeaders: noteServerTime });
    store.setState({ show: answer.show });
    absorb(applySnapshot(store.getState().map, { ...answer, booked: answer.bookedSeats }));
  }

  async function loadLayout(): Promise<void> {
    const { data } = await api.get<Answer<SeatLayout>>(`/admin/shows/${showId}/seats`);
    const seats = Object.entries(data.seatLayout);
    const booked = new Map(seats.filter(([, { status }]) => status === 'booked'));
    const blockedSeats = Object.fromEntries(
      seats.flatMap(([seat, { status, user: holder, expiresAt = '' }]) =>
        status === 'blocked' ? [[seat, { userId: holder?.id ?? 0, expiresAt }]] : [],
      ),
    );
    store.setState({ show: data.show });
    absorb(applySnapshot(store.getState().map, { version: data.version, booked, blockedSeats }));
  }

  /** Takes the newer map, and tells the visitor what it means for them. */
  function absorb(map: SeatMap, change?: SeatChange): void {
    const before = store.getState();
    if (map === before.map) return;
    const after = { ...before, map };
    const selected = selectionOf(before);
    const lost = selected.filter((seat) => isTaken(after, seat));
    const freed = selected.filter(
      (seat) => before.map.holds.has(seat) && !before.wishes.has(seat) && !map.holds.has(seat) && !isTaken(after, seat),
    );
    store.setState({ map, wishes: pruneWishes(after) });
    for (const seat of ALL_SEATS) {
      if (before.map.version !== null && !lost.includes(seat) && isTaken(before, seat) !== isTaken(after, seat))
        voice.noteOthers(seat, isTaken(after, seat));
    }
    if (lost.length > 0 && !before.isBooking) mournLost(lost, change);
    if (freed.length > 0) explainFreed(freed, before.map, change?.kind === 'unblocked' ? change.reason : undefined);
    if (hasGap(map) && map.version !== null) refresh();
  }

  function mournLost(seats: string[], change: SeatChange | undefined): void {
    if (change?.kind === 'booked' && change.userId === user.id) {
      voice.say('info', `${wasOrWere(seats)} booked by you in another window.`, CONFLICT_MS);
      return;
    }
    voice.say('warning', takenByOthers(seats, selectionOf(store.getState()).length > 0), CONFLICT_MS);
  }

  function explainFreed(seats: string[], before: SeatMap, reason: ReleaseReason | undefined): void {
    if (reason === 'released') return;
    const hasEnded = seats.some((seat) => Date.parse(before.holds.get(seat)?.expiresAt ?? '') <= serverNow());
    if (reason === 'expired' || hasEnded) voice.say('warning', HOLD_EXPIRED);
    // The connection was away for longer than the server waits, and nobody else has them: hold them again.
    else void holding.hold(seats);
  }

  async function refresh(): Promise<void> {
    if (isRefreshing || !useLiveConnection.getState().isConnected) return;
    isRefreshing = true;
    try {
      if (isAdmin) await loadLayout();
      else {
        const { version, bookedSeats, blockedSeats } = await live.getAvailability(showId);
        absorb(applySnapshot(store.getState().map, { version, booked: bookedSeats, blockedSeats }));
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
    absorb(dropExpiredHolds(map, userId, serverNow()));
  }

  function announceSelection(lead: string): void {
    const { show, ...state } = store.getState();
    const count = selectionOf(state).length;
    voice.announce(`${lead} ${describeSelection(count, formatRupees(totalOf(show?.price ?? 0, count)))}`);
  }

  function listen(): (() => void)[] {
    const ifOurs =
      <News extends { showId: number }>(react: (news: News) => void) =>
      (news: News) => {
        if (news.showId === showId) react(news);
      };
    const take = (change: SeatChange) => absorb(applyChange(store.getState().map, change), change);
    return [
      live.on(
        'seats-updated',
        ifOurs((snapshot) => {
          absorb(applySnapshot(store.getState().map, { ...snapshot, booked: snapshot.bookedSeats }));
          const { booked } = store.getState().map;
          if (isAdmin && [...booked.values()].some(({ bookingId }) => bookingId === undefined)) void load();
          holding.catchUp();
        }),
      ),
      live.on(
        'seats-blocked',
        ifOurs((news) => take({ kind: 'blocked', ...news })),
      ),
      live.on(
        'seats-unblocked',
        ifOurs((news) => take({ kind: 'unblocked', ...news })),
      ),
      live.on(
        'booking-confirmed',
        ifOurs((news) => take({ kind: 'booked', ...news })),
      ),
      live.on(
        'booking-cancelled',
        ifOurs((news) => take({ kind: 'cancelled', ...news })),
      ),
    ];
  }

  /** Calls endExpiredHold when the selection's hold ends, however often that moment moves. */
  function watchHoldEnd(): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let watched: number | null = null;
    const watch = (end: number | null) => {
      clearTimeout(timer);
      watched = end;
      if (end === null) return;
      const patience = useLiveConnection.getState().isConnected ? EXPIRY_NEWS_MS : 0;
      timer = setTimeout(endExpiredHold, Math.max(end - serverNow() + patience, 0));
    };
    const unsubscribe = store.subscribe((state, before) => {
      if (state.map === before.map && state.wishes === before.wishes && state.isBooking === before.isBooking) return;
      const end = holdEndOf(state);
      if (end !== watched || state.isBooking !== before.isBooking) watch(end);
    });
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }

  return {
    store,
    load,
    announce: voice.announce,
    dismissNotice: voice.hush,

    start() {
      const tabs = joinTabs(`seats of show ${showId} for user ${user.id}`);
      const stops = [...listen(), watchHoldEnd()];
      live.joinShow(showId);
      void load();
      return () => {
        for (const stop of stops) stop();
        voice.silence();
        const hasHolds = selectionOf(store.getState()).length > 0;
        if (hasHolds && tabs.isLast() && useLiveConnection.getState().isConnected)
          live.unblockSeats(showId).catch(console.warn);
        tabs.leave();
        live.leaveShow(showId);
      };
    },

    toggle(seat) {
      const state = store.getState();
      if (isAdmin || state.isBooking) return;
      const status = statusOf(state, seat);
      if (status === 'selected') {
        void holding.giveBack([seat]);
        announceSelection(`${seat} given back.`);
      } else if (status === 'available') {
        if (selectionOf(state).length >= MAX_SEATS_PER_BOOKING) {
          voice.say('danger', TOO_MANY_SEATS_MESSAGE, VALIDATION_MS);
          return;
        }
        voice.hush();
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
        voice.say('info', notTogether(count, largestPartyTogether(count, isFree)), CONFLICT_MS);
        return;
      }
      const selected = selectionOf(state);
      const toGiveBack = selected.filter((seat) => !best.includes(seat));
      const toHold = best.filter((seat) => !selected.includes(seat));
      voice.hush();
      if (toGiveBack.length > 0) void holding.giveBack(toGiveBack);
      if (toHold.length > 0) void holding.hold(toHold);
      store.setState({ activeSeat: best[0] as string });
      announceSelection(`Best seats: ${listOf(best)}.`);
    },

    async book() {
      const state = store.getState();
      if (state.isBooking) return null;
      const seats = selectionOf(state);
      if (seats.length === 0) {
        voice.say('danger', NO_SEATS_MESSAGE, VALIDATION_MS);
        return null;
      }
      voice.hush();
      store.setState({ isBooking: true });
      try {
        return await postBooking(seats);
      } catch (error) {
        await load();
        voice.say('danger', messageOf(error, 'Booking failed. Please try again.'));
        store.setState({ isBooking: false });
        return null;
      }
    },
  };
}
