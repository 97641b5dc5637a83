/** Keeps the house's figures at hand: folds what bookings have changed, every few seconds, on whichever server is first. */
import type { Pool } from '../../platform/database.ts';
import { foldFigures, setFigureZone } from './figures.sql.ts';

const FOLD_EVERY_MS = 5000;

interface Parts {
  pool: Pool;
  timeZone: string;
  onProblem: (error: unknown) => void;
}

/** The answer stops it. */
export async function keepFigures({ pool, timeZone, onProblem }: Parts): Promise<() => Promise<void>> {
  await setFigureZone(pool, timeZone);
  let folding = Promise.resolve();
  const timer = setInterval(() => {
    folding = folding.then(() => foldFigures(pool)).catch(onProblem);
  }, FOLD_EVERY_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await folding;
  };
}
