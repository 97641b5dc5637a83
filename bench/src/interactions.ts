/**
 * Measures what a press or a key costs in the browser. Two figures: from the input to the next paint, as the browser itself
 * reports it (Event Timing), and the longest time for which the page then could take no other input (long tasks) until what was
 * asked for is there. How long that takes in all also counts the server and is only told.
 */
import type { Page } from 'playwright-core';

/** The browser reports no event that took less, and no task. */
const SHORTEST_EVENT_MS = 16;
const SHORTEST_TASK_MS = 50;
/** Entries are reported a little after the paint that they tell of. */
const UNTIL_REPORTED_MS = 150;

export interface Taken {
  paint: number;
  task: number;
  shown: number;
}

interface Watch {
  events: number[];
  tasks: number[];
}

/** Before the page is opened. */
export async function watchInteractions(page: Page): Promise<void> {
  await page.addInitScript((durationThreshold) => {
    const watch: Watch = { events: [], tasks: [] };
    Object.assign(globalThis, { watch });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) watch.events.push(entry.duration);
    }).observe({ type: 'event', durationThreshold } as never);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) watch.tasks.push(entry.duration);
    }).observe({ type: 'longtask' } as never);
  }, SHORTEST_EVENT_MS);
}

/** `act` gives the input, `until` ends when what was asked for is on the screen. */
export async function measure(page: Page, act: () => Promise<unknown>, until: () => Promise<unknown>): Promise<Taken> {
  await page.evaluate(() => {
    const { watch } = globalThis as unknown as { watch: Watch };
    watch.events.length = 0;
    watch.tasks.length = 0;
  });
  const began = performance.now();
  await act();
  await until();
  const shown = Math.round(performance.now() - began);
  await page.waitForTimeout(UNTIL_REPORTED_MS);
  const { events, tasks } = await page.evaluate(() => (globalThis as unknown as { watch: Watch }).watch);
  return {
    paint: Math.max(SHORTEST_EVENT_MS, ...events),
    task: Math.max(SHORTEST_TASK_MS, ...tasks.map(Math.round)),
    shown,
  };
}
