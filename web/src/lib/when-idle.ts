const AT_LATEST_MS = 1_500;

/** Runs what the first paint does not need once the browser has nothing better to do, and soon in any case. */
export function whenIdle(task: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(task, { timeout: AT_LATEST_MS });
  else setTimeout(task, AT_LATEST_MS / 3);
}
