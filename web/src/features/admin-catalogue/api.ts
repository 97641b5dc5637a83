import type { Screen, Show } from '@moviebooking/contract/catalogue';
import { type Answer, api } from '../../lib/api.ts';
import { listQuery, pageQuery } from '../../lib/queries.ts';

const SCREENS_PER_PAGE = 20;
const SHOWS_PER_PAGE = 50;

export const screensQuery = (page: number, filter: { search: string; cinemaId: string }) =>
  pageQuery<Screen>('/screens', { page, limit: SCREENS_PER_PAGE, ...filter });

export const showsQuery = (page: number, filter: Record<string, string>) =>
  pageQuery<Show>('/shows', { page, limit: SHOWS_PER_PAGE, ...filter });

/** All shows of a cinema on some days. */
export const daysShowsQuery = (filter: { from: string; to: string; cinemaId: string }) =>
  listQuery<Show>('/shows', filter);

export type Kind = 'cinema' | 'movie' | 'screen' | 'show';

/** Without an id a new one is added. Answers the server's message. */
export async function saveItem(kind: Kind, id: number | undefined, input: unknown): Promise<string | undefined> {
  const { message } =
    id === undefined
      ? await api.post<Answer<unknown>>(`/${kind}s`, input)
      : await api.put<Answer<unknown>>(`/${kind}s/${id}`, input);
  return message;
}

export async function deleteItem(kind: Kind, id: number): Promise<string | undefined> {
  return (await api.delete<Answer<unknown>>(`/${kind}s/${id}`)).message;
}
