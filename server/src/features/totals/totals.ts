/** Keeps the totals of bookings: every few seconds one server adds up what bookings have changed (docs/decisions/0005). */
import type { Pool } from '../../platform/database/database.ts';
import { addUpTotals, setTotalsTimeZone } from './totals.sql.ts';

const ADD_UP_EVERY_MS = 5000;

interface Parts {
  pool: Pool;
  timeZone: string;
  onProblem: (error: unknown) => void;
}

/** Returns a function that stops it. */
export async function startAddingTotals({ pool, timeZone, onProblem }: Parts): Promise<() => Promise<void>> {
  await setTotalsTimeZone(pool, timeZone);
  let adding = Promise.resolve();
  const timer = setInterval(() => {
    adding = adding.then(() => addUpTotals(pool)).catch(onProblem);
  }, ADD_UP_EVERY_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await adding;
  };
}
