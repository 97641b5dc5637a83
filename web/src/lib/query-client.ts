import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api.ts';

const MAX_RETRIES = 2;

/** Trying again helps when the server was away or busy, not when it said no or when this device is offline. */
function isWorthRetrying(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  return error.isNetworkFailure ? navigator.onLine : error.status >= 500;
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // Without a network a query must fail visibly, with its Try Again, and not wait unseen.
      networkMode: 'always',
      retry: (failures, error) => failures < MAX_RETRIES && isWorthRetrying(error),
    },
    mutations: { networkMode: 'always' },
  },
});

/** What is on the page stays; whatever is opened next is asked for again. */
export const markAllStale = (): Promise<void> => queryClient.invalidateQueries({ refetchType: 'none' });
