/**
 * Repeats the work with a pause after each run, so runs never overlap. The returned function stops it and waits for the
 * current run to end.
 */
export function repeat(
  pauseMs: number,
  work: () => unknown,
  onError: (error: unknown) => void,
  firstAfterMs = pauseMs,
): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  let isStopped = false;
  const runAfter = (ms: number) => {
    timer = setTimeout(() => {
      running = Promise.resolve()
        .then(work)
        .catch(onError)
        .then(() => {
          if (!isStopped) runAfter(pauseMs);
        });
    }, ms);
    timer.unref();
  };
  runAfter(firstAfterMs);
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await running;
  };
}
