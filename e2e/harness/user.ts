/** Users with browsers. Whatever a page writes to the console as an error or a warning fails the test that saw it. */
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { site } from './api.ts';
import { DESKTOP, launchBrowser, openContext, PHONE, type UserOptions } from './browser.ts';

export { logInAsAdmin, PASSWORD, post, signUp, site } from './api.ts';
export { DESKTOP, PHONE } from './browser.ts';

/** After this long something never happens. It bounds a failing test, and is far above what a busy machine needs. */
const HANGING_MS = 120_000;

/** What the browser writes when a page is left while its live connection is being opened. */
const LEFT_WHILE_CONNECTING = /WebSocket is closed before the connection is established/;

/** What Playwright writes when it keeps the app from being fetched a second time, for later. */
const NO_SERVICE_WORKER = /Service Worker registration blocked by Playwright/;

/** What the browser writes when the machine is so busy that React takes seconds to use a stylesheet that it fetched. */
const LATE_STYLESHEET = /\.css was preloaded using link preload but not used within a few seconds/;

/** One for all test files of a worker: to start it takes longer than many a test. It ends with the worker's process. */
let browser: Promise<Browser> | undefined;
// When Vitest is stopped in the middle of a test, nothing else ends its workers.
process.once('disconnect', () => process.exit(1));
let consoleErrors: string[] = [];

export function sharedBrowser(): Promise<Browser> {
  browser ??= launchBrowser();
  return browser;
}

/** Closes what the test opened, and returns what its pages wrote to the console. */
export async function closePages(): Promise<string[]> {
  const contexts = (await browser)?.contexts() ?? [];
  // What a page still asks for at the end of a test is answered by nobody, which is no error.
  const routed = contexts.flatMap((context) => [context, ...context.pages()]);
  await Promise.all(routed.map((one) => one.unrouteAll({ behavior: 'ignoreErrors' })));
  await Promise.all(contexts.map((context) => context.close()));
  const found = consoleErrors;
  consoleErrors = [];
  return found;
}

/** Address and content of each page that is open, as a screen reader is told of it. */
export async function describePages(): Promise<string> {
  const pages = (await browser)?.contexts().flatMap((context) => context.pages()) ?? [];
  const describe = async (page: Page) =>
    `${page.url()}\n${await page.locator('body').ariaSnapshot({ timeout: 10_000 })}`;
  const seen = await Promise.allSettled(pages.map(describe));
  return seen.map((page) => (page.status === 'fulfilled' ? page.value : String(page.reason))).join('\n\n');
}

interface PageOptions extends UserOptions {
  /** Console errors that this test provokes on purpose. */
  expectedErrors?: RegExp;
  /** Lists come with eight rows instead of fifty, from the server too: rows are alike, and axe judges each of them. */
  shortLists?: boolean;
  /** The page is told of nothing and polls for nothing, so that only what the test presses loads it again. */
  neverRefreshing?: boolean;
}

/** For who has not asked for less motion. */
export const MOVING = { reducedMotion: 'no-preference' } as const;

/**
 * A page that has not been anywhere yet. Only where a test asks for it the app is kept for a time without a network, and
 * things move: to draw what moves would be a tenth of all that the browser does for the tests.
 */
export async function newPage(options: PageOptions = {}): Promise<Page> {
  const { expectedErrors, shortLists, neverRefreshing, ...user } = options;
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

async function shortenLists(page: Page): Promise<void> {
  await page.route(/[?&]limit=50\b/, (route) =>
    route.continue({ url: route.request().url().replace('limit=50', 'limit=8') }),
  );
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

/** Presses what makes the browser ask for a confirmation, answers it, and returns the question. */
export async function answerConfirm(page: Page, answer: 'accept' | 'dismiss', press: () => Promise<void>) {
  const question = Promise.withResolvers<string>();
  page.once('dialog', (dialog) => {
    question.resolve(dialog.message());
    void dialog[answer]();
  });
  await press();
  return question.promise;
}

/** What is still fading would be judged by its colour of the moment. */
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

/** What is not drawn, far down on the page, has the colours of before when those change, and axe would judge by them. */
async function drawEverything(page: Page): Promise<void> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('* { content-visibility: visible !important; }');
    document.adoptedStyleSheets.push(sheet);
  });
}

/** Serious and critical findings of axe on the page as it stands. */
export async function accessibilityFindings(page: Page, rules?: string[]): Promise<string[]> {
  await drawEverything(page);
  await endTransitions(page);
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  return page.evaluate(async (runOnly) => {
    const { run } = (globalThis as unknown as { axe: typeof axe }).axe;
    // Only of violations everything has to be found out and written down. No rule needs the stylesheets fetched again.
    const { violations } = await run({ resultTypes: ['violations'], preload: false, ...(runOnly && { runOnly }) });
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
  }, rules);
}

/** What is wrong with the page on a desktop in light and on a phone in dark: findings of axe, and scrolling sideways. */
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

/** What is wrong with the page at a desktop's and a phone's width, each in light and dark. */
export async function findingsInEveryLook(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const viewport of [DESKTOP, PHONE]) {
    await page.setViewportSize(viewport);
    if (await scrollsSideways(page)) found.push(`scrolls sideways at ${viewport.width} px`);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      // What is there is the same in both; only its colours differ.
      for (const finding of await accessibilityFindings(page, colorScheme === 'dark' ? COLOUR_RULES : undefined))
        found.push(`${finding} at ${viewport.width} px in ${colorScheme}`);
    }
  }
  return found;
}

export async function scrollsSideways(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
}
