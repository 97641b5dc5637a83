import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { joinTabs, type SeatWish } from './tabs.ts';

/** The tabs of one browser. A posted message reaches all others with the next microtask. */
function fakeChannels() {
  const open = new Set<FakeChannel>();
  class FakeChannel {
    onmessage: ((event: { data: unknown }) => void) | null = null;
    readonly name: string;
    constructor(name: string) {
      this.name = name;
      open.add(this);
    }
    postMessage(data: unknown) {
      for (const other of open)
        if (other !== this && other.name === this.name) queueMicrotask(() => other.onmessage?.({ data }));
    }
    close() {
      open.delete(this);
    }
  }
  vi.stubGlobal('BroadcastChannel', FakeChannel);
  return { closeNewest: () => open.delete([...open].at(-1) as FakeChannel) };
}

function fakeLocks() {
  const held = new Map<string, () => void>();
  const request = (name: string, use: () => Promise<void>) =>
    new Promise<void>((resolve) => {
      held.set(name, () => held.delete(name));
      void use().then(() => {
        held.delete(name);
        resolve();
      });
    });
  const query = async () => ({ held: [...held.keys()].map((name) => ({ name })) });
  vi.stubGlobal('navigator', { locks: { request, query } });
  return { endNewest: () => [...held.values()].at(-1)?.() };
}

const ignore = () => undefined;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function leave(tab: ReturnType<typeof joinTabs>): Promise<boolean> {
  const isLast = tab.leave();
  await vi.advanceTimersByTimeAsync(10_000);
  return isLast;
}

describe.each([
  ['locks', true],
  ['messages alone', false],
])('with %s', (_, hasLocks) => {
  /** Ends the newest tab as closing, reloading or a crash would: nothing in it runs any more. */
  let endNewest: () => void;
  beforeEach(() => {
    const channels = fakeChannels();
    if (!hasLocks) vi.stubGlobal('navigator', {});
    const locks = hasLocks ? fakeLocks() : undefined;
    endNewest = () => {
      channels.closeNewest();
      locks?.endNewest();
    };
  });

  test('counts only the last tab to leave as the last', async () => {
    const [first, second] = [joinTabs('show 1', ignore), joinTabs('show 1', ignore)];
    expect(await leave(first)).toBe(false);
    expect(await leave(second)).toBe(true);
  });

  test('counts only the third of three leaving tabs as the last', async () => {
    const tabs = [joinTabs('show 1', ignore), joinTabs('show 1', ignore), joinTabs('show 1', ignore)];
    const answers: boolean[] = [];
    for (const tab of tabs) answers.push(await leave(tab));
    expect(answers).toEqual([false, false, true]);
  });

  test('sends nothing to a leaving tab', async () => {
    const heard: SeatWish[] = [];
    const first = joinTabs('show 1', (wish) => heard.push(wish));
    const second = joinTabs('show 1', ignore);
    const left = first.leave();
    second.tell({ wants: 'release', seats: ['C4'] });
    await vi.advanceTimersByTimeAsync(10_000);
    expect([await left, heard]).toEqual([false, []]);
  });

  test('does not count a tab that was closed or reloaded', async () => {
    const first = joinTabs('show 1', ignore);
    joinTabs('show 1', ignore);
    endNewest();
    expect(await leave(first)).toBe(true);
  });

  test('does not count tabs on other shows', async () => {
    joinTabs('show 10', ignore);
    expect(await leave(joinTabs('show 1', ignore))).toBe(true);
  });

  test('counts at least one of two tabs that leave at once as the last', async () => {
    const [first, second] = [joinTabs('show 1', ignore), joinTabs('show 1', ignore)];
    const answers = [first.leave(), second.leave()];
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await Promise.all(answers)).toContain(true);
  });

  test('sends messages to the other tabs only', async () => {
    const heard: [string, SeatWish][] = [];
    const first = joinTabs('show 1', (wish) => heard.push(['first', wish]));
    joinTabs('show 1', (wish) => heard.push(['second', wish]));
    joinTabs('show 2', (wish) => heard.push(['third', wish]));
    first.tell({ wants: 'release', seats: ['C4'] });
    await vi.advanceTimersByTimeAsync(0);
    expect(heard).toEqual([['second', { wants: 'release', seats: ['C4'] }]]);
  });
});

describe('if the browser blocks', () => {
  test('locks, the tabs ask each other', async () => {
    fakeChannels();
    const blocked = () => Promise.reject(new DOMException('blocked', 'SecurityError'));
    vi.stubGlobal('navigator', { locks: { request: blocked, query: blocked } });
    const [first, second] = [joinTabs('show 1', ignore), joinTabs('show 1', ignore)];
    expect(await leave(first)).toBe(false);
    expect(await leave(second)).toBe(true);
  });

  test('messages, locks are enough', async () => {
    fakeLocks();
    vi.stubGlobal('BroadcastChannel', undefined);
    const [first, second] = [joinTabs('show 1', ignore), joinTabs('show 1', ignore)];
    expect(await leave(first)).toBe(false);
    expect(await leave(second)).toBe(true);
  });

  test('everything, a tab leaves without waiting', async () => {
    vi.stubGlobal('navigator', {});
    vi.stubGlobal('BroadcastChannel', undefined);
    const left = joinTabs('show 1', ignore).leave();
    await vi.advanceTimersByTimeAsync(0);
    expect(vi.getTimerCount()).toBe(0);
    expect(await left).toBe(true);
  });

  test('everything, each tab is the last', async () => {
    vi.stubGlobal('navigator', {});
    vi.stubGlobal('BroadcastChannel', undefined);
    const [first, second] = [joinTabs('show 1', ignore), joinTabs('show 1', ignore)];
    first.tell({ wants: 'hold', seats: ['C4'] });
    expect([await leave(first), await leave(second)]).toEqual([true, true]);
  });
});
