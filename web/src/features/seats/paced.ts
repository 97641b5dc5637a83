/**
 * Hands items on at once while they come now and then. When they keep coming, they are handed on together and only so often: a
 * slow phone would spend all its time on drawing each of them and have none left for a tap.
 */
export interface Paced<Item> {
  push(item: Item): void;
  /** This one cannot wait, and nor can those before it: they first, it by itself. */
  pushNow(item: Item): void;
  /** Something else comes first: what waits, and what comes now, is handed on after the usual time from here. */
  postpone(): void;
  stop(): void;
}

export function paced<Item>(everyMs: number, handOn: (items: Item[]) => void): Paced<Item> {
  const waiting: Item[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  function handOnWaiting(): void {
    clearTimeout(timer);
    timer = waiting.length > 0 ? setTimeout(handOnWaiting, everyMs) : undefined;
    if (waiting.length > 0) handOn(waiting.splice(0));
  }

  return {
    push(item) {
      waiting.push(item);
      if (timer === undefined) handOnWaiting();
    },
    pushNow(item) {
      handOnWaiting();
      handOn([item]);
      timer ??= setTimeout(handOnWaiting, everyMs);
    },
    postpone() {
      clearTimeout(timer);
      timer = setTimeout(handOnWaiting, everyMs);
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
      waiting.length = 0;
    },
  };
}
