/**
 * Creates the app's queries. The key is the request itself, path and query, so no two requests share one. A feature defines
 * its queries in its api.ts; hooks, prefetching and the cache use the same objects.
 */
import type { PageMeta } from '@moviebooking/contract/http';
import { MAX_PAGE_SIZE } from '@moviebooking/contract/limits';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type Answer, api, type Query } from './api.ts';

type Page<Item> = Answer<Item[]> & { meta: PageMeta };

/** The data of one answer. */
export const dataQuery = <Data>(path: string, query: Query = {}) =>
  queryOptions({
    queryKey: [path, query] as const,
    queryFn: async ({ signal }) => (await api.get<Answer<Data>>(path, { query, signal })).data,
  });

/**
 * One page of a list, with its answer's other fields. `note` is called with every answer. The previous page stays on the
 * screen while the next one loads.
 */
export const pageQuery = <Item, More = unknown>(path: string, query: Query, note?: (answer: More) => void) =>
  queryOptions({
    queryKey: [path, query] as const,
    queryFn: async ({ signal }) => {
      const answer = await api.get<Page<Item> & More>(path, { query, signal });
      note?.(answer);
      return answer;
    },
    placeholderData: keepPreviousData,
  });

/** A whole list, for selects and for searching in the browser. */
export const listQuery = <Item>(path: string, query: Query = {}) =>
  queryOptions({
    queryKey: [path, query, 'all pages'],
    queryFn: ({ signal }) => readAllPages<Item>(path, query, signal),
  });

/** The server sends at most 100 at a time. */
async function readAllPages<Item>(path: string, query: Query, signal: AbortSignal): Promise<Item[]> {
  const readPage = (page: number) =>
    api.get<Page<Item>>(path, { query: { ...query, page, limit: MAX_PAGE_SIZE }, signal });
  const first = await readPage(1);
  const others = Array.from({ length: Math.max(0, first.meta.totalPages - 1) }, (_, index) => readPage(index + 2));
  return [first, ...(await Promise.all(others))].flatMap((page) => page.data);
}
