import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { createRouter } from './app/router.tsx';
import { start } from './app/start.ts';
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
        <App router={router} />
      </StrictMode>,
    ),
  );
});
