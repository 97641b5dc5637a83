import { beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from '../../test/fake-browser.ts';

let browser: ReturnType<typeof fakeBrowser>;
let tones: typeof import('./poster-tones.ts');

/** Starts another visit. Storage stays. */
async function visit() {
  vi.resetModules();
  tones = await import('./poster-tones.ts');
}

beforeEach(async () => {
  browser = fakeBrowser();
  await visit();
});

const BLUE = { hue: 240, chroma: 0.1 };
const RED = { hue: 20, chroma: 0.1 };

test('a poster has its tone from an earlier visit until it is read again, and if it cannot be read', async () => {
  tones.keepTone('/posters/a.svg', BLUE);
  await visit();
  expect(tones.wasRead('/posters/a.svg')).toBe(false);
  expect(tones.toneOf('/posters/a.svg')).toEqual(BLUE);
  tones.keepTone('/posters/a.svg', undefined);
  expect(tones.wasRead('/posters/a.svg')).toBe(true);
  expect(tones.toneOf('/posters/a.svg')).toEqual(BLUE);
  tones.keepTone('/posters/a.svg', RED);
  expect(tones.toneOf('/posters/a.svg')).toEqual(RED);
  tones.keepTone('/posters/a.svg', null);
  expect(tones.toneOf('/posters/a.svg')).toBeNull();
});

test('keeps the tones of the thirty posters that were read last, until the logout', () => {
  for (let number = 0; number <= 30; number += 1) tones.keepTone(`/posters/${number}.svg`, BLUE);
  expect(tones.toneOf('/posters/0.svg')).toBeNull();
  expect(tones.toneOf('/posters/1.svg')).toEqual(BLUE);
  tones.forgetTones();
  expect(tones.toneOf('/posters/1.svg')).toBeNull();
  expect(tones.wasRead('/posters/1.svg')).toBe(false);
  expect([...browser.stored]).toEqual([]);
});

test.each(['{', 'null', '"text"'])('ignores the unreadable value %s', (stored) => {
  browser.stored.set('poster-tones', stored);
  expect(tones.toneOf('/posters/a.svg')).toBeNull();
});
