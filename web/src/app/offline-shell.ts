import { whenIdle } from '../lib/when-idle.ts';

/** Fetching the whole app for later must not be in the way of what the user is doing now. */
const AFTER_LOAD_MS = 3_000;

/** Keeps the app itself in the browser (public address /sw.js), so that it opens without a network. */
export function keepShellForOffline(): void {
  if (!import.meta.env.PROD || !navigator.serviceWorker) return;
  const register = () => {
    // Without a network the attempt would only be noise in the console.
    if (navigator.onLine) void navigator.serviceWorker.register('/sw.js').catch(() => {});
  };
  const afterLoad = () => setTimeout(() => whenIdle().then(register), AFTER_LOAD_MS);
  if (document.readyState === 'complete') afterLoad();
  else window.addEventListener('load', afterLoad, { once: true });
}
