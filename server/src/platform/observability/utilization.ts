/** Gives a function that says for which share of the time since it was called last the event loop had something to do. */
export function utilizationSinceLast(): () => number {
  let last = performance.eventLoopUtilization();
  return () => {
    const { utilization } = performance.eventLoopUtilization(last);
    last = performance.eventLoopUtilization();
    return utilization;
  };
}
