import type { Movie, MovieDetail, MovieFilters, Show } from '@moviebooking/contract/catalogue';
import { noteCities } from '../../lib/city.ts';
import { dataQuery, pageQuery } from '../../lib/queries.ts';

const PAGE_SIZE = 10;
const SEATS_LEFT_EVERY_MS = 60_000;
const NEXT_SHOWS_EVERY_MS = 60_000;

export interface MovieFilter {
  search?: string;
  language?: string;
  format?: string;
  city?: string;
}

export const moviesQuery = (page = 1, filter: MovieFilter = {}) => ({
  ...pageQuery<Movie, { filters?: MovieFilters }>('/movies', { page, limit: PAGE_SIZE, ...filter }, ({ filters }) =>
    noteCities(filters?.cities),
  ),
  refetchInterval: NEXT_SHOWS_EVERY_MS,
});

export const movieQuery = (movieId: string) => ({
  ...dataQuery<MovieDetail>(`/movies/${encodeURIComponent(movieId)}`),
  refetchInterval: SEATS_LEFT_EVERY_MS,
});

export const showQuery = (showId: string) => ({
  ...dataQuery<Show>(`/shows/${encodeURIComponent(showId)}`),
  refetchInterval: SEATS_LEFT_EVERY_MS,
});
