/** The seat page's state. Each seat subscribes to its own slice, so one change redraws one seat. */
import type { Booking } from '@moviebooking/contract/bookings';
import type { Show } from '@moviebooking/contract/catalogue';
import { createStore, type StoreApi } from 'zustand';
import { UNKNOWN_SEATS } from './seat-map.ts';
import type { SelectionState } from './selection.ts';
import { describeOthers } from './wording.ts';

const OTHERS_ANNOUNCED_EVERY_MS = 8_000;
const FIRST_ACTIVE_SEAT = 'A1';

export interface Notice {
  tone: 'danger' | 'warning' | 'info';
  text: string;
  /** The seats that the user lost. */
  lost?: string[];
}

export interface NewPrice {
  seats: string[];
  before: number;
  total: number;
}

interface Waiting {
  /** 1 is next. */
  position: number;
  estimateSeconds: number | null;
}

export interface SeatsState extends SelectionState {
  load: 'loading' | 'failed' | 'missing' | 'done';
  show: Show | null;
  /** The user's place in the queue, or that their turn is over. Null if the show has no queue or the user was admitted. */
  line: Waiting | 'over' | 'joining' | null;
  /** The user was admitted from the queue and hasn't touched the page since. */
  isNewTurn: boolean;
  /** The grid's one tab stop. */
  activeSeat: string;
  /** For administrators: this booking's seats are outlined. */
  pointedBookingId: number | null;
  /** A booking whose answer was lost, found later. */
  foundBooking: Booking | null;
  /** The price changed, so the user is asked before anything is booked. */
  newPrice: NewPrice | null;
  /** Selects the wheelchair space that the user was asked about. */
  wheelchairQuestion: (() => void) | null;
  /** The user has said that they need a wheelchair space. */
  needsWheelchairSpace: boolean;
  /** Where friends sit, from a shared link. In seat order. */
  near: readonly string[];
  notice: Notice | null;
  /** The text of the polite live region. */
  announcement: string;
}

export type SeatStore = StoreApi<SeatsState>;

export function createSeatStore(userId: number | null, near: readonly string[] = []): SeatStore {
  return createStore<SeatsState>(() => ({
    map: UNKNOWN_SEATS,
    requests: new Map(),
    submission: null,
    userId,
    load: 'loading',
    show: null,
    line: null,
    isNewTurn: false,
    activeSeat: FIRST_ACTIVE_SEAT,
    pointedBookingId: null,
    foundBooking: null,
    newPrice: null,
    wheelchairQuestion: null,
    needsWheelchairSpace: false,
    changing: null,
    offered: new Map(),
    near,
    notice: null,
    announcement: '',
  }));
}

/** One notice at a time for the eye, and announcements in a live region for screen readers. */
export function createNotifier(store: SeatStore) {
  let noticeTimer: ReturnType<typeof setTimeout> | undefined;
  let changesTimer: ReturnType<typeof setTimeout> | undefined;
  /** Seats that others took (true) or freed since the last announcement. */
  const changes = new Map<string, boolean>();

  function announce(text: string): void {
    // A screen reader repeats a sentence only if the text differs.
    const isRepeat = store.getState().announcement === text;
    store.setState({ announcement: isRepeat ? `${text}\u00a0` : text });
  }

  function announceChanges(): void {
    changesTimer = undefined;
    const taken = [...changes.values()].filter(Boolean).length;
    const freed = changes.size - taken;
    changes.clear();
    if (taken + freed > 0) announce(describeOthers(taken, freed));
  }

  function show(notice: Notice): void {
    clearTimeout(noticeTimer);
    store.setState({ notice });
    if (notice.tone !== 'danger') announce(notice.text);
  }

  return {
    announce,

    /** Shows a notice until the next one or for `forMs`. A danger is an ARIA alert, which screen readers announce anyway. */
    notify(tone: Notice['tone'], text: string, forMs?: number): void {
      show({ tone, text });
      if (forMs !== undefined) noticeTimer = setTimeout(() => store.setState({ notice: null }), forMs);
    },

    /** Shows that the user lost these seats, until they do something, with a next step. */
    notifyLoss(tone: Notice['tone'], text: string, lost: string[]): void {
      show({ tone, text, lost });
    },

    clearNotice(): void {
      clearTimeout(noticeTimer);
      if (store.getState().notice) store.setState({ notice: null });
    },

    /** Announces others' changes as a count every few seconds, without seats that were taken and released in between. */
    recordOthersChange(seat: string, isTaken: boolean): void {
      if (changes.has(seat)) changes.delete(seat);
      else changes.set(seat, isTaken);
      changesTimer ??= setTimeout(announceChanges, OTHERS_ANNOUNCED_EVERY_MS);
    },

    stop(): void {
      clearTimeout(noticeTimer);
      clearTimeout(changesTimer);
    },
  };
}

export type Notifier = ReturnType<typeof createNotifier>;
