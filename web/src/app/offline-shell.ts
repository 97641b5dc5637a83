import { whenIdle } from '../lib/when-idle.ts';

/** Keeps the app itself in the browser (public address /sw.js), so that it opens without a network. */
export function keepShellForOffline(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const register = () => navigator.serviceWorker.register('/sw.js').catch(() => {});
  const afterLoad = () => whenIdle(() => void register());
  if (document.readyState === 'complete') afterLoad();
  else window.addEventListener('load', afterLoad, { once: true });
}
