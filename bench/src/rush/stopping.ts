/** Aborts when the run is asked to end: by Ctrl-C, by a signal, or because the process above it is gone. */
export function listenForStop(): AbortSignal {
  const stopping = new AbortController();
  const stop = () => stopping.abort(new Error('Stopped.'));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  process.on('disconnect', stop);
  return stopping.signal;
}
