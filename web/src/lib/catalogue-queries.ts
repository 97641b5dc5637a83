/** The whole catalogue, from which several admin features let choose. */
import type { Cinema, Movie, Screen, Show } from '@moviebooking/contract/catalogue';
import { listQuery } from './queries.ts';

export const allMoviesQuery = listQuery<Movie>('/movies');
export const allCinemasQuery = listQuery<Cinema>('/cinemas');
export const allScreensQuery = listQuery<Screen>('/screens');

/** All shows of some cinema days, in one cinema or in all. */
export const daysShowsQuery = (filter: { from: string; to: string; cinemaId: string }) =>
  listQuery<Show>('/shows', filter);
