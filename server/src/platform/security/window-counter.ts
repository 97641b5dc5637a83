/**
 * Counts by key in fixed-length windows that start with a key's first count. It needs no timers and keeps at most MOST_KEYS:
 * since all windows are equally long, the first ones in the map end first.
 */
const MOST_KEYS = 100_000;

interface Window {
  count: number;
  endsAt: number;
}

export function createWindowCounter(seconds: number) {
  const windows = new Map<string, Window>();
  /** Reused, because a new iterator would step over every entry deleted from the front of the map. */
  let iterator = windows.entries();
  let oldest: [string, Window] | undefined;

  function current(key: string): Window | undefined {
    const window = windows.get(key);
    return window && window.endsAt > Date.now() ? window : undefined;
  }

  function deleteOldest(): void {
    for (;;) {
      oldest ??= iterator.next().value;
      if (!oldest) {
        iterator = windows.entries();
        return;
      }
      const [key, window] = oldest;
      if (windows.get(key) === window) {
        if (window.endsAt > Date.now() && windows.size <= MOST_KEYS) return;
        windows.delete(key);
      }
      oldest = undefined;
    }
  }

  function begin(key: string): Window {
    const window = { count: 0, endsAt: Date.now() + seconds * 1000 };
    windows.delete(key);
    windows.set(key, window);
    deleteOldest();
    return window;
  }

  return {
    /** Counts one and returns the count in the current window. */
    add(key: string): number {
      const window = current(key) ?? begin(key);
      window.count += 1;
      return window.count;
    },
    count: (key: string): number => current(key)?.count ?? 0,
    /** Returns the seconds until this key's window ends, or 0 if it has none. */
    secondsLeft(key: string): number {
      const window = current(key);
      return window ? Math.ceil((window.endsAt - Date.now()) / 1000) : 0;
    },
  };
}
