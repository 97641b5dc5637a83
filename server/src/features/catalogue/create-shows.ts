/**
 * Creates many shows in one transaction, all or none, each with its own audit entry. Others who schedule the same movies or
 * screens wait until it ends. The database refuses overlaps.
 */
import type { ShowInput } from '@moviebooking/contract/catalogue';
import type { Database } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors/refusal.ts';
import { type Actor, recordAudit } from '../audit/audit.ts';
import { lockMoviesAndScreens } from './catalogue.ts';
import { overlaps } from './catalogue-writer.ts';
import { nameOfShow, namesInShow } from './show.ts';
import { insertShows } from './shows.sql.ts';

export async function createShows(db: Database, actor: Actor, inputs: readonly ShowInput[]): Promise<number[]> {
  try {
    return await db.transaction().execute(async (tx) => {
      await lockMoviesAndScreens(tx, inputs);
      const shows = await insertShows(tx, inputs);
      const entries = shows.map((show) => ({
        ...({ actor, action: 'CREATE', entity: 'show', entityId: show.id, name: nameOfShow(show) } as const),
        after: {
          movieId: show.movie.id,
          screenId: show.screen.id,
          price: show.price,
          startTime: show.startTime,
          accessibility: show.accessibility,
          ...namesInShow(show),
        },
      }));
      await recordAudit(tx, ...entries);
      return shows.map(({ id }) => id);
    });
  } catch (error) {
    if (!overlaps(error)) throw error;
    throw new Refusal('SCREEN_BUSY', 'Nothing was scheduled, because two shows on one screen would overlap.');
  }
}
