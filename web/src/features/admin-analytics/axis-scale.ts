/** A scale from zero to a round number at or above the largest value, in at most five round integer steps. */
export function niceScale(largest: number): { max: number; steps: number[] } {
  if (largest <= 0) return { max: 1, steps: [0, 1] };
  const magnitude = 10 ** Math.floor(Math.log10(largest));
  const candidates = [0.25, 0.5, 1, 2, 2.5, 5].map((factor) => factor * magnitude).filter(Number.isInteger);
  const step = candidates.find((size) => Math.ceil(largest / size) <= 5) ?? Math.max(1, magnitude * 5);
  const count = Math.ceil(largest / step);
  return { max: step * count, steps: Array.from({ length: count + 1 }, (_, index) => index * step) };
}
