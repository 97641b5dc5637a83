import type { Show } from '@moviebooking/contract/catalogue';
import type { CheckInRequest, Entrance, SettledScan, Ticket } from '@moviebooking/contract/check-in';
import { queryOptions } from '@tanstack/react-query';
import { type Answer, ApiError, api } from '../../lib/api.ts';
import { listQuery } from '../../lib/queries.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { isAdmitting } from './admission-times.ts';
import { readStoredEntrances } from './device-store.ts';
import { openList } from './ticket-list.ts';

/** At an entrance, people should not wait any longer when the device can decide offline. */
const TIMEOUT_MS = 5_000;

interface ShowToChoose {
  id: number;
  startTime: string;
  title: string;
  place: string;
}

/** Without duplicates: just after midnight, both lists may briefly be of the same day. */
export const byStart = (shows: ShowToChoose[]): ShowToChoose[] =>
  [...new Map(shows.map((show) => [show.id, show])).values()].toSorted((a, b) =>
    a.startTime.localeCompare(b.startTime),
  );

const toChoose = (shows: Show[]): ShowToChoose[] =>
  shows
    .filter(({ status }) => status !== 'CANCELLED')
    .map(({ id, startTime, movie, screen }) => ({
      ...{ id, startTime, title: movie.title },
      place: `${screen.cinema.name}, ${screen.name}`,
    }));

/** The server decides what today is: the cinemas' date may differ from the user's. */
export const showsOfTodayQuery = { ...listQuery<Show>('/shows', { date: 'today' }), select: toChoose };

/** The shows of the adjacent day that admit now. */
export const showsOfAdjacentDayQuery = (date: string | undefined) => ({
  ...listQuery<Show>('/shows', { date }),
  select: (shows: Show[]) => toChoose(shows.filter((show) => isAdmitting(serverNow(), show))),
  enabled: date !== undefined,
});

async function readStoredShows(): Promise<ShowToChoose[]> {
  const lists = await Promise.all((await readStoredEntrances()).map(({ signedList }) => openList(signedList)));
  const shows = lists
    .flatMap((list) => list ?? [])
    .map(({ showId, startTime, movieTitle, cinemaName, screenName }) => ({
      ...{ id: showId, startTime, title: movieTitle },
      place: `${cinemaName}, ${screenName}`,
    }));
  return byStart(shows);
}

/** The shows whose ticket list is stored on this device. */
export const storedShowsQuery = queryOptions({ queryKey: ['stored shows'], queryFn: readStoredShows });

/** Idempotent: the same scan always gets the same response. */
export async function checkIn(scan: CheckInRequest, signal?: AbortSignal): Promise<Ticket> {
  const ticket = (await api.post<Answer<Ticket>>('/admin/check-in', scan, signal ? { signal } : {})).data;
  // Servers of release 0.2.0 admit all seats at once.
  return { ...ticket, admitted: ticket.admitted ?? ticket.seats, remaining: ticket.remaining ?? [] };
}

export async function readEntrance(showId: number, signal: AbortSignal): Promise<Entrance> {
  return (await api.get<Answer<Entrance>>(`/admin/check-in/shows/${showId}`, { signal })).data;
}

interface UnsettledScan {
  scanId: string;
  code: string;
  scannedAt: string;
  seats: string[];
}

/** Idempotent: the same scans always get the same response. */
export async function settle(scans: UnsettledScan[], signal: AbortSignal): Promise<SettledScan[]> {
  return (await api.post<Answer<SettledScan[]>>('/admin/check-in/settle', { scans }, { signal })).data;
}

/** Gives up after five seconds; the request then counts as unanswered. */
export async function withTimeout<Result>(call: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    return await call(signal);
  } catch (error) {
    throw signal.aborted ? new ApiError(0, {}, { cause: error }) : error;
  }
}
