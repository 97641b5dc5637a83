import type { BookedTotal, CancelledShow, Lines } from '@moviebooking/contract/admin';
import type { Booking } from '@moviebooking/contract/bookings';
import type {
  Cinema,
  CinemaInput,
  ClosedSeats,
  ClosedSeatsOfShow,
  Screen,
  SeatMarks,
  Show,
} from '@moviebooking/contract/catalogue';
import type { WaitingUser, WaitlistSize } from '@moviebooking/contract/waitlist';
import { queryOptions } from '@tanstack/react-query';
import { type Answer, api } from '../../lib/api.ts';
import { dataQuery, listQuery, pageQuery } from '../../lib/queries.ts';
import { queryClient } from '../../lib/query-client.ts';

const SCREENS_PER_PAGE = 20;
const SHOWS_PER_PAGE = 50;

export const screensQuery = (page: number, filter: { search: string; cinemaId: string }) =>
  pageQuery<Screen>('/screens', { page, limit: SCREENS_PER_PAGE, ...filter });

export const showsQuery = (page: number, filter: Record<string, string>) =>
  pageQuery<Show>('/shows', { page, limit: SHOWS_PER_PAGE, ...filter });

/** Seats are out of service in a screen, for all its shows, or for one show. */
export type SeatOwner = { screenId: number } | { showId: number };

const closedSeatsPath = (owner: SeatOwner) =>
  `${'showId' in owner ? `/shows/${owner.showId}` : `/screens/${owner.screenId}`}/closed-seats`;

type SeatsOutOfService = Pick<ClosedSeats, 'seats'> & Partial<Pick<ClosedSeatsOfShow, 'screenSeats'>>;

export const closedSeatsQuery = (owner: SeatOwner) => dataQuery<SeatsOutOfService>(closedSeatsPath(owner));

/** Fails with CHANGED_MEANWHILE when the closed seats are no longer `before`. */
export const saveClosedSeats = (owner: SeatOwner, seats: string[], before: string[]) =>
  api.put<Answer<SeatsOutOfService>>(closedSeatsPath(owner), { seats, expected: { seats: before } });

export const seatMarksQuery = (screenId: number | undefined) => ({
  ...dataQuery<SeatMarks>(`/screens/${screenId}/seat-marks`),
  enabled: screenId !== undefined,
});

/** Fails with CHANGED_MEANWHILE when the marks are no longer `before`. */
export const saveSeatMarks = (screenId: number, marks: Omit<SeatMarks, 'screenId'>, before: SeatMarks) =>
  api.put<Answer<SeatMarks>>(`/screens/${screenId}/seat-marks`, { ...marks, expected: before });

const AFFECTED_SHOWN = 5;

/** The first few upcoming bookings that include one of these seats, with the total count. */
export const affectedBookingsQuery = (owner: SeatOwner, seats: string[]) => ({
  ...pageQuery<Booking>('/admin/bookings', { ...owner, seats: seats.join(','), limit: AFFECTED_SHOWN }),
  staleTime: 0,
});

const isSame = (one: string | null, other: string | null): boolean =>
  (one ?? '').trim().toLowerCase() === (other ?? '').trim().toLowerCase();

/** Returns another cinema with this name and city, ignoring case, or undefined. */
export async function findDuplicateCinema(
  { name, city }: CinemaInput,
  edited: Cinema | null,
): Promise<Cinema | undefined> {
  if (edited && isSame(edited.name, name) && isSame(edited.city, city)) return undefined;
  const found = await queryClient.fetchQuery({
    ...listQuery<Cinema>('/cinemas', { search: name.trim() }),
    staleTime: 0,
  });
  return found.find((other) => other.id !== edited?.id && isSame(other.name, name) && isSame(other.city, city));
}

const LINES_POLL_MS = 5_000;

/** How many people wait for each show. Polls only while the waiting room is on. */
export const linesQuery = queryOptions({
  ...dataQuery<Lines>('/admin/lines'),
  refetchInterval: ({ state }) => state.data?.isOn === true && LINES_POLL_MS,
});

const WAITLISTS_POLL_MS = 30_000;

export const waitlistsQuery = queryOptions({
  ...dataQuery<WaitlistSize[]>('/admin/waitlists'),
  refetchInterval: WAITLISTS_POLL_MS,
});

export const waitingUsersQuery = (showId: number) => ({
  ...dataQuery<WaitingUser[]>(`/admin/shows/${showId}/waitlist`),
  staleTime: 0,
});

export type Kind = 'cinema' | 'movie' | 'screen' | 'show';

/**
 * Adds an item, or updates `item`. An update fails with CHANGED_MEANWHILE when someone else has changed the item since it was
 * read. Returns the server's message.
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

/** What cancelling the show would cancel now. */
export const bookedTotalQuery = (showId: number) => ({
  ...dataQuery<BookedTotal>(`/admin/shows/${showId}/cancel`),
  staleTime: 0,
});

/** Returns the server's message, which says how many bookings were cancelled. */
export async function cancelShow(showId: number, reason: string): Promise<string | undefined> {
  return (await api.post<Answer<CancelledShow>>(`/admin/shows/${showId}/cancel`, { reason })).message;
}

export async function deleteItem(kind: Kind, id: number): Promise<string | undefined> {
  return (await api.delete<Answer<unknown>>(`/${kind}s/${id}`)).message;
}
