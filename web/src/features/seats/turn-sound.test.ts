import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from '../../../test/fake-browser.ts';

const NOW_SECONDS = 12;

let browser: ReturnType<typeof fakeBrowser>;
let sound: typeof import('./turn-sound.ts');
let contexts: FakeContext[];
let oscillators: FakeOscillator[];

class FakeContext {
  readonly currentTime = NOW_SECONDS;
  readonly destination = 'loudspeaker';
  readonly resume = vi.fn();
  constructor() {
    contexts.push(this);
  }
}

class FakeGain {
  connectedTo: unknown;
  readonly steps: unknown[] = [];
  readonly gain = {
    setValueAtTime: (value: number, at: number) => this.steps.push(['set', value, at]),
    linearRampToValueAtTime: (value: number, at: number) => this.steps.push(['linear', value, at]),
    exponentialRampToValueAtTime: (value: number, at: number) => this.steps.push(['exponential', value, at]),
  };
  constructor(_: FakeContext, { gain }: { gain: number }) {
    this.steps.push(['initial', gain]);
  }
  connect(node: unknown) {
    this.connectedTo = node;
  }
}

class FakeOscillator {
  readonly frequency: number;
  connectedTo: FakeGain | undefined;
  readonly start = vi.fn();
  readonly stop = vi.fn();
  constructor(_: FakeContext, { frequency }: { frequency: number }) {
    this.frequency = frequency;
    oscillators.push(this);
  }
  connect(node: FakeGain) {
    this.connectedTo = node;
    return node;
  }
}

beforeEach(async () => {
  browser = fakeBrowser();
  contexts = [];
  oscillators = [];
  vi.stubGlobal('navigator', { userActivation: { hasBeenActive: true } });
  vi.stubGlobal('AudioContext', FakeContext);
  vi.stubGlobal('OscillatorNode', FakeOscillator);
  vi.stubGlobal('GainNode', FakeGain);
  vi.resetModules();
  sound = await import('./turn-sound.ts');
});
afterEach(() => void vi.unstubAllGlobals());

test('the sound is off until the user switches it on, which is remembered', () => {
  expect(sound.isTurnSoundOn()).toBe(false);
  sound.playTurnSound();
  expect(oscillators).toEqual([]);
  sound.switchTurnSound(true);
  expect([sound.isTurnSoundOn(), browser.stored.get('turn-sound')]).toEqual([true, 'on']);
});

test('switched on, it plays once; switched off, it is forgotten and silent', () => {
  sound.switchTurnSound(true);
  expect(oscillators).toHaveLength(2);
  sound.switchTurnSound(false);
  sound.playTurnSound();
  expect(oscillators).toHaveLength(2);
  expect([sound.isTurnSoundOn(), browser.stored.size]).toEqual([false, 0]);
});

test.each([[{ userActivation: { hasBeenActive: false } }], [{}]])(
  'nothing plays where the browser would not let it: %j',
  (navigator) => {
    vi.stubGlobal('navigator', navigator);
    sound.switchTurnSound(true);
    expect(contexts).toEqual([]);
  },
);

test('two rising notes follow each other, each of which fades out without a click', () => {
  sound.switchTurnSound(true);
  expect(oscillators.map(({ frequency }) => frequency)).toEqual([659, 880]);
  for (const [index, { start, stop, connectedTo }] of oscillators.entries()) {
    const begin = NOW_SECONDS + index * 0.225;
    expect(start).toHaveBeenCalledExactlyOnceWith(begin);
    expect(stop).toHaveBeenCalledExactlyOnceWith(begin + 0.45);
    expect(connectedTo?.steps).toEqual([
      ['initial', 0],
      ['set', 0, begin],
      ['linear', 0.15, begin + 0.02],
      ['exponential', 0.001, begin + 0.45],
    ]);
    expect(connectedTo?.connectedTo).toBe('loudspeaker');
  }
});

test('one audio context serves every sound, and is resumed in case the browser paused it', () => {
  sound.switchTurnSound(true);
  sound.playTurnSound();
  expect(oscillators).toHaveLength(4);
  expect(contexts).toHaveLength(1);
  expect(contexts[0]?.resume).toHaveBeenCalledTimes(2);
});
