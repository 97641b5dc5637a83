/** A throttle that batches: drawing every item of a fast stream would leave a slow phone no time to react to a tap. */
export interface Paced<Item> {
  /** Delivers the item immediately, or together with others if one was delivered a moment ago. */
  push(item: Item): void;
  /** Flushes the pending items, then delivers this one alone. */
  pushNow(item: Item): void;
  /** Delays everything pending by a full interval from now. */
  postpone(): void;
  stop(): void;
}

export function paced<Item>(everyMs: number, deliver: (items: Item[]) => void): Paced<Item> {
  const pending: Item[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  function flush(): void {
    clearTimeout(timer);
    timer = pending.length > 0 ? setTimeout(flush, everyMs) : undefined;
    if (pending.length > 0) deliver(pending.splice(0));
  }

  return {
    push(item) {
      pending.push(item);
      if (timer === undefined) flush();
    },
    pushNow(item) {
      flush();
      deliver([item]);
      timer ??= setTimeout(flush, everyMs);
    },
    postpone() {
      clearTimeout(timer);
      timer = setTimeout(flush, everyMs);
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
      pending.length = 0;
    },
  };
}
