import { whenIdle } from '../lib/when-idle.ts';

/** Downloading the whole app for offline use must not slow down what the user is doing. */
const AFTER_LOAD_MS = 3_000;

/** Registers the service worker (/sw.js), so the app opens offline. */
export function keepShellForOffline(): void {
  if (!import.meta.env.PROD || !navigator.serviceWorker) return;
  const register = () => {
    // Offline, the attempt would only log an error.
    if (navigator.onLine) void navigator.serviceWorker.register('/sw.js').catch(() => {});
  };
  const afterLoad = () => setTimeout(() => whenIdle().then(register), AFTER_LOAD_MS);
  if (document.readyState === 'complete') afterLoad();
  else window.addEventListener('load', afterLoad, { once: true });
}
