import { expect, test, vi } from 'vitest';
import { untilLoaded } from './until-loaded.ts';

test('code that cannot be fetched is asked for again until it comes', async () => {
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
