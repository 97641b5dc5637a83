const AT_LATEST_MS = 1_500;

/** Resolves when the browser is idle, or soon anyway. For work that the first paint doesn't need. */
export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: AT_LATEST_MS });
    else setTimeout(resolve, AT_LATEST_MS / 3);
  });
}
