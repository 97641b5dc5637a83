/**
 * Counts by key in a window of so many seconds that begins with the first count of the key. Needs no timers, and memory for
 * so many keys only: all windows are equally long, so the first ones in the map end first.
 */
const MOST_KEYS = 100_000;

interface Window {
  count: number;
  endsAt: number;
}

export interface WindowCounter {
  /** One more; answers how many there are in the window now. */
  add(key: string): number;
  count(key: string): number;
  /** How long until the window of this key ends; 0 when there is none. */
  secondsLeft(key: string): number;
}

export function createWindowCounter(seconds: number): WindowCounter {
  const windows = new Map<string, Window>();

  function current(key: string): Window | undefined {
    const window = windows.get(key);
    return window && window.endsAt > Date.now() ? window : undefined;
  }

  function begin(key: string): Window {
    const window = { count: 0, endsAt: Date.now() + seconds * 1000 };
    windows.delete(key);
    windows.set(key, window);
    for (const [oldest, { endsAt }] of windows) {
      if (endsAt > Date.now() && windows.size <= MOST_KEYS) break;
      windows.delete(oldest);
    }
    return window;
  }

  return {
    add(key) {
      const window = current(key) ?? begin(key);
      window.count += 1;
      return window.count;
    },
    count: (key) => current(key)?.count ?? 0,
    secondsLeft(key) {
      const window = current(key);
      return window ? Math.ceil((window.endsAt - Date.now()) / 1000) : 0;
    },
  };
}
