/** Users with browsers. Any error or warning that a page writes to the console fails its test. */
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { site } from './api.ts';
import { DESKTOP, launchBrowser, openContext, PHONE, type UserOptions } from './browser.ts';

export { logInAsAdmin, PASSWORD, post, signUp, site } from './api.ts';
export { DESKTOP, PHONE } from './browser.ts';

/** Bounds a failing test. Far longer than a busy machine needs. */
const HANGING_MS = 120_000;

/** The browser's message when a page is left while its live connection opens. */
const LEFT_WHILE_CONNECTING = /WebSocket is closed before the connection is established/;

/** Playwright's message when it blocks the service worker, which would fetch the app a second time. */
const NO_SERVICE_WORKER = /Service Worker registration blocked by Playwright/;

/** The browser's message on a machine so busy that React takes seconds to use a stylesheet it preloaded. */
const LATE_STYLESHEET = /\.css was preloaded using link preload but not used within a few seconds/;

/** One browser for all test files of a worker, because starting it takes longer than many tests. It ends with the worker's process. */
let browser: Promise<Browser> | undefined;
// If Vitest is stopped during a test, nothing else ends its workers.
process.once('disconnect', () => process.exit(1));
let consoleErrors: string[] = [];

export function sharedBrowser(): Promise<Browser> {
  browser ??= launchBrowser();
  return browser;
}

/** Closes everything the test opened, and returns its pages' console errors. */
export async function closePages(): Promise<string[]> {
  const contexts = (await browser)?.contexts() ?? [];
  // Requests still in flight at the end of a test get no answer, which is no error.
  const routed = contexts.flatMap((context) => [context, ...context.pages()]);
  await Promise.all(routed.map((one) => one.unrouteAll({ behavior: 'ignoreErrors' })));
  await Promise.all(contexts.map((context) => context.close()));
  const found = consoleErrors;
  consoleErrors = [];
  return found;
}

/** The address and accessibility tree of each open page. */
export async function describePages(): Promise<string> {
  const pages = (await browser)?.contexts().flatMap((context) => context.pages()) ?? [];
  const describe = async (page: Page) =>
    `${page.url()}\n${await page.locator('body').ariaSnapshot({ timeout: 10_000 })}`;
  const seen = await Promise.allSettled(pages.map(describe));
  return seen.map((page) => (page.status === 'fulfilled' ? page.value : String(page.reason))).join('\n\n');
}

export interface PageOptions extends UserOptions {
  /** Console errors that the test causes on purpose. */
  expectedErrors?: RegExp;
  /**
   * Requests eight rows per list instead of fifty, which take longer than the rest of the page to draw and to check. On for
   * administrators, who have most of the lists.
   */
  shortLists?: boolean;
  /** Cuts live events and polling, so only the test's presses reload anything. */
  neverRefreshing?: boolean;
}

/** Allows motion. */
export const MOVING = { reducedMotion: 'no-preference' } as const;

/**
 * Opens a blank page. The service worker and motion are off unless the test asks for them: drawing animations would take a
 * tenth of the browser's time in these tests.
 */
