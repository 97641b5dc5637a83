import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createResponseCache, type FreshResponse, type ResponseCache } from './response-cache.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** What the database has: a value, and a stamp that changes with it. */
function openSource() {
  let value = 'first';
  let stamp = 1;
  return {
    readStamp: async () => String(stamp),
    readValue: async (): Promise<FreshResponse> => ({ answer: value, cacheMs: Number.POSITIVE_INFINITY }),
    change(next: string) {
      value = next;
      stamp += 1;
    },
  };
}

const textOf = async (answers: ResponseCache, readAnswer: () => Promise<FreshResponse>) =>
  JSON.parse((await answers.read('value', readAnswer)).text);

describe('an answer', () => {
  it('is read once for all who ask together, and then cached', async () => {
    const { readStamp, readValue } = openSource();
    const answers = createResponseCache(readStamp);
    const read = vi.fn(readValue);
    const found = await Promise.all([1, 2, 3].map(() => textOf(answers, read)));
    found.push(await textOf(answers, read));
    expect(found).toEqual(['first', 'first', 'first', 'first']);
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('has the same ETag as long as its text is the same', async () => {
    const { readStamp, readValue, change } = openSource();
    const answers = createResponseCache(readStamp);
    const { etag } = await answers.read('value', readValue);
    answers.drop();
    expect((await answers.read('value', readValue)).etag).toBe(etag);
    change('second');
    answers.drop();
    expect((await answers.read('value', readValue)).etag).not.toBe(etag);
  });

  it('is read again when its time is over, counted from when its reading began', async () => {
    const { readStamp } = openSource();
    const answers = createResponseCache(readStamp);
    const read = vi.fn(async () => {
      vi.advanceTimersByTime(30);
      return { answer: 'counted', cacheMs: 100 };
    });
    await textOf(answers, read);
    vi.advanceTimersByTime(69);
    await textOf(answers, read);
    expect(read).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1);
    await textOf(answers, read);
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('that takes long to read is given to those who asked soon after it began; later ones read anew', async () => {
    const { readStamp } = openSource();
    const answers = createResponseCache(readStamp);
    await answers.read('other', async () => ({ answer: '', cacheMs: 0 }));
    const slow = Promise.withResolvers<FreshResponse>();
    const first = textOf(answers, () => slow.promise);
    const soon = textOf(answers, async () => ({ answer: 'not needed', cacheMs: 0 }));
    vi.advanceTimersByTime(600);
    const late = textOf(answers, async () => ({ answer: 'new', cacheMs: 800 }));
    expect(await late).toBe('new');
    slow.resolve({ answer: 'old', cacheMs: 800 });
    expect(await Promise.all([first, soon])).toEqual(['old', 'old']);
    expect(await textOf(answers, async () => ({ answer: 'not needed', cacheMs: 0 }))).toBe('new');
  });

  it('that could not be read is not cached', async () => {
    const { readStamp, readValue } = openSource();
    const answers = createResponseCache(readStamp);
    await expect(textOf(answers, () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(await textOf(answers, readValue)).toBe('first');
  });
});

describe('a change', () => {
  it('made here is seen by the next request', async () => {
    const { readStamp, readValue, change } = openSource();
    const answers = createResponseCache(readStamp);
    await textOf(answers, readValue);
    change('second');
    answers.drop();
    expect(await textOf(answers, readValue)).toBe('second');
  });

  it('made elsewhere is seen within a second, whatever the requests before', async () => {
    const { readStamp, readValue, change } = openSource();
    const answers = createResponseCache(readStamp);
    await textOf(answers, readValue);
    change('second');
    for (let waited = 0; waited < 1000; waited += 100) {
      vi.advanceTimersByTime(100);
      await textOf(answers, readValue);
    }
    expect(await textOf(answers, readValue)).toBe('second');
  });

  it('made elsewhere is seen by the first request after a silence', async () => {
    const { readStamp, readValue, change } = openSource();
    const answers = createResponseCache(readStamp);
    await textOf(answers, readValue);
    change('second');
    vi.advanceTimersByTime(1000);
    expect(await textOf(answers, readValue)).toBe('second');
  });

  it('nothing is served for a second without the database', async () => {
    const { readStamp, readValue } = openSource();
    const stamp = vi.fn(readStamp);
    const answers = createResponseCache(stamp);
    await textOf(answers, readValue);
    stamp.mockRejectedValue(new Error('away'));
    vi.advanceTimersByTime(700);
    expect(await textOf(answers, readValue)).toBe('first');
    vi.advanceTimersByTime(300);
    await expect(textOf(answers, readValue)).rejects.toThrow('away');
  });

  it('a stamp that took long to read confirms nothing that was asked for later', async () => {
    const { readStamp, readValue, change } = openSource();
    const slowStamp = Promise.withResolvers<string>();
    const stamp = vi.fn(readStamp);
    const answers = createResponseCache(stamp);
    await textOf(answers, readValue);
    vi.advanceTimersByTime(300);
    stamp.mockReturnValueOnce(slowStamp.promise);
    await textOf(answers, readValue);
    change('second');
    vi.advanceTimersByTime(2000);
    const asked = textOf(answers, readValue);
    slowStamp.resolve('1');
    expect(await asked).toBe('second');
  });
});

describe('an answer whose reading began before a change and ended after it', () => {
  /** Returns what the next request is answered. */
  async function changeWhileReading(answers: ResponseCache, { readValue, change }: ReturnType<typeof openSource>) {
    const hasRead = Promise.withResolvers<void>();
    const mayEnd = Promise.withResolvers<void>();
    const slow = textOf(answers, async () => {
      const found = await readValue();
      hasRead.resolve();
      await mayEnd.promise;
      return found;
    });
    await hasRead.promise;
    change('second');
    answers.drop();
    const meanwhile = textOf(answers, readValue);
    mayEnd.resolve();
    expect(await slow).toBe('first');
    return [await meanwhile, await textOf(answers, readValue)];
  }

  /** Caches every answer that was read, whatever happened meanwhile. */
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

  it('is given to whoever asked before, and to nobody after the change', async () => {
    const source = openSource();
    expect(await changeWhileReading(createResponseCache(source.readStamp), source)).toEqual(['second', 'second']);
  });

  it('control: without generations it is served after the change', async () => {
    expect(await changeWhileReading(cacheWithoutGenerations(), openSource())).toContain('first');
  });
});

it('however many different answers are asked for, memory stays bounded and the one in use stays cached', async () => {
  const { readStamp, readValue } = openSource();
  const answers = createResponseCache(readStamp);
  const popular = vi.fn(readValue);
  const rare = vi.fn(async () => ({ answer: 'x'.repeat(100_000), cacheMs: Number.POSITIVE_INFINITY }));
  for (let n = 0; n < 400; n += 1) {
    await answers.read('popular', popular);
    await answers.read(`rare ${n}`, rare);
  }
  await answers.read('rare 399', rare);
  expect([popular.mock.calls.length, rare.mock.calls.length]).toEqual([1, 400]);
  await answers.read('rare 0', rare);
  expect(rare).toHaveBeenCalledTimes(401);

  const small = vi.fn(readValue);
  for (let n = 0; n < 3000; n += 1) await answers.read(`small ${n}`, small);
  await answers.read('small 1000', small);
  expect(small).toHaveBeenCalledTimes(3001);
});
