/** The only user of localStorage. If the browser blocks it or it is full, values are kept for this visit, so nothing fails. */
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
