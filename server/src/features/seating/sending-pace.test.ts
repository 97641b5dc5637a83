import { describe, expect, it } from 'vitest';
import { createSendingPace } from './sending-pace.ts';

/** A server that has spent so many milliseconds on sending, and was busy for such a share of the time. */
function openServer() {
  const server = { spent: 0, utilization: 0.5 };
  const wait = createSendingPace(
    () => server.spent,
    () => server.utilization,
  );
  const restAfter = async (milliseconds: number) => {
    server.spent += milliseconds;
    const began = performance.now();
    await wait();
    return performance.now() - began;
  };
  return { server, wait, restAfter };
}

describe('the pace of sending', () => {
  it('LIVE-9 is without a rest while sending takes no time, and rests longer the longer it takes', async () => {
    const { wait, restAfter } = openServer();
    let hasTimerFired = false;
    const timer = setTimeout(() => {
      hasTimerFired = true;
    }, 60_000);
    await wait();
    clearTimeout(timer);
    expect(hasTimerFired).toBe(false);
    expect(await restAfter(60)).toBeGreaterThanOrEqual(12);
  });

  it('LIVE-9 rests longer and longer while the server is busy all the time', async () => {
    const { server, restAfter } = openServer();
    server.utilization = 1;
    expect(await restAfter(60)).toBeGreaterThanOrEqual(25);
    expect(await restAfter(60)).toBeGreaterThanOrEqual(55);
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
