/** Returns a function that makes the value of a key once, and keeps those used last. What fails is made again. */
export function createRecentlyUsed<Value>(most: number) {
  /** Least recently used first. */
  const kept = new Map<string, Promise<Value>>();
  return (key: string, make: () => Promise<Value>): Promise<Value> => {
    const found = kept.get(key);
    const value = found ?? make();
    if (!found) value.catch(() => kept.delete(key));
    kept.delete(key);
    kept.set(key, value);
    const [oldest] = kept.keys();
    if (kept.size > most && oldest !== undefined) kept.delete(oldest);
    return value;
  };
}
