import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createSendingPace } from './sending-pace.ts';

/** Enough turns to run everything that waits for one, even after a timer. */
async function loopTurns() {
  for (let turns = 0; turns < 3; turns++) await new Promise(setImmediate);
}

/** A fake server: the milliseconds it has spent on sending, and its utilization. */
function openServer() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const server = { spent: 0, utilization: 0.5 };
  const wait = createSendingPace(
    () => server.spent,
    () => server.utilization,
  );
  /** Returns the pause after sending for this many milliseconds. */
  const restAfter = async (milliseconds: number) => {
    server.spent += milliseconds;
    vi.advanceTimersByTime(milliseconds);
    const began = performance.now();
    let rest: number | undefined;
    void wait().then(() => (rest = performance.now() - began));
    await loopTurns();
    while (rest === undefined) await vi.advanceTimersByTimeAsync(1);
    return Math.round(rest);
  };
  return { server, wait, restAfter };
}

describe('the pace of broadcasts', () => {
  it('has no pauses while sending is fast, and longer pauses the longer it takes [LIVE-9]', async () => {
    const { restAfter } = openServer();
    expect(await restAfter(0)).toBe(0);
    expect(await restAfter(60)).toBe(15);
    expect(await restAfter(600)).toBe(150);
  });

  it('has ever longer pauses, up to a limit, while the server is overloaded [LIVE-9]', async () => {
    const { server, restAfter } = openServer();
    server.utilization = 1;
    expect(await restAfter(60)).toBe(30);
    expect(await restAfter(60)).toBe(60);
    expect(await restAfter(600)).toBe(500);
  });

  it('leaves the event loop to other work before and between the turns of rooms [LIVE-9]', async () => {
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

  it('has no longer pauses for more rooms, and lets rooms that waited long share a turn [LIVE-9]', async () => {
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
