import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from '../../test/fake-browser.ts';

let times: typeof import('./cinema-times.ts');
const ownZone = process.env.TZ;

/** Puts the browser and the cinemas into these time zones; the cinemas' may be unknown. */
async function openIn(browser: string, cinemas: string | null): Promise<void> {
  process.env.TZ = browser;
  vi.resetModules();
  times = await import('./cinema-times.ts');
  if (cinemas) times.noteTimeZone(new Headers({ 'x-time-zone': cinemas }));
}

afterEach(() => {
  vi.unstubAllGlobals();
  if (ownZone === undefined) delete process.env.TZ;
  else process.env.TZ = ownZone;
});

const SHOW = '2026-11-15T13:00:00.000Z';

describe('a time', () => {
  test("is in the cinemas' time zone, which is named if the user's clock differs", async () => {
    await openIn('America/New_York', 'Asia/Kolkata');
    expect(times.formatTime(SHOW)).toBe('6:30 pm IST');
    expect(times.formatDateTime(SHOW)).toBe('Sun, 15 Nov, 6:30 pm IST');
    expect(times.formatDateTimeWithYear(Date.parse(SHOW))).toBe('15 Nov 2026, 6:30 pm IST');
    expect(times.formatClock(SHOW)).toBe('6:30 pm');
    // Still Saturday in New York.
    const early = '2026-11-14T20:00:00Z';
    expect(times.formatDateTime(early)).toBe('Sun, 15 Nov, 1:30 am IST');
    expect([times.formatLongDate(early), times.formatDate(early), times.formatDay(early), times.dayOf(early)]).toEqual([
      ...['Sunday, 15 November 2026', '15 Nov 2026', 'Sun, 15 Nov', '2026-11-15'],
    ]);
  });

  test.each(['0001-01-01', '0202-01-31', '2028-02-29', '9999-12-31'])('%s has a noon', (day) => {
    expect(times.isDay(day)).toBe(true);
    expect(new Date(times.noonOf(day)).toISOString()).toMatch(day);
  });

  test.each(['', 'sometime', '0000-01-01', '2026-02-30', '2026-13-01', '12026-01-01', '275760-09-13', '-00001-01-01'])(
    '"%s" is rejected',
    (text) => expect(times.isDay(text)).toBe(false),
  );

  test('works up to the last day of the year 9999', async () => {
    await openIn('UTC', 'Asia/Kolkata');
    expect(new Date(times.noonOf('9999-12-31')).toISOString()).toBe('9999-12-31T06:30:00.000Z');
  });

  test.each([
    ['Asia/Kolkata', 'Asia/Kolkata', SHOW, ''],
    ['Asia/Calcutta', 'Asia/Kolkata', SHOW, ''],
    ['Asia/Colombo', 'Asia/Kolkata', SHOW, ''],
    ['UTC', 'Asia/Kolkata', SHOW, 'IST'],
    ['Asia/Kolkata', 'America/New_York', SHOW, 'GMT-5'],
    // These zones agree in winter and differ in summer.
    ['America/Phoenix', 'America/Denver', '2026-01-15T12:00:00Z', ''],
    ['America/Phoenix', 'America/Denver', '2026-07-15T12:00:00Z', 'GMT-6'],
  ])('in a browser in %s with cinemas in %s, at %s, has the zone "%s"', async (browser, cinemas, at, zone) => {
    await openIn(browser, cinemas);
    expect(times.foreignZone(at)).toBe(zone);
  });

  test("is in UTC, and says so, if the cinemas' zone is unknown to the app or the browser", async () => {
    await openIn('Asia/Kolkata', null);
    expect(times.formatTime(SHOW)).toBe('1:00 pm UTC');
    times.noteTimeZone(new Headers());
    expect(times.formatTime(SHOW)).toBe('1:00 pm UTC');
    times.noteTimeZone(new Headers({ 'x-time-zone': 'Mars/Olympus' }));
    expect(times.formatTime(SHOW)).toBe('1:00 pm UTC');
    times.noteTimeZone(new Headers({ 'x-time-zone': 'Asia/Kolkata' }));
    expect(times.formatTime(SHOW)).toBe('6:30 pm');
  });

  test('is right on the next visit, before any answer', async () => {
    fakeBrowser();
    await openIn('UTC', 'Asia/Kolkata');
    await openIn('UTC', null);
    expect(times.formatTime(SHOW)).toBe('6:30 pm IST');
  });

  test('is right on the first visit, before any answer', async () => {
    vi.stubGlobal('localStorage', undefined);
    vi.stubGlobal('document', { documentElement: { dataset: { timeZone: 'Asia/Kolkata' } } });
    await openIn('UTC', null);
    expect(times.formatTime(SHOW)).toBe('6:30 pm IST');
    times.noteTimeZone(new Headers({ 'x-time-zone': 'Asia/Dubai' }));
    expect(times.formatClock(SHOW)).toBe('5:00 pm');
  });
});

