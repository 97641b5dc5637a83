/**
 * Measures what a press or a key costs in the browser. Two figures: from the input to the next paint, as the browser itself
 * reports it (Event Timing), and the longest time for which the page then could take no other input (long tasks) until what was
 * asked for is there. How long that takes in all also counts the server and is only told.
 */
import type { Locator, Page } from 'playwright-core';

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

type NextFrame = (then: (time: number) => void) => void;

/** Before the page is opened. */
export async function watchInteractions(page: Page): Promise<void> {
  await page.addInitScript((durationThreshold) => {
    const watch: Watch = { events: [], tasks: [] };
    Object.assign(globalThis, { watch });
    new PerformanceObserver((list) => {
      // The others are told of when something else comes to lie under a mouse that rests.
      const entries = list.getEntries() as { duration: number; interactionId?: number }[];
      for (const { duration, interactionId } of entries) if (interactionId) watch.events.push(duration);
    }).observe({ type: 'event', durationThreshold } as never);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) watch.tasks.push(entry.duration);
    }).observe({ type: 'longtask' } as never);
  }, SHORTEST_EVENT_MS);
}

/** An expression for `until`: an element whose text matches. Cheap, because it is asked in every frame. */
export const isShown = (selector: string, text = /(?:)/): string =>
  `[...document.querySelectorAll(${JSON.stringify(selector)})].some((element) => ${text}.test(element.textContent))`;

/** `act` gives the input; `until` is an expression of the page that is true when what was asked for is there. */
export async function measure(page: Page, act: () => Promise<unknown>, until: string): Promise<Taken> {
  await page.evaluate(async () => {
    const { watch, requestAnimationFrame } = globalThis as unknown as {
      watch: Watch;
      requestAnimationFrame: NextFrame;
    };
    // What finding the target has cost the page is over with the frame after next.
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

/** Looks up where to press beforehand: finding it takes longer than many an interaction, in the page's own thread. */
export async function pressOn(page: Page, target: Locator): Promise<() => Promise<void>> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error(`${target} is not in sight.`);
  return () => page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}
