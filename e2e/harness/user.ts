/** Users with browsers. Whatever a page writes to the console as an error or a warning fails the test that saw it. */
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { site, useSite } from './api.ts';
import { DESKTOP, launchBrowser, openContext, PHONE, type UserOptions } from './browser.ts';
import { siteOfWorker } from './worker.ts';

export { logInAsAdmin, PASSWORD, post, signUp, site } from './api.ts';
export { DESKTOP, PHONE } from './browser.ts';

useSite(siteOfWorker());

/** After this long something never happens. It bounds a failing test, and is far above what a busy machine needs. */
const HANGING_MS = 120_000;

/** What the browser writes when a page is left while its live connection is being opened. */
const LEFT_WHILE_CONNECTING = /WebSocket is closed before the connection is established/;

/** What the browser writes when the machine is so busy that React takes seconds to use a stylesheet that it fetched. */
const LATE_STYLESHEET = /\.css was preloaded using link preload but not used within a few seconds/;

let browser: Browser;
let consoleErrors: string[] = [];

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

afterEach(async () => {
  await Promise.all(browser.contexts().map((context) => context.close()));
  const found = consoleErrors;
  consoleErrors = [];
  expect(found.join('\n'), 'console errors and warnings').toBe('');
});

interface PageOptions extends UserOptions {
  /** Console errors that this test provokes on purpose. */
  expectedErrors?: RegExp;
}

/** A page that has not been anywhere yet. */
export async function newPage({ expectedErrors, ...user }: PageOptions = {}): Promise<Page> {
  const context = await openContext(browser, { baseURL: site(), ...user });
  const page = await context.newPage();
  page.setDefaultTimeout(HANGING_MS);
  const record = (text: string) => {
    const isExpected = [LEFT_WHILE_CONNECTING, LATE_STYLESHEET, expectedErrors].some((known) => known?.test(text));
    if (!isExpected) consoleErrors.push(text);
  };
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) record(`${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => record(error.message));
  return page;
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

/** Serious and critical findings of axe on the page as it stands. */
export async function accessibilityFindings(page: Page, rules?: string[]): Promise<string[]> {
  await endTransitions(page);
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  return page.evaluate(async (runOnly) => {
    const { run } = (globalThis as unknown as { axe: typeof axe }).axe;
    // Only of violations everything has to be found out and written down.
    const { violations } = await run({ resultTypes: ['violations'], ...(runOnly && { runOnly }) });
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
  }, rules);
}

/** What is wrong with the page at a desktop's and a phone's width, light and dark: findings of axe, and scrolling sideways. */
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
