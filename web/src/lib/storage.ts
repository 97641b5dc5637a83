/**
 * The only user of localStorage and sessionStorage. If the browser blocks them or they are full, values are kept until the
 * page is left, so nothing fails.
 */
function failSafe(area: () => Storage) {
  const thisVisit = new Map<string, string | null>();
  return {
    getItem(key: string): string | null {
      const remembered = thisVisit.get(key);
      if (remembered !== undefined) return remembered;
      try {
        return area().getItem(key);
      } catch {
        return null;
      }
    },

    setItem(key: string, value: string): void {
      try {
        area().setItem(key, value);
        thisVisit.delete(key);
      } catch {
        thisVisit.set(key, value);
      }
    },

    removeItem(key: string): void {
      try {
        area().removeItem(key);
        thisVisit.delete(key);
      } catch {
        thisVisit.set(key, null);
      }
    },

    /** Whether the value outlives this page. */
    isKept: (key: string): boolean => !thisVisit.has(key),
  };
}

/** What this browser remembers. */
export const storage = failSafe(() => localStorage);
/** What this tab remembers until it is closed, also after a reload. */
export const tabStorage = failSafe(() => sessionStorage);
