/**
 * An optional chime for the user's turn. Browsers mute a page until the user interacts with it, so after an untouched reload
 * it stays silent.
 */
import { storage } from '../../lib/storage.ts';

const SOUND_KEY = 'turn-sound';
const NOTES_HZ = [659, 880];
const NOTE_SECONDS = 0.45;
const LOUDNESS = 0.15;

let context: AudioContext | undefined;

export const isTurnSoundOn = (): boolean => storage.getItem(SOUND_KEY) === 'on';

/** Plays the sound once when it is switched on. */
export function switchTurnSound(isOn: boolean): void {
  if (isOn) storage.setItem(SOUND_KEY, 'on');
  else storage.removeItem(SOUND_KEY);
  playTurnSound();
}

export function playTurnSound(): void {
  if (!isTurnSoundOn() || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  void context.resume();
  for (const [index, frequency] of NOTES_HZ.entries()) {
    const start = context.currentTime + index * (NOTE_SECONDS / 2);
    const note = new OscillatorNode(context, { frequency });
    const loudness = new GainNode(context, { gain: 0 });
    loudness.gain.setValueAtTime(0, start);
    loudness.gain.linearRampToValueAtTime(LOUDNESS, start + 0.02);
    loudness.gain.exponentialRampToValueAtTime(0.001, start + NOTE_SECONDS);
    note.connect(loudness).connect(context.destination);
    note.start(start);
    note.stop(start + NOTE_SECONDS);
  }
}
