/** What zoom, larger text, text spacing, forced colours, reduced motion and voice control find on the page that is open. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { accessibilityFindings } from './user.ts';

/** Half and a quarter of 1280 × 1024, which is what 200 % and 400 % zoom make of it. */
const ZOOMED = [
  { width: 640, height: 512 },
  { width: 320, height: 256 },
];
export const UNZOOMED = { width: 1280, height: 1024 };
const MOST_COVERED = 0.6;

/** WCAG 1.4.12. */
const TEXT_SPACING =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; } p { margin-bottom: 2em !important; }';

/** Text that is cut off or outside of the window, with no way to scroll to it, and bars that leave too little of the page. */
const layoutProblems = (page: Page) =>
  page.evaluate(async () => {
    await new Promise(requestAnimationFrame);
    const SLACK = 2;
    const found: string[] = [];
    const { clientWidth, scrollWidth } = document.documentElement;
    if (scrollWidth > clientWidth) found.push('the page scrolls sideways');
    const boxOf = (element: Element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return range.getBoundingClientRect();
    };
    const hasText = ({ childNodes }: Element) =>
      [...childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
    for (const element of document.querySelectorAll<HTMLElement>('#root *, [data-base-ui-portal] *')) {
      if (!hasText(element) || !element.checkVisibility({ visibilityProperty: true })) continue;
      if (element.closest('svg, option, .sr-only, [inert]')) continue;
      const text = boxOf(element);
      const name = `“${element.textContent?.trim().slice(0, 40)}”`;
      let isReachable = text.left >= -SLACK && text.right <= clientWidth + SLACK;
      for (let box: HTMLElement | null = element; box && box !== document.body; box = box.parentElement) {
        const style = getComputedStyle(box);
        const { left, right, top, bottom } = box.getBoundingClientRect();
        const isForScreenReaders = style.clipPath !== 'none' || right - left <= 1;
        const isShortenedOnPurpose = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none';
        const canScroll = /auto|scroll/.test(style.overflowX + style.overflowY);
        if (isForScreenReaders || isShortenedOnPurpose || canScroll) {
          isReachable = true;
          break;
        }
        if (!/hidden|clip/.test(style.overflowX + style.overflowY)) continue;
        const isInside =
          text.left >= left - SLACK &&
          text.right <= right + SLACK &&
          text.top >= top - SLACK &&
          text.bottom <= bottom + SLACK;
        if (!isInside) found.push(`${name} is cut off by ${box.tagName}.${String(box.className).slice(0, 60)}`);
      }
      if (!isReachable) found.push(`${name} is outside of the window`);
    }
    return [...new Set(found)];
  });

/** How much of the window's height bars cover while the user scrolls, from 0 to 1. */
const coveredByBars = (page: Page) =>
  page.evaluate(async () => {
    scrollTo(0, document.documentElement.scrollHeight / 2);
    await new Promise(requestAnimationFrame);
    const covered = [...document.querySelectorAll<HTMLElement>('#root *')].map((element) => {
      const { position, top: stickTop, bottom: stickBottom } = getComputedStyle(element);
      const { width, height, top, bottom } = element.getBoundingClientRect();
      // What sticks only sideways leaves with its neighbours.
      const isSticky = position === 'sticky' && (stickTop !== 'auto' || stickBottom !== 'auto');
      const isBar = (position === 'fixed' || isSticky) && width > innerWidth / 2;
      const isStuck =
        bottom > 0 && (top < 150 || bottom > innerHeight - 5) && top < innerHeight && height < innerHeight;
      return isBar && isStuck && element.checkVisibility() ? height : 0;
    });
    scrollTo(0, 0);
    return covered.reduce((sum, height) => sum + height, 0) / innerHeight;
  });

/** In forced colours: controls without a visible focus, and chosen ones that look like the others. */
const invisibleStates = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = [];
    const nameOf = (element: Element) =>
      `<${element.tagName.toLowerCase()}> “${element.textContent?.trim().slice(0, 40)}”`;
    const hasOutline = (element: Element | null) => {
      if (!element) return false;
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1;
    };
    const before = document.activeElement as HTMLElement | null;
    const seen = new Set<string>();
    for (const element of document.querySelectorAll<HTMLElement>(
      'a, button, input, select, textarea, [tabindex="0"]',
    )) {
      const kind = `${element.tagName} ${element.className}`;
      if (seen.has(kind) || element.tabIndex < 0 || element.matches(':disabled') || !element.checkVisibility())
        continue;
      seen.add(kind);
      element.focus({ preventScroll: true });
      if (document.activeElement !== element) continue;
      const isSeen = hasOutline(element) || hasOutline(element.closest('label')) || hasOutline(element.parentElement);
      if (!isSeen) found.push(`the focus on ${nameOf(element)}`);
    }
    (document.activeElement as HTMLElement | null)?.blur();

    const lookOf = (element: Element) => {
      const { backgroundColor, outlineStyle, textDecorationLine } = getComputedStyle(element);
      return `${backgroundColor} ${outlineStyle} ${textDecorationLine}`;
    };
    for (const [chosen, other] of [
      ['[aria-pressed="true"]', '[aria-pressed="false"]'],
      ['label:has(> .sr-only:checked)', 'label:has(> .sr-only:not(:checked))'],
      ['nav [aria-current="page"]', 'nav :is(a, button):not([aria-current])'],
    ] as const) {
      for (const element of document.querySelectorAll(chosen)) {
        const group = element.closest('fieldset, ul, nav, [role="group"]');
        const counterpart = group?.querySelector(other);
        if (counterpart && lookOf(counterpart) === lookOf(element)) found.push(`that ${nameOf(element)} is chosen`);
      }
    }
    before?.focus({ preventScroll: true });
    return found;
  });

