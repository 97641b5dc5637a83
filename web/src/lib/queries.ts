/**
 * What every query of the app is made with. The key is the request itself, path and query, so that no two calls share
 * one. A feature's queries stand in its api.ts and are used as they are by hooks, prefetching and the cache.
 */
import type { PageMeta } from '@moviebooking/contract/http';
import { MAX_PAGE_SIZE } from '@moviebooking/contract/limits';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type Answer, api, type Query } from './api.ts';

type Page<Item> = Answer<Item[]> & { meta: PageMeta };

/** One answer's data. */
export const dataQuery = <Data>(path: string, query: Query = {}) =>
  queryOptions({
    queryKey: [path, query] as const,
    queryFn: async ({ signal }) => (await api.get<Answer<Data>>(path, { query, signal })).data,
  });

/** One page of a list, with what more its answer has. While the next one is on its way the last one stays on the screen. */
export const pageQuery = <Item, More = unknown>(path: string, query: Query) =>
  queryOptions({
    queryKey: [path, query] as const,
    queryFn: ({ signal }) => api.get<Page<Item> & More>(path, { query, signal }),
    placeholderData: keepPreviousData,
  });

/** A whole list, where something is chosen from it or searched in the browser. */
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
