import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { createRouter } from './app/router.tsx';
import { start } from './app/start.ts';
import { queryClient } from './lib/query-client.ts';
import { ToastHost } from './ui/toast.tsx';
import './styles.css';

start();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element #root');
// Rendered as a transition in its own task, so in slices: a tap on a slow phone doesn't wait for all of it.
setTimeout(() => {
  const router = createRouter();
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <CSPProvider disableStyleElements>
          <QueryClientProvider client={queryClient}>
            <RouterProvider router={router} />
            <ToastHost />
          </QueryClientProvider>
        </CSPProvider>
      </StrictMode>,
    ),
  );
});
