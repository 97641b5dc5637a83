import type { Cinema, CinemaDetail, CinemaInput, Screen, ScreenInput } from '@moviebooking/contract/catalogue';
import { seatIndex } from '@moviebooking/contract/seats';
import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Database, Pool, Tx } from '../../platform/database/database.ts';
import { anyContains, countOf, idsInOrder, type Page, type Paging, readPage } from '../../platform/http/paging.ts';

const cinemaRows = (db: Database) =>
  db
    .selectFrom('cinemas')
    .select(['id', 'name', 'city', 'created_at'])
    .select(sql<number>`(select count(*) from screens where screens.cinema_id = cinemas.id)`.as('screens_count'));

const screenRows = (db: Database) =>
  db
    .selectFrom('screens')
    .innerJoin('cinemas as cinema', 'cinema.id', 'screens.cinema_id')
    .select([
      'screens.id',
      'screens.name',
      'screens.cinema_id',
      'screens.capacity',
      'cinema.name as cinema_name',
      'cinema.city as cinema_city',
    ])
    .select(sql<number>`(select count(*) from shows where shows.screen_id = screens.id)`.as('shows_count'));

type CinemaRow = Awaited<ReturnType<ReturnType<typeof cinemaRows>['executeTakeFirstOrThrow']>>;
type ScreenRow = Awaited<ReturnType<ReturnType<typeof screenRows>['executeTakeFirstOrThrow']>>;

const toCinema = (row: CinemaRow): Cinema => ({
  id: row.id,
  name: row.name,
  city: row.city,
  createdAt: row.created_at.toISOString(),
  _count: { screens: row.screens_count },
});

const toScreen = (row: ScreenRow): Screen => ({
  id: row.id,
  name: row.name,
  cinemaId: row.cinema_id,
  capacity: row.capacity,
  cinema: { id: row.cinema_id, name: row.cinema_name, city: row.cinema_city },
  _count: { shows: row.shows_count },
});

export async function selectCinemas(
  db: Database,
  query: Paging & { search?: string | undefined },
): Promise<Page<Cinema>> {
  let matching = db.selectFrom('cinemas').select('cinemas.id');
  if (query.search) matching = matching.where(anyContains([sql`name`, sql`city`], query.search));
  const page = await readPage(db, {
    total: countOf(matching),
    ids: idsInOrder(matching, sql`lower(name), id`, query),
    rows: cinemaRows(db),
  });
  return { items: page.items.map(toCinema), total: page.total };
}

export async function selectCinema(db: Database, id: number): Promise<Cinema | undefined> {
  const row = await cinemaRows(db).where('id', '=', id).executeTakeFirst();
  return row && toCinema(row);
}

export async function selectCinemaDetail(db: Database, id: number): Promise<CinemaDetail | undefined> {
  const row = await cinemaRows(db)
    .select(
      jsonArrayFrom(
        screenRows(db)
          .whereRef('screens.cinema_id', '=', sql.ref('cinemas.id'))
          .orderBy(sql`lower(screens.name), screens.id`),
      ).as('screens'),
    )
    .where('id', '=', id)
    .executeTakeFirst();
  return row && { ...toCinema(row), screens: row.screens.map(toScreen) };
}

export async function selectScreens(
  db: Database,
  query: Paging & { search?: string | undefined; cinemaId?: number | undefined },
): Promise<Page<Screen>> {
  let matching = db.selectFrom('screens').innerJoin('cinemas', 'cinemas.id', 'screens.cinema_id').select('screens.id');
  if (query.cinemaId) matching = matching.where('screens.cinema_id', '=', query.cinemaId);
  if (query.search) matching = matching.where(anyContains([sql`screens.name`, sql`cinemas.name`], query.search));
  const page = await readPage(db, {
    total: countOf(matching),
    ids: idsInOrder(matching, sql`lower(cinemas.name), cinemas.id, lower(screens.name), screens.id`, query),
    rows: screenRows(db),
  });
  return { items: page.items.map(toScreen), total: page.total };
}

