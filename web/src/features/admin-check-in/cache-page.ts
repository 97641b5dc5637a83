/** Asks the service worker to cache the files of this page, so that it opens offline. Other users never download them. */
export async function cacheCheckInPage(): Promise<void> {
  const registration = await navigator.serviceWorker?.ready;
  registration?.active?.postMessage('keep-check-in');
}
