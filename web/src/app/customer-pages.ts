/**
 * The pages of customers: the one table from which the router is made and, at build time, what boot.js asks for before
 * the app's code is here. Plain TypeScript without JSX, because the build runs it.
 */
import type { ComponentType } from 'react';
import { historyQuery } from '../features/history/api.ts';
import { movieQuery, moviesQuery, showQuery } from '../features/movies/api.ts';
import { seatMapPath } from '../features/seats/api.ts';
import type { Query } from '../lib/api.ts';

export interface CustomerPage {
  path: string;
  /** The page's module in app/pages, without its ending. */
  file: `${string}-page`;
  /** Fetches the page's code when it is first opened. Null: it ships with the app. */
  load: (() => Promise<ComponentType>) | null;
  /** The request whose answer the page shows first, if any. Its parameters are ids. */
  firstRequest: ((params: Record<string, string>) => readonly [path: string, query?: Query]) | null;
}

export const loadSeatPage = async () => (await import('./pages/seat-page.tsx')).SeatPage;

export const customerPages: CustomerPage[] = [
  { path: 'movies', file: 'movies-page', load: null, firstRequest: () => moviesQuery().queryKey },
  {
    path: 'movies/:movieId/cinemas',
    file: 'movie-page',
    load: async () => (await import('./pages/movie-page.tsx')).MoviePage,
    firstRequest: ({ movieId = '' }) => movieQuery(movieId).queryKey,
  },
  {
    path: 'shows/:showId',
    file: 'show-page',
    load: async () => (await import('./pages/show-page.tsx')).ShowPage,
    firstRequest: ({ showId = '' }) => showQuery(showId).queryKey,
  },
  {
    path: 'shows/:showId/seats',
    file: 'seat-page',
    load: loadSeatPage,
    firstRequest: ({ showId = '' }) => [seatMapPath(showId)],
  },
  {
    path: 'bookings/history',
    file: 'history-page',
    load: async () => (await import('./pages/history-page.tsx')).HistoryPage,
    firstRequest: () => historyQuery.queryKey,
  },
  {
    path: 'bookings/confirmation',
    file: 'confirmation-page',
    load: async () => (await import('./pages/confirmation-page.tsx')).ConfirmationPage,
    firstRequest: null,
  },
  {
    path: 'profile',
    file: 'profile-page',
    load: async () => (await import('./pages/profile-page.tsx')).ProfilePage,
    firstRequest: null,
  },
];
