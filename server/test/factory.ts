/** Inserts rows for tests. Every value that a test does not give has a default. */
import type { BookingStatus } from '@moviebooking/contract/bookings';
import { toPaise } from '@moviebooking/contract/money';
import { seatIndex } from '@moviebooking/contract/seats';
import type { Database } from '../src/platform/database/database.ts';

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

export const fromNow = (ms: number): Date => new Date(Date.now() + ms);

let nextStart = 0;

interface NewShow {
  movieId?: number;
  screenId?: number;
  startsAt?: Date;
  price?: number;
}

interface NewBooking {
  showId: number;
  userId: number;
  seats?: string[];
  status?: BookingStatus;
  createdAt?: Date;
  price?: number;
}

export function factoryFor(db: Database) {
  const idOf = async (query: { executeTakeFirstOrThrow(): Promise<{ id: number }> }) =>
    (await query.executeTakeFirstOrThrow()).id;

  const factory = {
    cinema: (name = 'Regal', city: string | null = 'Pune') =>
      idOf(db.insertInto('cinemas').values({ name, city }).returning('id')),

    screen: async (cinemaId?: number, name = 'Screen 1') =>
      idOf(
        db
          .insertInto('screens')
          .values({ name, cinema_id: cinemaId ?? (await factory.cinema()) })
          .returning('id'),
      ),

    /** Marks seats of the show's screen as places for wheelchairs and companions. */
    async places(showId: number, wheelchair: string[], companion: string[]) {
      const { screen_id } = await db
        .selectFrom('shows')
        .select('screen_id')
        .where('id', '=', showId)
        .executeTakeFirstOrThrow();
      const mark = (is_companion: boolean) => (seat: string) => ({ screen_id, seat: seatIndex(seat), is_companion });
      const marks = [...wheelchair.map(mark(false)), ...companion.map(mark(true))];
      await db.insertInto('seat_marks').values(marks).execute();
      return screen_id;
    },

    movie: (title = 'Monsoon', durationMin: number | null = 120) =>
      idOf(db.insertInto('movies').values({ title, duration_min: durationMin }).returning('id')),

    async show({ movieId, screenId, startsAt, price = 250 }: NewShow = {}) {
      nextStart += DAY_MS;
      return idOf(
        db
          .insertInto('shows')
          .values({
            movie_id: movieId ?? (await factory.movie()),
            screen_id: screenId ?? (await factory.screen()),
            starts_at: startsAt ?? fromNow(nextStart),
            price_paise: toPaise(price),
          })
          .returning('id'),
      );
    },

    async booking({ showId, userId, seats = ['A1'], status = 'CONFIRMED', createdAt, price = 250 }: NewBooking) {
      const places = seats.map(seatIndex);
      const id = await idOf(
        db
          .insertInto('bookings')
          .values({
            show_id: showId,
            user_id: userId,
            seats: places,
            price_paise: toPaise(price),
            ...(createdAt ? { created_at: createdAt } : {}),
          })
          .returning('id'),
      );
      const taken = places.map((seat) => ({ show_id: showId, seat, user_id: userId, booking_id: id }));
      await db.insertInto('seats').values(taken).execute();
      if (status === 'CANCELLED') await factory.cancel(id);
      if (status === 'CHECKED_IN') {
        await db.updateTable('bookings').set({ status, checked_in_at: new Date() }).where('id', '=', id).execute();
      }
      return id;
    },

    async cancel(bookingId: number) {
      await db.deleteFrom('seats').where('booking_id', '=', bookingId).execute();
      await db
        .updateTable('bookings')
        .set({ status: 'CANCELLED', cancelled_at: new Date() })
        .where('id', '=', bookingId)
        .execute();
    },

    async hold(showId: number, userId: number, seat: string, expiresAt: Date) {
      await db
        .insertInto('seats')
        .values({
          show_id: showId,
          user_id: userId,
          seat: seatIndex(seat),
          held_since: fromNow(-HOUR_MS),
          held_until: expiresAt,
        })
        .execute();
    },
  };
  return factory;
}
