/**
 * Reads with the same key that arrive together share one query, and none gets an answer older than itself: a read that
 * arrives while a query is under way waits for the next one, which starts when this one ends.
 */
export function createSharedRead<Key, Value>(read: (key: Key) => Promise<Value>): (key: Key) => Promise<Value> {
  const underWay = new Map<Key, { next: Promise<Value> | undefined; current: Promise<unknown> }>();

  function start(key: Key): Promise<Value> {
    const value = read(key);
    const entry: { next: Promise<Value> | undefined; current: Promise<unknown> } = { next: undefined, current: value };
    underWay.set(key, entry);
    const forget = () => {
      if (!entry.next) underWay.delete(key);
    };
    value.then(forget, forget);
    return value;
  }

  return (key) => {
    const entry = underWay.get(key);
    if (!entry) return start(key);
    entry.next ??= entry.current.then(
      () => start(key),
      () => start(key),
    );
    return entry.next;
  };
}
