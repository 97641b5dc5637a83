/**
 * Shares a query between concurrent reads of the same key. No read gets a result older than itself: one that arrives while a
 * query is running waits for the next, which starts when the current one ends.
 */
export function createSharedRead<Key, Value>(read: (key: Key) => Promise<Value>): (key: Key) => Promise<Value> {
  const running = new Map<Key, { next: Promise<Value> | undefined; current: Promise<unknown> }>();

  function start(key: Key): Promise<Value> {
    const value = read(key);
    const entry: { next: Promise<Value> | undefined; current: Promise<unknown> } = { next: undefined, current: value };
    running.set(key, entry);
    const forget = () => {
      if (!entry.next) running.delete(key);
    };
    value.then(forget, forget);
    return value;
  }

  return (key) => {
    const entry = running.get(key);
    if (!entry) return start(key);
    entry.next ??= entry.current.then(
      () => start(key),
      () => start(key),
    );
    return entry.next;
  };
}
