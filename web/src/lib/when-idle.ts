const AT_LATEST_MS = 1_500;

/** Resolves once the browser has nothing better to do, and soon in any case: for what the first paint does not need. */
export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: AT_LATEST_MS });
    else setTimeout(resolve, AT_LATEST_MS / 3);
  });
}
