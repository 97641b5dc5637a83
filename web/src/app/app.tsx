import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from 'react-router/dom';
import { queryClient } from '../lib/query-client.ts';
import { ToastHost } from '../ui/toast.tsx';
import type { createRouter } from './router.tsx';

export function App({ router }: { router: ReturnType<typeof createRouter> }) {
  return (
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <ToastHost />
      </QueryClientProvider>
    </CSPProvider>
  );
}
