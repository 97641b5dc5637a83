/**
 * Measures the cost of a press or key in the browser: the time from the input to the next paint (Event Timing), and the longest
 * time that the page then blocked other input (long tasks) until the result appeared. The total time includes the server and is
 * only reported.
 */
import type { Locator, Page } from 'playwright-core';

/** The browser does not report shorter events or tasks. */
const SHORTEST_EVENT_MS = 16;
const SHORTEST_TASK_MS = 50;
/** The browser reports entries shortly after their paint. */
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

type NextFrame = (then: (time: number) => void) => void;

/** Call it before opening the page. */
export async function watchInteractions(page: Page): Promise<void> {
  await page.addInitScript((durationThreshold) => {
    const watch: Watch = { events: [], tasks: [] };
    Object.assign(globalThis, { watch });
    new PerformanceObserver((list) => {
      // Other events also occur when an element moves under a resting mouse.
      const entries = list.getEntries() as { duration: number; interactionId?: number }[];
      for (const { duration, interactionId } of entries) if (interactionId) watch.events.push(duration);
    }).observe({ type: 'event', durationThreshold } as never);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) watch.tasks.push(entry.duration);
    }).observe({ type: 'longtask' } as never);
  }, SHORTEST_EVENT_MS);
}

/** An expression for `until`: an element whose text matches. It must be cheap, because it runs in every frame. */
export const isShown = (selector: string, text = /(?:)/): string =>
  `[...document.querySelectorAll(${JSON.stringify(selector)})].some((element) => ${text}.test(element.textContent))`;

/** `act` sends the input; `until` is an expression that becomes true in the page when the result appears. */
export async function measure(page: Page, act: () => Promise<unknown>, until: string): Promise<Taken> {
  await page.evaluate(async () => {
    const { watch, requestAnimationFrame } = globalThis as unknown as {
      watch: Watch;
      requestAnimationFrame: NextFrame;
    };
    // Two frames later, the page's cost of finding the target is over.
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    watch.events.length = 0;
    watch.tasks.length = 0;
  });
  const began = performance.now();
  await act();
  await page.waitForFunction(until);
  const shown = Math.round(performance.now() - began);
  await page.waitForTimeout(UNTIL_REPORTED_MS);
  const { events, tasks } = await page.evaluate(() => (globalThis as unknown as { watch: Watch }).watch);
  return {
    paint: Math.max(SHORTEST_EVENT_MS, ...events),
    task: Math.max(SHORTEST_TASK_MS, ...tasks.map(Math.round)),
    shown,
  };
}

/** Finds the target beforehand, because that takes longer than many interactions and uses the page's own thread. */
export async function pressOn(page: Page, target: Locator): Promise<() => Promise<void>> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error(`${target} is not visible.`);
  return () => page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}
