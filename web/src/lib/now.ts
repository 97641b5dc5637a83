import { useEffect, useReducer } from 'react';
import { serverNow } from './server-clock.ts';

const LONGEST_TIMEOUT_MS = 2 ** 31 - 1;

/**
 * The current time, for a page on which something changes when an instant passes: it is drawn again right after the
 * next of them, and when the user comes back to a tab whose timers were paused.
 */
export function useNow(instants: readonly number[]): number {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const now = serverNow();
  const next = Math.min(...instants.filter((instant) => instant > now));
  useEffect(() => {
    const timer = Number.isFinite(next)
      ? setTimeout(redraw, Math.min(next - serverNow() + 1, LONGEST_TIMEOUT_MS))
      : undefined;
    document.addEventListener('visibilitychange', redraw);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', redraw);
    };
  }, [next]);
  return now;
}
