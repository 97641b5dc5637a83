/**
 * Creates many shows at once, in one transaction: all of them, each with its audit entry like any other new show, or
 * none. Others who schedule the same movies or screens wait meanwhile; what overlaps, the database refuses.
 */
import type { ShowInput } from '@moviebooking/contract/catalogue';
import type { Database } from '../../platform/database.ts';
import { Refusal } from '../../platform/refusal.ts';
import { lockMoviesAndScreens } from './catalogue.ts';
import { insertShows } from './shows.sql.ts';
import { insertAuditEntries } from './writing.sql.ts';
import { overlaps } from './writing.ts';

export async function createShows(db: Database, actorId: number, inputs: readonly ShowInput[]): Promise<number[]> {
  try {
    return await db.transaction().execute(async (tx) => {
      await lockMoviesAndScreens(tx, inputs);
      const shows = await insertShows(tx, inputs);
      await insertAuditEntries(
        tx,
        shows.map(({ id, fields }) => ({
          actorId,
          action: 'CREATE',
          entity: 'show',
          entityId: id,
          before: null,
          after: fields,
        })),
      );
      return shows.map(({ id }) => id);
    });
  } catch (error) {
    if (!overlaps(error)) throw error;
    throw new Refusal('SCREEN_BUSY', 'Nothing was scheduled: two shows would overlap on one screen.');
  }
}
