import { describe, expect, it } from 'vitest';
import { createSendingPace } from './sending-pace.ts';

const work = (ms: number) => () => {
  const end = performance.now() + ms;
  while (performance.now() < end);
};

describe('the pace of sending', () => {
  it('LIVE-9 is without a rest while rounds are short, and rests longer the longer they take', async () => {
    const pace = createSendingPace();
    let hasTimerFired = false;
    pace.send(() => {});
    const timer = setTimeout(() => {
      hasTimerFired = true;
    }, 60_000);
    await pace.wait();
    clearTimeout(timer);
    expect(hasTimerFired).toBe(false);

    pace.send(work(60));
    const began = performance.now();
    await pace.wait();
    expect(performance.now() - began).toBeGreaterThanOrEqual(25);
  });

  it('LIVE-9 rests longer after the server was too busy to go on in time', async () => {
    const pace = createSendingPace();
    const restAfterRound = async () => {
      pace.send(work(60));
      const began = performance.now();
      await pace.wait();
      return performance.now() - began;
    };
    pace.send(work(60));
    const rested = pace.wait();
    work(200)();
    await rested;
    expect(await restAfterRound()).toBeGreaterThanOrEqual(55);
  });

  it('LIVE-9 lets the server do other work between two rounds', async () => {
    const pace = createSendingPace();
    let hasTurn = false;
    setImmediate(() => {
      hasTurn = true;
    });
    pace.send(() => {});
    await pace.wait();
    expect(hasTurn).toBe(true);
  });
});