export async function newPage(options: PageOptions = {}): Promise<Page> {
  const isAdmin = options.session?.user.role === 'ADMIN';
  const { expectedErrors, shortLists = isAdmin, neverRefreshing, ...user } = options;
  const context = await openContext(await sharedBrowser(), {
    ...{ baseURL: site(), serviceWorkers: 'block', reducedMotion: 'reduce' },
    ...user,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(HANGING_MS);
  const record = (text: string) => {
    const known = [LEFT_WHILE_CONNECTING, NO_SERVICE_WORKER, LATE_STYLESHEET, expectedErrors];
    if (!known.some((pattern) => pattern?.test(text))) consoleErrors.push(text);
  };
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) record(`${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => record(error.message));
  if (shortLists) await shortenLists(page);
  if (neverRefreshing) await keepFromRefreshing(page);
  return page;
}

/** Not with a route: Playwright would stop every request of the page, and switch the browser's cache off. */
async function shortenLists(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { fetch } = window;
    window.fetch = (target, options) =>
      fetch(typeof target === 'string' ? target.replace(/(?<=[?&]limit=)50\b/, '8') : target, options);
  });
}

async function keepFromRefreshing(page: Page): Promise<void> {
  await page.routeWebSocket(/socket\.io/, () => {});
  await page.addInitScript(() => {
    window.setInterval = (() => 0) as unknown as typeof setInterval;
  });
}

export async function openPage(path: string, options: PageOptions = {}): Promise<Page> {
  const page = await newPage(options);
  await page.goto(path);
  return page;
}

/** Presses a control that opens a browser confirmation, answers it and returns its question. */
export async function answerConfirm(page: Page, answer: 'accept' | 'dismiss', press: () => Promise<void>) {
  const question = Promise.withResolvers<string>();
  page.once('dialog', (dialog) => {
    question.resolve(dialog.message());
    void dialog[answer]();
  });
  await press();
  return question.promise;
}

/** Chooses an entry of a row's menu. A row is named by its item: "PVR Forum", "booking 5". */
export async function chooseAction(page: Page, name: string | RegExp, entry: string): Promise<void> {
  await page.getByRole('button', { name: typeof name === 'string' ? `Actions for ${name}` : name }).click();
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
}

/** Otherwise axe would check a fading element in its current colour. */
export async function endTransitions(page: Page): Promise<void> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('*, *::before, *::after { transition: none !important; }');
    document.adoptedStyleSheets.push(sheet);
    for (const animation of document.getAnimations())
      if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish();
    document.adoptedStyleSheets.pop();
  });
}

const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** Elements far down the page aren't rendered and keep their old colours after a change, which axe would check. */
export async function drawEverything(page: Page): Promise<void> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('* { content-visibility: visible !important; }');
    document.adoptedStyleSheets.push(sheet);
  });
}

/** The serious and critical findings of axe on the current page. */
export async function accessibilityFindings(page: Page, rules?: string[]): Promise<string[]> {
  await drawEverything(page);
  await endTransitions(page);
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  return page.evaluate(async (runOnly) => {
    const { run } = (globalThis as unknown as { axe: typeof axe }).axe;
    // Details are needed only for violations, and no rule needs the stylesheets fetched again.
    const { violations } = await run({ resultTypes: ['violations'], preload: false, ...(runOnly && { runOnly }) });
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
  }, rules);
}

/** Findings of axe and sideways scrolling, on a desktop in light and on a phone in dark mode. */
export async function findingsInTwoLooks(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const { viewport, colorScheme } of [
    { viewport: DESKTOP, colorScheme: 'light' },
    { viewport: PHONE, colorScheme: 'dark' },
  ] as const) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    if (await scrollsSideways(page)) found.push(`scrolls sideways at ${viewport.width} px`);
    for (const finding of await accessibilityFindings(page))
      found.push(`${finding} at ${viewport.width} px in ${colorScheme}`);
  }
  return found;
}

/** The findings at a desktop's and a phone's width, each in light and dark mode. */
export async function findingsInEveryLook(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const viewport of [DESKTOP, PHONE]) {
    await page.setViewportSize(viewport);
    if (await scrollsSideways(page)) found.push(`scrolls sideways at ${viewport.width} px`);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      // The content is the same in both; only the colours differ.
      for (const finding of await accessibilityFindings(page, colorScheme === 'dark' ? COLOUR_RULES : undefined))
        found.push(`${finding} at ${viewport.width} px in ${colorScheme}`);
    }
  }
  return found;
}

/**
 * Delays these requests of the pages opened from now on. It doesn't use a route, which would switch the cache off: a font that
 * arrives late moves the text.
 */
export async function delayAnswers(page: Page, path: string): Promise<void> {
  await page.addInitScript((delayed) => {
    const { fetch } = window;
    window.fetch = async (...request) => {
      if (String(request[0]).includes(delayed)) await new Promise((resolve) => setTimeout(resolve, 300));
      return fetch(...request);
    };
  }, path);
}

interface LayoutShift extends PerformanceEntry {
  value: number;
  sources: { node: Element | null }[];
}

/** What has moved since the page was opened, and how much. */
export async function layoutShifts(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        new PerformanceObserver((list) =>
          resolve(
            (list.getEntries() as LayoutShift[]).map(
              ({ value, sources }) =>
                `${value}: ${sources.map(({ node }) => node?.outerHTML?.slice(0, 200)).join(', ')}`,
            ),
          ),
        ).observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => requestAnimationFrame(() => resolve([])));
      }),
  );
}

export async function scrollsSideways(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
}
