/** Returns a function for the event loop's utilization since its last call, from 0 to 1. */
export function utilizationSinceLast(): () => number {
  let last = performance.eventLoopUtilization();
  return () => {
    const { utilization } = performance.eventLoopUtilization(last);
    last = performance.eventLoopUtilization();
    return utilization;
  };
}
