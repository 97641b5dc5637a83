/** What the seat page shows, in one store. Each seat subscribes to its own slice, so that one change redraws one seat. */
import type { Show } from '@moviebooking/contract/catalogue';
import { createStore, type StoreApi } from 'zustand';
import { UNKNOWN_SEATS } from './seat-map.ts';
import type { Choice } from './selection.ts';
import { describeOthers } from './wording.ts';

const OTHERS_NEWS_EVERY_MS = 8_000;
const FIRST_ACTIVE_SEAT = 'A1';

export interface Notice {
  tone: 'danger' | 'warning' | 'info';
  text: string;
}

export interface SeatsState extends Choice {
  load: 'loading' | 'failed' | 'done';
  show: Show | null;
  /** The grid's one tab stop. */
  activeSeat: string;
  isBooking: boolean;
  notice: Notice | null;
  /** What the polite live region says. */
  announcement: string;
}

export type SeatStore = StoreApi<SeatsState>;

export function createSeatStore(userId: number | null): SeatStore {
  return createStore<SeatsState>(() => ({
    map: UNKNOWN_SEATS,
    wishes: new Map(),
    userId,
    load: 'loading',
    show: null,
    activeSeat: FIRST_ACTIVE_SEAT,
    isBooking: false,
    notice: null,
    announcement: '',
  }));
}

/** The page's voice: one notice at a time on the screen, and the live region for those who listen. */
export function giveVoice(store: SeatStore) {
  let noticeTimer: ReturnType<typeof setTimeout> | undefined;
  let newsTimer: ReturnType<typeof setTimeout> | undefined;
  const news = new Map<string, boolean>();

  function announce(text: string): void {
    // The same words twice in a row are only heard if the text differs.
    const isRepeat = store.getState().announcement === text;
    store.setState({ announcement: isRepeat ? `${text}\u00a0` : text });
  }

  function tellNews(): void {
    newsTimer = undefined;
    const taken = [...news.values()].filter(Boolean).length;
    const freed = news.size - taken;
    news.clear();
    if (taken + freed > 0) announce(describeOthers(taken, freed));
  }

  return {
    announce,

    /** Stays until the next one, or for so many milliseconds. A danger is an alert and announces itself. */
    say(tone: Notice['tone'], text: string, forMs?: number): void {
      clearTimeout(noticeTimer);
      const notice = { tone, text };
      store.setState({ notice });
      if (tone !== 'danger') announce(text);
      if (forMs === undefined) return;
      noticeTimer = setTimeout(() => store.getState().notice === notice && store.setState({ notice: null }), forMs);
    },

    hush(): void {
      clearTimeout(noticeTimer);
      if (store.getState().notice) store.setState({ notice: null });
    },

    /** Others' doings are summed up now and then; a seat that was taken and given back in between is no news. */
    noteOthers(seat: string, isTaken: boolean): void {
      if (news.has(seat)) news.delete(seat);
      else news.set(seat, isTaken);
      newsTimer ??= setTimeout(tellNews, OTHERS_NEWS_EVERY_MS);
    },

    silence(): void {
      clearTimeout(noticeTimer);
      clearTimeout(newsTimer);
    },
  };
}

export type Voice = ReturnType<typeof giveVoice>;
