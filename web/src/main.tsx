import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { start } from './app/start.ts';
import './styles.css';

start();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element #root');
// As a transition the first drawing is done in slices, and a finger on a slow phone need not wait for all of it.
startTransition(() =>
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  ),
);
