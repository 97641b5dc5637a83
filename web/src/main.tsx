import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { createRouter } from './app/router.tsx';
import { start } from './app/start.ts';
import './styles.css';

start();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element #root');
// In a task of its own and as a transition, drawn in slices: a finger on a slow phone need not wait for all of it.
setTimeout(() => {
  const router = createRouter();
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App router={router} />
      </StrictMode>,
    ),
  );
});
