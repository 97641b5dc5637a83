/** Logs each cause at most once a second, with the number of occurrences since the last line. */
const EVERY_MS = 1000;
/** Further causes share one entry, so that a stranger who varies them cannot fill the memory or the disk. */
const MOST_CAUSES = 100;

export type ThrottledLog = (cause: string, write: (count: number) => void) => void;

/** Failures of one bug have the same stack. */
export const causeOf = (error: unknown): string => String((error instanceof Error && error.stack) || error);

export function createThrottledLog(): ThrottledLog {
  const entries = new Map<string, { count: number; writtenAt: number }>();
  return (cause, write) => {
    const key = entries.has(cause) || entries.size < MOST_CAUSES ? cause : '';
    const entry = entries.get(key) ?? { count: 0, writtenAt: Number.NEGATIVE_INFINITY };
    entries.set(key, entry);
    entry.count += 1;
    if (performance.now() - entry.writtenAt < EVERY_MS) return;
    write(entry.count);
    entry.count = 0;
    entry.writtenAt = performance.now();
  };
}
