/**
 * Hands items on at once while they come now and then. When they keep coming, they are handed on together and only so often: a
 * slow phone would spend all its time on drawing each of them and have none left for a tap.
 */
export interface Paced<Item> {
  push(item: Item): void;
  /** This one cannot wait, and nor can those before it. */
  pushNow(item: Item): void;
  stop(): void;
}

export function paced<Item>(everyMs: number, handOn: (item: Item) => void): Paced<Item> {
  const waiting: Item[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  function handOnWaiting(): void {
    clearTimeout(timer);
    timer = waiting.length > 0 ? setTimeout(handOnWaiting, everyMs) : undefined;
    for (const item of waiting.splice(0)) handOn(item);
  }

  return {
    push(item) {
      waiting.push(item);
      if (timer === undefined) handOnWaiting();
    },
    pushNow(item) {
      waiting.push(item);
      handOnWaiting();
    },
    stop: () => clearTimeout(timer),
  };
}
