/** One search across bookings, shows, movies, cinemas and people, for administrators. */
import type { AdminSearch } from '@moviebooking/contract/admin';
import { type Database, readTogether } from '../../platform/database/database.ts';
import { findBooking, findBookingsOfCustomers } from '../admin-bookings/admin-bookings.ts';
import { searchCinemas, searchMovies, searchPeople, searchShows } from './admin-search.sql.ts';

const MOST_PER_KIND = 5;

/** `ticketOf` is the booking whose ticket code the term is, if it is one. */
export const searchEverything = (
  db: Database,
  term: string,
  ticketOf: number | undefined,
  timeZone: string,
): Promise<AdminSearch> =>
  readTogether(db, async (tx) => ({
    bookings:
      ticketOf === undefined
        ? await findBookingsOfCustomers(tx, term, MOST_PER_KIND, timeZone)
        : [await findBooking(tx, ticketOf)],
    shows: await searchShows(tx, term, MOST_PER_KIND),
    movies: await searchMovies(tx, term, MOST_PER_KIND),
    cinemas: await searchCinemas(tx, term, MOST_PER_KIND),
    people: await searchPeople(tx, term, MOST_PER_KIND),
  }));
