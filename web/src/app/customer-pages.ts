/**
 * The customers' pages. The router is made from this table and so, at build time, are the requests that boot.js sends before
 * the app's code has loaded. Plain TypeScript without JSX, because the build runs it.
 */
import type { ComponentType } from 'react';
import { historyQuery } from '../features/history/api.ts';
import { movieQuery, moviesQuery, showQuery } from '../features/movies/api.ts';
import { seatMapPath } from '../features/seats/seat-map-path.ts';
import type { Query } from '../lib/api.ts';

export interface CustomerPage {
  path: string;
  /** The page's module in app/pages, without its extension. */
  file: `${string}-page`;
  /** Loads the page's code when it is first opened. Null if it ships with the app. */
  load: (() => Promise<ComponentType>) | null;
  /** The page's first API request, if any. Its parameters are ids. boot.js puts the user's city in place of "$city". */
  firstRequest: ((params: Record<string, string>) => readonly [path: string, query?: Query]) | null;
}

export const customerPages: CustomerPage[] = [
  {
    path: 'movies',
    file: 'customer/movies-page',
    load: null,
    firstRequest: () => moviesQuery(1, { city: '$city' }).queryKey,
  },
  {
    path: 'movies/:movieId/cinemas',
    file: 'customer/movie-page',
    load: async () => (await import('./pages/customer/movie-page.tsx')).MoviePage,
    firstRequest: ({ movieId = '' }) => movieQuery(movieId).queryKey,
  },
  {
    path: 'shows/:showId',
    file: 'customer/show-page',
    load: async () => (await import('./pages/customer/show-page.tsx')).ShowPage,
    firstRequest: ({ showId = '' }) => showQuery(showId).queryKey,
  },
  {
    path: 'shows/:showId/seats',
    file: 'customer/seat-page',
    load: async () => (await import('./pages/customer/seat-page.tsx')).SeatPage,
    firstRequest: ({ showId = '' }) => [seatMapPath(showId)],
  },
  {
    path: 'bookings/history',
    file: 'customer/history-page',
    load: async () => (await import('./pages/customer/history-page.tsx')).HistoryPage,
    firstRequest: () => historyQuery.queryKey,
  },
  {
    path: 'bookings/confirmation',
    file: 'customer/confirmation-page',
    load: async () => (await import('./pages/customer/confirmation-page.tsx')).ConfirmationPage,
    firstRequest: null,
  },
  {
    path: 'profile',
    file: 'account/profile-page',
    load: async () => (await import('./pages/account/profile-page.tsx')).ProfilePage,
    firstRequest: null,
  },
];
