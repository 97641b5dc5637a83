import { onlineManager, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api.ts';

const MAX_RETRIES = 2;

/** Retries only if the server was down or busy, not if it refused or this device is offline. */
function isWorthRetrying(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  return error.isNetworkFailure ? navigator.onLine : error.status >= 500;
}

// It assumes that a page starts online, and would miss the return of the network.
onlineManager.setOnline(navigator.onLine);

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // Offline, a query must fail visibly, with its Try Again button, instead of pausing silently.
      networkMode: 'always',
      retry: (failures, error) => failures < MAX_RETRIES && isWorthRetrying(error),
    },
    mutations: { networkMode: 'always' },
  },
});

/** Keeps what is on the page, and refetches whatever is opened next. */
export const markAllStale = (): Promise<void> => queryClient.invalidateQueries({ refetchType: 'none' });
