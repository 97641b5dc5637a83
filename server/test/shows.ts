/** Adds shows for a test, each on a separate screen, so that none overlap. */
import { randomUUID } from 'node:crypto';
import { toPaise } from '@moviebooking/contract/money';
import type { Database } from '../src/platform/database/database.ts';

const DAY_MS = 86_400_000;

interface NewShow {
  startsAt?: Date;
  price?: number;
}

export async function addShow(db: Database, show: NewShow = {}): Promise<number> {
  const [id] = await addShows(db, 1, show);
  return id as number;
}

export async function addShows(
  db: Database,
  count: number,
  { startsAt, price = 250 }: NewShow = {},
): Promise<number[]> {
  const movie = await db
    .insertInto('movies')
    .values({ title: 'Monsoon Matinee', duration_min: 120, description: null, poster_url: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  const cinema = await db
    .insertInto('cinemas')
    .values({ name: `Regal ${randomUUID()}`, city: 'Mumbai' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const screens = await db
    .insertInto('screens')
    .values(
      Array.from({ length: count }, (_, index) => ({
        name: `Screen ${index + 1}`,
        cinema_id: cinema.id,
        capacity: 100,
      })),
    )
    .returning('id')
    .execute();
  const shows = await db
    .insertInto('shows')
    .values(
      screens.map((screen) => ({
        movie_id: movie.id,
        screen_id: screen.id,
        starts_at: startsAt ?? new Date(Date.now() + DAY_MS),
        price_paise: toPaise(price),
      })),
    )
    .returning('id')
    .execute();
  return shows.map(({ id }) => id);
}