/** Fields that browsers can't fill in, or that refuse a paste (WCAG 1.3.5, 3.3.8). */
const fieldProblems = (page: Page) =>
  page.evaluate(() => {
    const fields = [
      ...document.querySelectorAll<HTMLInputElement>('main input:not([type="checkbox"], [type="radio"])'),
    ];
    return fields.flatMap((field) => {
      const paste = new ClipboardEvent('paste', { bubbles: true, cancelable: true });
      const isPersonal = /^(email|password|tel)$/.test(field.type);
      return [
        ...(field.dispatchEvent(paste) ? [] : [`${field.name || field.type} refuses a paste`]),
        ...(isPersonal && !field.autocomplete ? [`${field.name || field.type} has no autocomplete`] : []),
      ];
    });
  });

const moving = (page: Page) =>
  page.evaluate(async () => {
    // Animations that end immediately take a frame.
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    const running = document.getAnimations().filter(({ playState }) => playState === 'running');
    return running.map(({ effect }) => (effect as KeyframeEffect).target?.outerHTML.slice(0, 100));
  });

async function withStyle<Result>(page: Page, css: string, check: () => Promise<Result>): Promise<Result> {
  const style = await page.addStyleTag({ content: css });
  const result = await check();
  await style.evaluate((element) => (element as Element).remove());
  return result;
}

/** As with the browser's setting, which also counts in media queries. */
async function withLargeText<Result>(page: Page, check: () => Promise<Result>): Promise<Result> {
  const devtools = await page.context().newCDPSession(page);
  const setSize = (standard: number) => devtools.send('Page.setFontSizes', { fontSizes: { standard } });
  await setSize(32);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px');
  const result = await check();
  await setSize(16);
  await devtools.detach();
  return result;
}

/** All problems of the page that is open. */
export async function problemsOf(page: Page): Promise<string[]> {
  const found: string[] = [];
  const note = (when: string, problems: string[]) => found.push(...problems.map((problem) => `${when}: ${problem}`));
  note(
    'reduced motion',
    (await moving(page)).map((what) => `${what} moves`),
  );
  note('fields', await fieldProblems(page));
  note('200 % text', await withLargeText(page, () => layoutProblems(page)));
  note('text spacing', await withStyle(page, TEXT_SPACING, () => layoutProblems(page)));
  await page.emulateMedia({ forcedColors: 'active' });
  // So that the focus is that of a keyboard.
  await page.keyboard.press('Tab');
  note('forced colours', await invisibleStates(page));
  await page.emulateMedia({ forcedColors: 'none' });
  for (const viewport of ZOOMED) {
    await page.setViewportSize(viewport);
    note(`${viewport.width} px`, await layoutProblems(page));
    const covered = await coveredByBars(page);
    if (covered > MOST_COVERED)
      note(`${viewport.width} px`, [`bars cover ${Math.round(covered * 100)} % of the window`]);
  }
  note('320 px, text spacing', await withStyle(page, TEXT_SPACING, () => layoutProblems(page)));
  note('names and targets', await accessibilityFindings(page, ['label-content-name-mismatch', 'target-size']));
  await page.setViewportSize(UNZOOMED);
  return found;
}
