import type { Movie, MovieDetail, Show } from '@moviebooking/contract/catalogue';
import type { PageMeta } from '@moviebooking/contract/http';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type Answer, api } from '../../lib/api.ts';

interface MoviesAnswer extends Answer<Movie[]> {
  meta: PageMeta;
}

const PAGE_SIZE = 10;
const SEATS_LEFT_EVERY_MS = 60_000;

export const moviesQuery = (page: number, search: string) =>
  queryOptions({
    queryKey: ['movies', { page, search }],
    queryFn: ({ signal }) => api.get<MoviesAnswer>('/movies', { query: { page, limit: PAGE_SIZE, search }, signal }),
    placeholderData: keepPreviousData,
  });

export const movieQuery = (movieId: string) =>
  queryOptions({
    queryKey: ['movie', movieId],
    queryFn: async ({ signal }) =>
      (await api.get<Answer<MovieDetail>>(`/movies/${encodeURIComponent(movieId)}`, { signal })).data,
    refetchInterval: SEATS_LEFT_EVERY_MS,
  });

export const showQuery = (showId: string) =>
  queryOptions({
    queryKey: ['show', showId],
    queryFn: async ({ signal }) =>
      (await api.get<Answer<Show>>(`/shows/${encodeURIComponent(showId)}`, { signal })).data,
    refetchInterval: SEATS_LEFT_EVERY_MS,
  });
