/** Asks the service worker to keep the files of this page, so that it opens without a network. Only those who need it fetch them. */
export async function cacheCheckInPage(): Promise<void> {
  const registration = await navigator.serviceWorker?.ready;
  registration?.active?.postMessage('keep-check-in');
}
