/**
 * Puts many shows on at once, in one transaction: all of them, each with its audit entry like any other new show, or
 * none. Whoever schedules the same movies or screens meanwhile waits; what overlaps, the database refuses.
 */
import type { ShowInput } from '@moviebooking/contract/catalogue';
import type { Database } from '../../platform/database.ts';
import { Refusal } from '../../platform/refusal.ts';
import { insertShowAuditEntries, insertShows, takeTurnsToSchedule } from './show-batch.sql.ts';
import { notFound, overlaps } from './writing.ts';

export async function createShows(db: Database, actorId: number, inputs: readonly ShowInput[]): Promise<number[]> {
  try {
    return await db.transaction().execute(async (tx) => {
      const { allMoviesExist, allScreensExist } = await takeTurnsToSchedule(tx, inputs);
      if (!allMoviesExist) throw notFound('movie');
      if (!allScreensExist) throw notFound('screen');
      const shows = await insertShows(tx, inputs);
      await insertShowAuditEntries(tx, actorId, shows);
      return shows.map(({ id }) => id);
    });
  } catch (error) {
    if (!overlaps(error)) throw error;
    throw new Refusal('SCREEN_BUSY', 'Nothing was scheduled: two shows would overlap on one screen.');
  }
}
