import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

let zone: typeof import('./cinema-time-zone.ts');
const ownZone = process.env.TZ;

async function openIn(timeZone: string) {
  process.env.TZ = timeZone;
  vi.resetModules();
  zone = await import('./cinema-time-zone.ts');
}

beforeEach(() => vi.useFakeTimers({ now: Date.parse('2026-11-15T12:00:00Z') }));
afterEach(() => {
  vi.useRealTimers();
  if (ownZone === undefined) delete process.env.TZ;
  else process.env.TZ = ownZone;
});

describe('the note about the time zone', () => {
  test.each([
    ['America/New_York', 'Asia/Kolkata', true],
    ['America/New_York', 'America/New_York', false],
    ['Asia/Kolkata', 'America/New_York', true],
    ['Asia/Kolkata', 'Asia/Calcutta', false],
    ['Asia/Kolkata', 'Asia/Colombo', false],
    // The same clock in winter, another one in summer.
    ['America/Denver', 'America/Phoenix', true],
    ['Mars/Olympus', 'Asia/Kolkata', true],
  ])('with cinemas in %s and a browser in %s: %s', async (cinemas, browser, isShown) => {
    await openIn(browser);
    expect(zone.foreignZoneNote(cinemas) !== undefined).toBe(isShown);
  });

  test('names the zone of the times; before the cinemas are known there is none', async () => {
    await openIn('Asia/Kolkata');
    expect(zone.foreignZoneNote('America/New_York')).toBe('Times are shown in your time zone: India Standard Time.');
    expect(zone.foreignZoneNote(null)).toBeUndefined();
  });
});
