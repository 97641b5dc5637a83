/** The parts of a browser that the session needs, which are storage, events from other tabs and pageshow. */
export function fakeBrowser() {
  const stored = new Map<string, string>();
  const events = new EventTarget();
  const localStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
  Object.assign(globalThis, {
    localStorage,
    window: { localStorage, addEventListener: events.addEventListener.bind(events) },
  });
  return {
    stored,
    comeBackTo: () => events.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })),
    changeFromOtherTab: (key: string | null) => events.dispatchEvent(Object.assign(new Event('storage'), { key })),
  };
}
