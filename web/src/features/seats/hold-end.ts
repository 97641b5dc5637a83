import { serverNow } from '../../lib/server-clock.ts';
import { useLiveConnection } from '../../lib/socket.ts';
import type { SeatStore } from './seat-store.ts';
import { holdEndOf } from './selection.ts';

/** The server broadcasts an expiry within a second. The browser's clock decides only if that doesn't arrive. */
const EXPIRY_BROADCAST_MS = 1_500;

/** Calls back when the selection's hold ends, however often that moves. Call the returned function to stop. */
export function watchHoldEnd(store: SeatStore, onEnd: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let watched: number | null = null;
  const watch = (end: number | null) => {
    clearTimeout(timer);
    watched = end;
    if (end === null) return;
    const delay = useLiveConnection.getState().isConnected ? EXPIRY_BROADCAST_MS : 0;
    timer = setTimeout(onEnd, Math.max(end - serverNow() + delay, 0));
  };
  const unsubscribe = store.subscribe((state, before) => {
    if (state.map === before.map && state.requests === before.requests && state.submission === before.submission)
      return;
    const end = holdEndOf(state);
    if (end !== watched || state.submission !== before.submission) watch(end);
  });
  return () => {
    clearTimeout(timer);
    unsubscribe();
  };
}
