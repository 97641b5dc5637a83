import type { Movie, MovieDetail, Show } from '@moviebooking/contract/catalogue';
import { dataQuery, pageQuery } from '../../lib/queries.ts';

const PAGE_SIZE = 10;
const SEATS_LEFT_EVERY_MS = 60_000;

export const moviesQuery = (page = 1, search = '') => pageQuery<Movie>('/movies', { page, limit: PAGE_SIZE, search });

export const movieQuery = (movieId: string) => ({
  ...dataQuery<MovieDetail>(`/movies/${encodeURIComponent(movieId)}`),
  refetchInterval: SEATS_LEFT_EVERY_MS,
});

export const showQuery = (showId: string) => ({
  ...dataQuery<Show>(`/shows/${encodeURIComponent(showId)}`),
  refetchInterval: SEATS_LEFT_EVERY_MS,
});
