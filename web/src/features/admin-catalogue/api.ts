import type { CancelledShow, Lines } from '@moviebooking/contract/admin';
import type { ClosedSeats, Screen, Show } from '@moviebooking/contract/catalogue';
import { queryOptions } from '@tanstack/react-query';
import { type Answer, api } from '../../lib/api.ts';
import { dataQuery, pageQuery } from '../../lib/queries.ts';

const SCREENS_PER_PAGE = 20;
const SHOWS_PER_PAGE = 50;

export const screensQuery = (page: number, filter: { search: string; cinemaId: string }) =>
  pageQuery<Screen>('/screens', { page, limit: SCREENS_PER_PAGE, ...filter });

export const showsQuery = (page: number, filter: Record<string, string>) =>
  pageQuery<Show>('/shows', { page, limit: SHOWS_PER_PAGE, ...filter });

const closedSeatsPath = (screenId: number) => `/screens/${screenId}/closed-seats`;

export const closedSeatsQuery = (screenId: number) => dataQuery<ClosedSeats>(closedSeatsPath(screenId));

/** Refused when the closed seats are others than `before` by now. Answers the server's message. */
export async function saveClosedSeats(
  screenId: number,
  seats: string[],
  before: string[],
): Promise<string | undefined> {
  const change = { seats, expected: { seats: before } };
  return (await api.put<Answer<ClosedSeats>>(closedSeatsPath(screenId), change)).message;
}

const LINES_READ_EVERY_MS = 5_000;

/** How many wait for which show; read again and again while there is a waiting room. */
export const linesQuery = queryOptions({
  ...dataQuery<Lines>('/admin/lines'),
  refetchInterval: ({ state }) => state.data?.isOn === true && LINES_READ_EVERY_MS,
});

export type Kind = 'cinema' | 'movie' | 'screen' | 'show';

/**
 * Without an item a new one is added. What somebody else has changed since the item was read is not undone: the change is
 * refused. Answers the server's message.
 */
export async function saveItem(
  kind: Kind,
  item: { id: number } | null,
  input: Record<string, unknown>,
): Promise<string | undefined> {
  if (item === null) return (await api.post<Answer<unknown>>(`/${kind}s`, input)).message;
  const expected = Object.fromEntries(Object.entries(item).filter(([field]) => field in input));
  return (await api.put<Answer<unknown>>(`/${kind}s/${item.id}`, { ...input, expected })).message;
}

/** Answers the server's message, which says how many bookings were cancelled with it. */
export async function cancelShow(showId: number, reason: string): Promise<string | undefined> {
  return (await api.post<Answer<CancelledShow>>(`/admin/shows/${showId}/cancel`, { reason })).message;
}

export async function deleteItem(kind: Kind, id: number): Promise<string | undefined> {
  return (await api.delete<Answer<unknown>>(`/${kind}s/${id}`)).message;
}
