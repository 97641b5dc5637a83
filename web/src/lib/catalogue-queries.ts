/** The whole catalogue, for the selects of several admin features. */
import type { Cinema, Movie, Screen, Show } from '@moviebooking/contract/catalogue';
import { listQuery } from './queries.ts';

export const allMoviesQuery = listQuery<Movie>('/movies');
export const allCinemasQuery = listQuery<Cinema>('/cinemas');
export const allScreensQuery = listQuery<Screen>('/screens');

/** All shows on some days, in one cinema or all. */
export const daysShowsQuery = (filter: { from: string; to: string; cinemaId: string }) =>
  listQuery<Show>('/shows', filter);

/** For selects. */
export const movieOptionsQuery = {
  ...allMoviesQuery,
  select: (movies: Movie[]) => movies.map(({ id, title }) => ({ value: String(id), label: title })),
};
export const cinemaOptionsQuery = {
  ...allCinemasQuery,
  select: (cinemas: Cinema[]) => cinemas.map(({ id, name }) => ({ value: String(id), label: name })),
};
