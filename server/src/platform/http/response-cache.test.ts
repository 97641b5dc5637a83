import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createResponseCache, type FreshResponse, type ResponseCache } from './response-cache.ts';

const CACHE_MS = 500;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Stands for the database: it has one value. */
function openSource() {
  let value = 'first';
  return {
    readValue: async (): Promise<FreshResponse> => ({ answer: value, cacheMs: CACHE_MS }),
    change(next: string) {
      value = next;
    },
  };
}

const textOf = async (cache: ResponseCache, readAnswer: () => Promise<FreshResponse>) =>
  JSON.parse((await cache.read('value', readAnswer)).text);

describe('a response', () => {
  it('is read once for all concurrent requests, and then cached', async () => {
    const cache = createResponseCache();
    const read = vi.fn(openSource().readValue);
    const found = await Promise.all([1, 2, 3].map(() => textOf(cache, read)));
    found.push(await textOf(cache, read));
    expect(found).toEqual(['first', 'first', 'first', 'first']);
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('has the same ETag as long as its text is the same', async () => {
    const { readValue, change } = openSource();
    const cache = createResponseCache();
    const { etag } = await cache.read('value', readValue);
    cache.drop();
    expect((await cache.read('value', readValue)).etag).toBe(etag);
    change('second');
    cache.drop();
    expect((await cache.read('value', readValue)).etag).not.toBe(etag);
  });

  it('is read again when its time is over, counted from when its read began', async () => {
    const cache = createResponseCache();
    const read = vi.fn(async () => {
      vi.advanceTimersByTime(30);
      return { answer: 'counted', cacheMs: 100 };
    });
    await textOf(cache, read);
    vi.advanceTimersByTime(69);
    await textOf(cache, read);
    expect(read).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1);
    await textOf(cache, read);
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('that takes long to read is shared with requests that come soon after it began; later ones read again', async () => {
    const cache = createResponseCache();
    const slow = Promise.withResolvers<FreshResponse>();
    const first = textOf(cache, () => slow.promise);
    const soon = textOf(cache, async () => ({ answer: 'not needed', cacheMs: 0 }));
    vi.advanceTimersByTime(600);
    const late = textOf(cache, async () => ({ answer: 'new', cacheMs: 800 }));
    expect(await late).toBe('new');
    slow.resolve({ answer: 'old', cacheMs: 800 });
    expect(await Promise.all([first, soon])).toEqual(['old', 'old']);
    expect(await textOf(cache, async () => ({ answer: 'not needed', cacheMs: 0 }))).toBe('new');
  });

  it('that could not be read is not cached', async () => {
    const cache = createResponseCache();
    await expect(textOf(cache, () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(await textOf(cache, openSource().readValue)).toBe('first');
  });
});

describe('a change', () => {
  it('made here is seen by the next request', async () => {
    const { readValue, change } = openSource();
    const cache = createResponseCache();
    await textOf(cache, readValue);
    change('second');
    cache.drop();
    expect(await textOf(cache, readValue)).toBe('second');
  });

  it('made elsewhere is seen when the time is over, and not before', async () => {
    const { readValue, change } = openSource();
    const cache = createResponseCache();
    await textOf(cache, readValue);
    change('second');
    vi.advanceTimersByTime(CACHE_MS - 1);
    expect(await textOf(cache, readValue)).toBe('first');
    vi.advanceTimersByTime(1);
    expect(await textOf(cache, readValue)).toBe('second');
  });
});

describe('a response whose read began before a change and ended after it', () => {
  /** Returns the responses to the next two requests. */
  async function changeWhileReading(cache: ResponseCache, { readValue, change }: ReturnType<typeof openSource>) {
    const hasRead = Promise.withResolvers<void>();
    const mayEnd = Promise.withResolvers<void>();
    const slow = textOf(cache, async () => {
      const found = await readValue();
      hasRead.resolve();
      await mayEnd.promise;
      return found;
    });
    await hasRead.promise;
    change('second');
    cache.drop();
    const next = textOf(cache, readValue);
    mayEnd.resolve();
    expect(await slow).toBe('first');
    return [await next, await textOf(cache, readValue)];
  }

  /** Caches every response that was read. */
  function cacheWithoutGenerations(): ResponseCache {
    const cached = new Map<string, { text: string; etag: string }>();
    return {
      async read(key, readAnswer) {
        const found = cached.get(key);
        if (found) return found;
        const read = { text: JSON.stringify((await readAnswer()).answer), etag: '' };
        cached.set(key, read);
        return read;
      },
      drop: () => cached.clear(),
    };
  }

  it('is sent to requests from before the change only', async () => {
    expect(await changeWhileReading(createResponseCache(), openSource())).toEqual(['second', 'second']);
  });

  it('control: without generations it is sent after the change', async () => {
    expect(await changeWhileReading(cacheWithoutGenerations(), openSource())).toContain('first');
  });
});

it('memory stays bounded under many different requests, and the response in use stays cached', async () => {
  const { readValue } = openSource();
  const cache = createResponseCache();
  const popular = vi.fn(readValue);
  const rare = vi.fn(async () => ({ answer: 'x'.repeat(100_000), cacheMs: CACHE_MS }));
  for (let n = 0; n < 400; n += 1) {
    await cache.read('popular', popular);
    await cache.read(`rare ${n}`, rare);
  }
  await cache.read('rare 399', rare);
  expect([popular.mock.calls.length, rare.mock.calls.length]).toEqual([1, 400]);
  await cache.read('rare 0', rare);
  expect(rare).toHaveBeenCalledTimes(401);

  const small = vi.fn(readValue);
  for (let n = 0; n < 3000; n += 1) await cache.read(`small ${n}`, small);
  await cache.read('small 1000', small);
  expect(small).toHaveBeenCalledTimes(3001);
});
