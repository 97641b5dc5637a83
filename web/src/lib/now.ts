import { useEffect, useReducer } from 'react';
import { serverNow } from './server-clock.ts';

const LONGEST_TIMEOUT_MS = 2 ** 31 - 1;

/**
 * The current time, for a page that changes when an instant passes. Rerenders right after the next of the given instants, and
 * when the user returns to a tab whose timers were paused.
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
