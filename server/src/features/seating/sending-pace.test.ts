import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createSendingPace } from './sending-pace.ts';

/** So many that who waits for one, or for one after a timer, goes on. */
async function loopTurns() {
  for (let turns = 0; turns < 3; turns++) await new Promise(setImmediate);
}

/** A server that has spent so many milliseconds on sending, and was busy for such a share of the time. */
function openServer() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const server = { spent: 0, utilization: 0.5 };
  const wait = createSendingPace(
    () => server.spent,
    () => server.utilization,
  );
  /** How long it rests after sending for so many milliseconds. */
  const restAfter = async (milliseconds: number) => {
    server.spent += milliseconds;
    vi.advanceTimersByTime(milliseconds);
    const began = performance.now();
    const waiting = wait();
    await loopTurns();
    await vi.runAllTimersAsync();
    await waiting;
    return Math.round(performance.now() - began);
  };
  return { server, wait, restAfter };
}

describe('the pace of sending', () => {
  it('LIVE-9 is without a rest while sending takes no time, and rests longer the longer it takes', async () => {
    const { restAfter } = openServer();
    expect(await restAfter(0)).toBe(0);
    expect(await restAfter(60)).toBe(15);
    expect(await restAfter(600)).toBe(150);
  });

  it('LIVE-9 rests longer and longer while the server is busy all the time, but never too long', async () => {
    const { server, restAfter } = openServer();
    server.utilization = 1;
    expect(await restAfter(60)).toBe(30);
    expect(await restAfter(60)).toBe(60);
    expect(await restAfter(600)).toBe(500);
  });

  it('LIVE-9 lets the server do other work before a room has its turn, and between the turns of two rooms', async () => {
    const { wait } = openServer();
    const done: string[] = [];
    const rooms = ['first', 'second'].map((room) => wait().then(() => done.push(room)));
    for (const work of ['work', 'more work']) {
      await new Promise(setImmediate);
      done.push(work);
    }
    await Promise.all(rooms);
    expect(done).toEqual(['first', 'work', 'second', 'more work']);
  });

  it('LIVE-9 rests no longer the more rooms wait, and those that have waited long go together', async () => {
    const { server, wait, restAfter } = openServer();
    server.utilization = 1;
    await restAfter(600);
    server.spent += 600;
    vi.advanceTimersByTime(600);
    const began = performance.now();
    const turns: number[] = [];
    const rooms = Array.from({ length: 10 }, () => wait().then(() => turns.push(performance.now() - began)));
    await loopTurns();
    vi.advanceTimersByTime(49);
    await loopTurns();
    expect(turns).toEqual([]);
    vi.advanceTimersByTime(1);
    await new Promise(setImmediate);
    expect(turns).toEqual([50]);
    server.spent += 600;
    vi.advanceTimersByTime(701);
    await Promise.all([loopTurns(), ...rooms]);
    expect(turns).toEqual([50, ...Array(9).fill(751)]);
  });
});
