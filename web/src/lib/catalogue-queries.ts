/** The whole catalogue, for the selects of several admin features. */
import type { Cinema, Movie, Screen, Show } from '@moviebooking/contract/catalogue';
import { listQuery } from './queries.ts';

export const allMoviesQuery = listQuery<Movie>('/movies');
export const allCinemasQuery = listQuery<Cinema>('/cinemas');
export const allScreensQuery = listQuery<Screen>('/screens');

/** All shows on some days, in one cinema or all. */
export const daysShowsQuery = (filter: { from: string; to: string; cinemaId: string }) =>
  listQuery<Show>('/shows', filter);
