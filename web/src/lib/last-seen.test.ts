import { beforeEach, expect, test, vi } from 'vitest';
import { forgetAnswers, recallAnswer, rememberAnswer } from './last-seen.ts';

const ASHA = 1;
const RAVI = 2;
const MOVIE = ['/movies/7', {}];
const seen = { seenAt: 1_000, data: { title: 'Patang Patrol' }, posters: [] };

/** A browser's cache storage, which keeps its entries in the order in which they were put. */
function fakeCaches() {
  const stored = new Map<string, Map<string, Response>>();
  const entriesOf = (name: string) => {
    const entries = stored.get(name) ?? new Map<string, Response>();
    stored.set(name, entries);
    return entries;
  };
  const open = async (name: string) => ({
    match: async (address: string) => entriesOf(name).get(address)?.clone(),
    put: async (address: string, answer: Response) => {
      entriesOf(name).delete(address);
      entriesOf(name).set(address, answer);
    },
    keys: async () => [...entriesOf(name).keys()],
    delete: async (address: string) => entriesOf(name).delete(address),
  });
  return { stored, caches: { open, delete: async (name: string) => stored.delete(name) } };
}

let stored: ReturnType<typeof fakeCaches>['stored'];

beforeEach(() => {
  const fake = fakeCaches();
  ({ stored } = fake);
  Object.assign(globalThis, { caches: fake.caches, location: new URL('https://tickets.example/movies') });
});

const addresses = () => [...(stored.get('last-seen')?.keys() ?? [])];

test('recalls an answer with the time when it was seen, for its user only', async () => {
  await rememberAnswer(ASHA, MOVIE, seen);
  expect(await recallAnswer(ASHA, MOVIE)).toEqual({ seenAt: 1_000, data: { title: 'Patang Patrol' } });
  expect(await recallAnswer(RAVI, MOVIE)).toBeNull();
  expect(await recallAnswer(ASHA, ['/movies/8', {}])).toBeNull();
  forgetAnswers();
  expect(await recallAnswer(ASHA, MOVIE)).toBeNull();
});

test('keeps the posters of our own server that exist, each once', async () => {
  const fetched = vi.fn(async (address: string) => new Response(null, { status: /gone/.test(address) ? 404 : 200 }));
  vi.stubGlobal('fetch', fetched);
  const posters = ['/posters/patang.svg', '/posters/gone.svg', 'https://posters.example/patang.jpg', 'http://['];
  await rememberAnswer(ASHA, MOVIE, { ...seen, posters });
  await rememberAnswer(ASHA, MOVIE, { ...seen, posters });
  expect(addresses().filter((address) => !address.startsWith('/last-seen/'))).toEqual(['/posters/patang.svg']);
  expect(fetched.mock.calls.filter(([address]) => address === '/posters/patang.svg')).toHaveLength(1);
  vi.unstubAllGlobals();
});

test('deletes the oldest answers, and what was seen again stays', async () => {
  await rememberAnswer(ASHA, ['/movies/0', {}], seen);
  await rememberAnswer(ASHA, ['/movies/1', {}], seen);
  await rememberAnswer(ASHA, ['/movies/0', {}], seen);
  for (let id = 2; id <= 80; id += 1) await rememberAnswer(ASHA, [`/movies/${id}`, {}], seen);
  expect(addresses()).toHaveLength(80);
  expect(await recallAnswer(ASHA, ['/movies/0', {}])).not.toBeNull();
  expect(await recallAnswer(ASHA, ['/movies/1', {}])).toBeNull();
});

test('nothing fails in a browser that blocks its storage', async () => {
  Object.assign(globalThis, { caches: undefined });
  expect(await recallAnswer(ASHA, MOVIE)).toBeNull();
  expect(() => forgetAnswers()).not.toThrow();

  const refused = vi.fn(() => Promise.reject(new DOMException('Blocked', 'SecurityError')));
  Object.assign(globalThis, { caches: { delete: refused } });
  forgetAnswers();
  expect(refused).toHaveBeenCalledOnce();
});
