/** Aborts on a request to stop: Ctrl-C, a signal, or the exit of the parent process. */
export function listenForStop(): AbortSignal {
  const stopping = new AbortController();
  const stop = () => stopping.abort(new Error('Stopped.'));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  process.on('disconnect', stop);
  return stopping.signal;
}
