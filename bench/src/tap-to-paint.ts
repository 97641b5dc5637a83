/**
 * Measures the time from a tap on a seat to the next paint, on a phone with a CPU slowed four times, while the map changes twenty
 * times per second. The browser itself measures it (Event Timing).
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Session } from '@moviebooking/contract/accounts';
import { chromium } from 'playwright-core';
import { type LiveConnection, openLive } from './live-connection.ts';

const SLOWER = 4;
const CHANGES_PER_SECOND = 20;
const TAPS = 60;
const BETWEEN_TAPS_MS = 150;
/** The browser does not report shorter events. */
const SHORTEST_REPORTED_MS = 16;
const SEATS = ['B2', 'C3', 'D4', 'E5', 'F6'];

/** Milliseconds per tap, shortest first. The holds of the other user change the map. */
export async function tapsToPaint(site: string, showId: number, customer: Session, other: Session): Promise<number[]> {
  const live = await openLive(Number(new URL(site).port), other.token);
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    await live.ask('join-show', { showId });
    const page = await browser.newPage({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    const stored = { authToken: customer.token, user: JSON.stringify(customer.user) };
    await page.addInitScript((entries) => void Object.assign(localStorage, entries), stored);
    await page.goto(`${site}/shows/${showId}/seats`);
    await page.getByText('Real-time updates active').waitFor();
    await page.getByRole('grid').waitFor();
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    await page.evaluate((durationThreshold) => {
      const times: number[] = [];
      Object.assign(globalThis, { times });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) if (entry.name === 'click') times.push(entry.duration);
      }).observe({ type: 'event', durationThreshold } as never);
    }, SHORTEST_REPORTED_MS);

    const changing = new AbortController();
    const changes = changeSeats(live, showId, changing.signal);
    for (let tap = 0; tap < TAPS; tap += 1) {
      await page.locator(`[data-seat="${SEATS[tap % SEATS.length]}"]`).tap({ force: true });
      await page.waitForTimeout(BETWEEN_TAPS_MS);
    }
    changing.abort();
    await changes;
    const { times, taps } = await page.evaluate(() => ({
      times: (globalThis as unknown as { times: number[] }).times,
      taps: (performance as unknown as { eventCounts: Map<string, number> }).eventCounts.get('click') ?? 0,
    }));
    if (taps < TAPS) throw new Error(`Only ${taps} of ${TAPS} taps arrived.`);
    return [...Array(taps - times.length).fill(SHORTEST_REPORTED_MS), ...times.toSorted((a, b) => a - b)];
  } finally {
    live.close();
    await browser.close();
  }
}

async function changeSeats(live: LiveConnection, showId: number, stop: AbortSignal) {
  for (let change = 0; !stop.aborted; change += 1) {
    const seats = [`J${1 + (Math.floor(change / 2) % 5)}`];
    const isHold = change % 2 === 0;
    await Promise.all([
      live.ask(isHold ? 'block-seats' : 'unblock-seats', { showId, seats }),
      pause(1000 / CHANGES_PER_SECOND),
    ]);
  }
}
