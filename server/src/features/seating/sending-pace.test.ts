import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createSendingPace } from './sending-pace.ts';

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

  it('LIVE-9 lets the server do other work between two rounds', async () => {
    const { wait } = openServer();
    let hasTurn = false;
    setImmediate(() => {
      hasTurn = true;
    });
    await wait();
    expect(hasTurn).toBe(true);
  });
});
