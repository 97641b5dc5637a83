/** Looks for texts that don't fit, and for plain English. */
import type { Page } from 'playwright-core';

/** Faults of the page as it is scrolled now, one sentence each. */
export const layoutFaults = (page: Page): Promise<string[]> => page.evaluate(findFaults);

/** Runs in the page, so it uses nothing from outside. */
function findFaults(): string[] {
  const CONTROLS = 'a[href], button, input:not([type="hidden"]), select, textarea';
  const found = new Set<string>();
  const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const isForReaders = (element: Element) =>
    element.closest('.sr-only, svg, option, [data-base-ui-focus-guard]') !== null;
  const nameOf = (element: Element) =>
    `<${element.tagName.toLowerCase()} class="${element.getAttribute('class')?.slice(0, 60) ?? ''}"> "${(element.textContent || element.ariaLabel || '').trim().slice(0, 60)}"`;
  const ancestors = (element: Element) => {
    const all: Element[] = [];
    for (let one: Element | null = element; one; one = one.parentElement) all.push(one);
    return all;
  };
  const clips = (element: Element) => {
    const { overflowX, clipPath } = getComputedStyle(element);
    return overflowX !== 'visible' || clipPath !== 'none';
  };
  const layerOf = (element: Element) =>
    ancestors(element).find((one) => /fixed|sticky/.test(getComputedStyle(one).position)) ?? document.body;
  const overlap = (a: DOMRect, b: DOMRect, by: number) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > by &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > by;
  const accented = /[áéíöüýñçÁÉÍÖÜÝÑÇ]/;

  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) found.add(`The page scrolls sideways by ${scrollWidth - clientWidth} px`);

  interface Text {
    parent: Element;
    control: Element | null;
    layer: Element;
    rects: DOMRect[];
  }
  const texts: Text[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement as Element;
    if (!node.textContent?.trim() || /^(?:SCRIPT|STYLE|NOSCRIPT)$/.test(parent.tagName)) continue;
    if (!isShown(parent) || isForReaders(parent)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const rects = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
    // Cut to nothing: only for screen readers.
    const clipping = ancestors(parent).filter(clips);
    if (clipping.some((one) => one.clientWidth <= 1 && one.clientHeight <= 1)) continue;
    const frames = clipping.map((one) => one.getBoundingClientRect());
    const shown = rects.map(({ x, y, right, bottom }) => {
      const [left, top] = [
        Math.max(x, ...frames.map((frame) => frame.left)),
        Math.max(y, ...frames.map((frame) => frame.top)),
      ];
      const width = Math.min(right, ...frames.map((frame) => frame.right)) - left;
      return new DOMRect(left, top, width, Math.min(bottom, ...frames.map((frame) => frame.bottom)) - top);
    });
    texts.push({
      parent,
      control: parent.closest(CONTROLS),
      layer: layerOf(parent),
      rects: shown.filter(({ width, height }) => width > 1 && height > 1),
    });
    if (clipping.length > 0) continue;
    if (rects.some(({ left, right }) => left < -1 || right > innerWidth + 1))
      found.add(`Outside the window: ${nameOf(parent)}`);
  }

  for (const element of document.querySelectorAll('body *')) {
    if (!isShown(element) || isForReaders(element) || element.matches('input, select, textarea')) continue;
    const { overflowX, overflowY, textOverflow } = getComputedStyle(element);
    const isCut = /hidden|clip/.test(overflowX) && element.scrollWidth > element.clientWidth + 1;
    // An ellipsis is meant for names. A text of the app should fit.
    if (isCut && element.clientWidth > 1 && (textOverflow !== 'ellipsis' || accented.test(element.textContent ?? '')))
      found.add(`Cut off: ${nameOf(element)}`);
    const isLow = /hidden|clip/.test(overflowY) && element.scrollHeight > element.clientHeight + 4;
    if (isLow && element.clientHeight > 1 && accented.test(element.textContent ?? ''))
      found.add(`Cut off below: ${nameOf(element)}`);
  }

  for (const { parent, control, rects } of texts) {
    if (!control || getComputedStyle(control).display === 'inline') continue;
    // A badge may stick out.
    const between = ancestors(parent).slice(0, ancestors(parent).indexOf(control));
    if (between.some((one) => getComputedStyle(one).position === 'absolute')) continue;
    const box = control.getBoundingClientRect();
    if (
      rects.some(
        (r) => r.left < box.left - 1 || r.right > box.right + 1 || r.top < box.top - 3 || r.bottom > box.bottom + 3,
      )
    )
      found.add(`Text outside its control: ${nameOf(parent)}`);
  }

  for (const [index, a] of texts.entries())
    for (const b of texts.slice(index + 1))
      if (
        a.layer === b.layer &&
        a.parent !== b.parent &&
        a.rects.some((one) => b.rects.some((other) => overlap(one, other, 3)))
      )
        found.add(`Texts overlap: ${nameOf(a.parent)} and ${nameOf(b.parent)}`);

  const controls = [...document.querySelectorAll(CONTROLS)].filter(
    (one) => isShown(one) && !isForReaders(one) && !one.closest('.seat-map'),
  );
  const boxes = controls.map((control) => ({ control, box: control.getBoundingClientRect(), layer: layerOf(control) }));
  for (const [index, a] of boxes.entries())
    for (const b of boxes.slice(index + 1)) {
      if (a.layer !== b.layer || a.control.contains(b.control) || !overlap(a.box, b.box, 1)) continue;
      if (a.control.matches('input, textarea')) {
        const { paddingInlineEnd } = getComputedStyle(a.control);
        if (b.box.width <= Number.parseFloat(paddingInlineEnd) + 2) continue;
      }
      found.add(`Controls overlap: ${nameOf(a.control)} and ${nameOf(b.control)}`);
    }

  const canvas = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
  for (const control of controls) {
    const text =
      control instanceof HTMLSelectElement
        ? control.selectedOptions[0]?.textContent
        : control instanceof HTMLInputElement && !control.value
          ? control.placeholder
          : '';
    if (!text || !accented.test(text)) continue;
    const { font, paddingLeft, paddingRight } = getComputedStyle(control);
    canvas.font = font;
    const room = control.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    if (canvas.measureText(text).width > room + 1) found.add(`Cut off in its field: "${text}"`);
  }
  return [...found];
}

/** Words on the page, or read out, without accents: neither pseudo-language nor the test's data. */
export const plainEnglish = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const DATA = /\S+@\S+|MB-[\w-]+|https?:\S+|MovieBooking|English|\b(?:CC|AD)\b|\b(?:am|pm)\b/gi;
    const texts = [...document.querySelectorAll('[aria-label], [alt], [placeholder], [title]')].flatMap((element) =>
      ['aria-label', 'alt', 'placeholder', 'title'].map((name) => element.getAttribute(name) ?? ''),
    );
    // An address has places to wrap between its text nodes.
    const ownText = (element: Element) =>
      [...element.childNodes].map((node) => (node.nodeType === Node.TEXT_NODE ? node.textContent : '')).join('');
    for (const element of document.querySelectorAll('body, body :not(script, style, noscript)'))
      texts.push(ownText(element));
    const isPlain = (text: string) =>
      text
        .replaceAll(DATA, '')
        .match(/\p{L}+/gu)
        ?.some((word) => /^[a-z]{2,}$/i.test(word));
    return [...new Set([...texts, document.title].filter(isPlain).map((text) => text.trim()))];
  });
