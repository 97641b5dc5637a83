import type { ShowInput } from '@moviebooking/contract/catalogue';
import { toPaise, toRupees } from '@moviebooking/contract/money';
import type { Tx } from '../../platform/database.ts';

const uniqueInOrder = (ids: number[]): number[] => [...new Set(ids)].sort((a, b) => a - b);

/** The order of locks that everyone follows who schedules: movies first, then screens, each by number. */
export async function takeTurnsToSchedule(tx: Tx, inputs: readonly ShowInput[]) {
  const movieIds = uniqueInOrder(inputs.map(({ movieId }) => movieId));
  const screenIds = uniqueInOrder(inputs.map(({ screenId }) => screenId));
  const movies = await tx
    .selectFrom('movies')
    .select('id')
    .where('id', 'in', movieIds)
    .orderBy('id')
    .forShare()
    .execute();
  const screens = await tx
    .selectFrom('screens')
    .select('id')
    .where('id', 'in', screenIds)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return {
    allMoviesExist: movies.length === movieIds.length,
    allScreensExist: screens.length === screenIds.length,
  };
}

interface NewShow {
  id: number;
  fields: { movieId: number; screenId: number; price: number; startTime: string };
}

export async function insertShows(tx: Tx, inputs: readonly ShowInput[]): Promise<NewShow[]> {
  const rows = await tx
    .insertInto('shows')
    .values(
      inputs.map(({ movieId, screenId, price, startTime }) => ({
        movie_id: movieId,
        screen_id: screenId,
        price_paise: toPaise(price),
        starts_at: startTime,
      })),
    )
    .returning(['id', 'movie_id', 'screen_id', 'price_paise', 'starts_at'])
    .execute();
  return rows.map((row) => ({
    id: row.id,
    fields: {
      movieId: row.movie_id,
      screenId: row.screen_id,
      price: toRupees(row.price_paise),
      startTime: row.starts_at.toISOString(),
    },
  }));
}

export async function insertShowAuditEntries(tx: Tx, actorId: number, shows: readonly NewShow[]): Promise<void> {
  await tx
    .insertInto('audit_log')
    .values(
      shows.map(({ id, fields }) => ({
        actor_id: actorId,
        action: 'CREATE' as const,
        entity: 'show' as const,
        entity_id: id,
        before: null,
        after: fields,
      })),
    )
    .execute();
}