export async function selectScreen(db: Database, id: number): Promise<Screen | undefined> {
  const row = await screenRows(db).where('screens.id', '=', id).executeTakeFirst();
  return row && toScreen(row);
}

const screenColumns = ({ name, cinemaId, capacity }: ScreenInput) => ({ name, cinema_id: cinemaId, capacity });

export async function insertCinema(tx: Tx, { name, city }: CinemaInput): Promise<number> {
  const { id } = await tx.insertInto('cinemas').values({ name, city }).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function updateCinema(tx: Tx, id: number, { name, city }: CinemaInput): Promise<void> {
  await tx.updateTable('cinemas').set({ name, city }).where('id', '=', id).execute();
}

export async function insertScreen(tx: Tx, input: ScreenInput): Promise<number> {
  const { id } = await tx.insertInto('screens').values(screenColumns(input)).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function updateScreen(tx: Tx, id: number, input: ScreenInput): Promise<void> {
  await tx.updateTable('screens').set(screenColumns(input)).where('id', '=', id).execute();
}

export async function selectClosedSeats(db: Database, screenId: number): Promise<number[]> {
  const rows = await db.selectFrom('closed_seats').select('seat').where('screen_id', '=', screenId).execute();
  return rows.map(({ seat }) => seat);
}

/** Closes these seats and opens all others. Returns the seats closed before, or undefined if the screen does not exist. */
export async function closeSeatsOf(tx: Tx, screenId: number, seats: readonly string[]): Promise<number[] | undefined> {
  const { rows } = await sql<{ before: number[] | null }>`
    select ledger.close_seats(${screenId}, ${seats.map(seatIndex)}::smallint[]) as before
  `.execute(tx);
  return rows[0]?.before ?? undefined;
}

export async function selectSeatMarks(db: Database, screenId: number) {
  return db.selectFrom('seat_marks').select(['seat', 'is_companion']).where('screen_id', '=', screenId).execute();
}

/** Marks these seats and no others. Returns the marks before, or nulls if the screen does not exist. */
export async function markSeatsOf(
  tx: Tx,
  screenId: number,
  wheelchair: readonly string[],
  companion: readonly string[],
) {
  const { rows } = await sql<{ wheelchair_before: number[] | null; companion_before: number[] | null }>`
    select * from ledger.mark_seats(
      ${screenId}, ${wheelchair.map(seatIndex)}::smallint[], ${companion.map(seatIndex)}::smallint[])
  `.execute(tx);
  return rows[0] as (typeof rows)[number];
}

export async function updateReleaseTime(pool: Pool, hours: number): Promise<void> {
  await pool.query(
    `with changed as (
       update place_rules set release_time = $1::interval where release_time <> $1::interval returning 1
     )
     delete from released_places where exists (select from changed)`,
    [`${hours} hours`],
  );
}

export async function selectClosedSeatsOfShow(db: Database, showId: number): Promise<number[]> {
  const rows = await db.selectFrom('closed_seats_of_show').select('seat').where('show_id', '=', showId).execute();
  return rows.map(({ seat }) => seat);
}

/** Closes these seats for this show only. Returns the seats closed before, or undefined if the show does not exist. */
export async function closeSeatsOfShow(
  tx: Tx,
  showId: number,
  seats: readonly string[],
): Promise<number[] | undefined> {
  const { rows } = await sql<{ before: number[] | null }>`
    select ledger.close_seats_of_show(${showId}, ${seats.map(seatIndex)}::smallint[]) as before
  `.execute(tx);
  return rows[0]?.before ?? undefined;
}

export async function screenHasBookings(tx: Tx, id: number): Promise<boolean> {
  const found = await tx
    .selectFrom('booking_keys')
    .select('booking_id')
    .where('show_id', 'in', (query) => query.selectFrom('shows').select('shows.id').where('screen_id', '=', id))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
