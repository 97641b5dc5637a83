import { expect, test, vi } from 'vitest';
import { prefetching, untilLoaded } from './until-loaded.ts';

test('retries loading code until it succeeds', async () => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockReturnValue();
  const load = vi.fn<() => Promise<string>>();
  load.mockRejectedValue(new TypeError('Failed to fetch dynamically imported module'));
  const loaded = untilLoaded(load);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(load.mock.calls.length).toBeGreaterThan(10);
  load.mockResolvedValue('the module');
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await loaded).toBe('the module');
  vi.useRealTimers();
});

test('ignores a failed prefetch', async () => {
  const unhandled = vi.fn();
  process.on('unhandledRejection', unhandled);
  prefetching(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')))();
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});
