import type { Movie } from '@moviebooking/contract/catalogue';
import type { PageMeta } from '@moviebooking/contract/http';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type Answer, api } from '../../lib/api.ts';

export const MOVIES_PER_PAGE = 10;

/** One page of the programme. While the next one is on its way the last one stays on the screen. */
export const movieListQuery = (page: number) =>
  queryOptions({
    queryKey: ['movies', { page }],
    queryFn: ({ signal }) =>
      api.get<Answer<Movie[]> & { meta: PageMeta }>('/movies', { query: { page, limit: MOVIES_PER_PAGE }, signal }),
    placeholderData: keepPreviousData,
  });