describe('the cinema day', () => {
  test.each([
    ['Asia/Kolkata', '2026-11-15', '2026-11-14T18:30:00Z'],
    ['Pacific/Kiritimati', '2026-11-15', '2026-11-14T10:00:00Z'],
    ['Pacific/Pago_Pago', '2026-11-15', '2026-11-15T11:00:00Z'],
    // Clocks change during these nights, in Havana at midnight itself.
    ['America/New_York', '2026-03-08', '2026-03-08T05:00:00Z'],
    ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00Z'],
    ['America/Havana', '2026-03-08', '2026-03-08T05:00:00Z'],
  ])('in %s begins at midnight there: %s at %s', async (timeZone, day, midnight) => {
    await openIn('Asia/Tokyo', timeZone);
    expect(new Date(times.midnightOf(day))).toEqual(new Date(midnight));
    expect(times.dayOf(times.midnightOf(day))).toBe(day);
    expect(times.dayOf(times.midnightOf(day) - 1)).not.toBe(day);
    expect(times.dayOf(times.noonOf(day))).toBe(day);
  });

  test('is followed by the next one even if it has 23 or 25 hours', async () => {
    await openIn('Asia/Tokyo', 'America/New_York');
    expect(['2026-03-08', '2026-11-01', '2026-12-31'].map((day) => times.addDays(day, 1))).toEqual([
      ...['2026-03-09', '2026-11-02', '2027-01-01'],
    ]);
    expect(times.addDays('2026-03-01', -1)).toBe('2026-02-28');
  });
});

describe('a date-time field', () => {
  test.each([
    ['Asia/Kolkata', '2026-11-15T18:30', '2026-11-15T13:00:00.000Z'],
    ['Asia/Kolkata', '2026-11-15T00:05', '2026-11-14T18:35:00.000Z'],
    ['America/New_York', '2026-01-15T18:30', '2026-01-15T23:30:00.000Z'],
    ['America/New_York', '2026-07-15T18:30', '2026-07-15T22:30:00.000Z'],
    // Before and after the change on days when clocks change.
    ['America/New_York', '2026-03-08T01:59', '2026-03-08T06:59:00.000Z'],
    ['America/New_York', '2026-03-08T03:00', '2026-03-08T07:00:00.000Z'],
    ['America/New_York', '2026-11-01T00:59', '2026-11-01T04:59:00.000Z'],
    ['America/New_York', '2026-11-01T02:00', '2026-11-01T07:00:00.000Z'],
    ['Australia/Lord_Howe', '2026-04-05T02:15', '2026-04-04T15:45:00.000Z'],
  ])('holds the time in %s: %s is %s, both ways', async (timeZone, local, instant) => {
    await openIn('Europe/Berlin', timeZone);
    expect(times.fromDateTimeField(local)).toBe(instant);
    expect(times.toDateTimeField(instant)).toBe(local);
  });

  test('reads a skipped time as one after the change', async () => {
    await openIn('Europe/Berlin', 'America/New_York');
    const instant = times.fromDateTimeField('2026-03-08T02:30');
    expect(instant).toBe('2026-03-08T07:30:00.000Z');
    expect(times.toDateTimeField(instant ?? '')).toBe('2026-03-08T03:30');
  });

  test('reads an ambiguous time as the second one, unless it was filled with the first', async () => {
    await openIn('Europe/Berlin', 'America/New_York');
    const [first, second] = ['2026-11-01T05:30:00.000Z', '2026-11-01T06:30:00.000Z'];
    expect([times.toDateTimeField(first), times.toDateTimeField(second)]).toEqual([
      '2026-11-01T01:30',
      '2026-11-01T01:30',
    ]);
    expect(times.fromDateTimeField('2026-11-01T01:30')).toBe(second);
    expect(times.fromDateTimeField('2026-11-01T01:30', first)).toBe(first);
    expect(times.fromDateTimeField('2026-11-01T01:31', first)).toBe('2026-11-01T06:31:00.000Z');
  });

  test('has no value while it is empty', async () => {
    await openIn('Europe/Berlin', 'Asia/Kolkata');
    expect(times.fromDateTimeField('')).toBeNull();
  });
});

const OWN_CLOCK =
  /\.toLocale(?:Date|Time)?String\(|Intl\.DateTimeFormat|\.(?:get|set)(?:FullYear|Month|Date|Day|Hours|Minutes)\(|\.getTimezoneOffset\(|\.to(?:Date|Time)String\(|new Date\(`/;

test('no other module of the web app formats or parses times', () => {
  const root = new URL('../', import.meta.url);
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !file.includes('.test.') && file !== 'lib/cinema-times.ts',
  );
  expect(files.length).toBeGreaterThan(200);
  expect(files.filter((file) => OWN_CLOCK.test(readFileSync(new URL(file, root), 'utf8')))).toEqual([]);
});
