/** Booking totals: every few seconds one server adds up what bookings have changed (docs/decisions/0005). */
import type { Pool } from '../../platform/database/database.ts';
import { repeat } from '../../platform/process/repeat.ts';
import { addUpTotals, setTotalsTimeZone } from './totals.sql.ts';

const ADD_UP_EVERY_MS = 5000;

/** Fails if the totals cannot be set to the time zone. Returns a function that stops adding up. */
export async function startAddingTotals(pool: Pool, timeZone: string, onProblem: (error: unknown) => void) {
  await setTotalsTimeZone(pool, timeZone);
  return repeat(ADD_UP_EVERY_MS, () => addUpTotals(pool), onProblem);
}
