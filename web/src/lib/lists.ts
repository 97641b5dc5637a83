/** Reading the server's lists: one page of it, or the whole of it where something is chosen or searched on the spot. */
import type { PageMeta } from '@moviebooking/contract/http';
import { MAX_PAGE_SIZE } from '@moviebooking/contract/limits';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Answer, api } from './api.ts';

export type ListQuery = Record<string, string | number>;
type Page<Item> = Answer<Item[]> & { meta: PageMeta };

/** While the next page is on its way the last one stays on the screen. */
export function usePage<Item>(path: string, query: ListQuery) {
  return useQuery({
    queryKey: [path, query],
    queryFn: ({ signal }) => api.get<Page<Item>>(path, { query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** The server hands out at most 100 at a time; a house with more must not have some that nobody can reach. */
async function readAll<Item>(path: string, query: ListQuery, signal: AbortSignal): Promise<Item[]> {
  const readPage = (page: number) =>
    api.get<Page<Item>>(path, { query: { ...query, page, limit: MAX_PAGE_SIZE }, signal });
  const first = await readPage(1);
  const others = Array.from({ length: Math.max(0, first.meta.totalPages - 1) }, (_, index) => readPage(index + 2));
  return [first, ...(await Promise.all(others))].flatMap((page) => page.data);
}

export function useAll<Item>(path: string, query: ListQuery = {}) {
  return useQuery({
    queryKey: [path, 'all', query],
    queryFn: ({ signal }) => readAll<Item>(path, query, signal),
  });
}
