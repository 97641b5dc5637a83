/** The whole catalogue, from which several admin features let choose. */
import type { Cinema, Movie, Screen } from '@moviebooking/contract/catalogue';
import { listQuery } from './queries.ts';

export const allMoviesQuery = listQuery<Movie>('/movies');
export const allCinemasQuery = listQuery<Cinema>('/cinemas');
export const allScreensQuery = listQuery<Screen>('/screens');
