/**
 * What this browser keeps for the next visit. Where it blocks storage, or has no room left, everything is remembered for
 * this visit instead, so nothing that depends on it fails. The one way to localStorage.
 */
const thisVisit = new Map<string, string | null>();

export const storage = {
  getItem(key: string): string | null {
    const remembered = thisVisit.get(key);
    if (remembered !== undefined) return remembered;
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  },

  setItem(key: string, value: string): void {
    try {
      localStorage.setItem(key, value);
      thisVisit.delete(key);
    } catch {
      thisVisit.set(key, value);
    }
  },

  removeItem(key: string): void {
    try {
      localStorage.removeItem(key);
      thisVisit.delete(key);
    } catch {
      thisVisit.set(key, null);
    }
  },
};
