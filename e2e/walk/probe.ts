/**
 * Runs inside every page of a walk: watches for what must never be on the screen, follows the focus, and lists the controls.
 * `installProbe` is sent to the browser as text, so it must not use anything from outside.
 */

export interface Control {
  kind: 'seat' | 'field' | 'link' | 'button';
  name: string;
  /** The type of a field, such as "email". */
  type: string;
}

export interface PageState {
  path: string;
  title: string;
  hasHeading: boolean;
  isScrollingSideways: boolean;
  /** Indicators of something in progress. */
  spinners: string[];
  /** Titles of the open dialogs, topmost last. */
  dialogs: string[];
  /** Whether a menu or a list of options is open. */
  hasPopup: boolean;
  /** Programming leftovers, such as "undefined". */
  junk: string[];
  /** Assertive live regions, which interrupt screen readers. */
  assertive: string[];
  /** Whether there are seats, but no live region to announce their changes. */
  areSeatsSilent: boolean;
  /** The element that had the focus, if it is gone and nothing has the focus now. */
  lostFocus: string | null;
  isFocusOnBody: boolean;
  /** Problems seen at any moment since the last call. */
  moments: string[];
}

export interface Probe {
  state(): PageState;
  /** Everything that can be clicked or typed into now. */
  controls(): Control[];
  /** Scrolls the n-th control of the last list into view and returns its centre. */
  reach(index: number): { x: number; y: number } | null;
  /** The index of the control that closes the topmost dialog. */
  closer(): number;
  /** Returns null when the opener of the last closed dialog has the focus again, or no longer exists. */
  hasFocusReturned(): string | null;
}

export function installProbe(maxSeats: number): void {
  const POPUP = '[role="menu"][data-open], [role="listbox"][data-open]';
  const DIALOG = '[role="dialog"][data-open], [role="alertdialog"][data-open]';
  const CONTROLS =
    'a[href], button, input, select, textarea, summary, [role="option"], [role="menuitem"], [role="tab"], [role="switch"]';
  const SPINNERS = '[role="status"][aria-label^="Loading"], .animate-spin, [aria-busy="true"]';
  const JUNK = /\bundefined\b|\bNaN\b|\[object \w+\]|Invalid Date/g;
  const CLOSING = /^(close|cancel|not now|keep \S+|back|i've saved them)$/i;

  const moments = new Set<string>();
  let listed: Element[] = [];
  /** The last element that had the focus and did not give it up. */
  let focused: Element | null = null;
  let focusedOutside: Element | null = null;
  let opener: Element | null = null;
  let openDialogs = 0;

  const isVisible = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && element.getClientRects().length > 0;
  const isUsable = (element: Element) => element.isConnected && isVisible(element) && !element.matches(':disabled');
  const textOf = (element: Element | null | undefined) => (element?.textContent ?? '').replace(/\s+/g, ' ').trim();
  const nameOf = (element: Element) => {
    const label = element instanceof HTMLInputElement ? element.labels?.[0] : null;
    const name = element.getAttribute('aria-label') || textOf(label) || textOf(element) || element.id;
    return name.slice(0, 50);
  };
  const describe = (element: Element) => `<${element.tagName.toLowerCase()}> "${nameOf(element)}"`;
  const paise = (text: string) => Math.round(Number(text.replace(/[^0-9.]/g, '')) * 100);

  function checkMoment(): void {
    const selected = document.querySelectorAll('[data-seat][data-status="selected"]').length;
    if (selected > maxSeats) moments.add(`${selected} seats are selected`);
    const panel = document.querySelector('.selection-panel');
    if (panel) {
      const count = Number.parseInt(textOf(panel.querySelector('.selection-count')), 10);
      const each = [...document.querySelectorAll('.seat-page header li')].map(textOf).find((t) => /per seat$/.test(t));
      const total = textOf(panel.querySelector('.selection-total > :last-child'));
      if (count !== selected) moments.add(`the panel counts ${count} seats, the map shows ${selected}`);
      if (each && paise(each) * count !== paise(total)) moments.add(`${count} seats at "${each}" cost "${total}"`);
    }
    for (const term of document.querySelectorAll('.confirmation dt')) {
      const [each, count] = textOf(term).split(' × ');
      if (!each || !count) continue;
      const total = textOf(term.nextElementSibling);
      if (paise(each) * Number(count) !== paise(total)) moments.add(`"${textOf(term)}" was paid as "${total}"`);
    }
    const dialogs = document.querySelectorAll(DIALOG).length;
    if (dialogs > openDialogs) opener = focusedOutside;
    openDialogs = dialogs;
    if ('walkWasInjected' in globalThis) moments.add('a text was run as a script');
  }

  function noteFocus({ target }: FocusEvent): void {
    if (!(target instanceof Element)) return;
    focused = target;
    if (!target.closest(`${POPUP}, ${DIALOG}`) && !target.hasAttribute('data-base-ui-focus-guard'))
      focusedOutside = target;
  }

  /** An element that is still usable gave the focus up; only one that is gone lost it. */
  function noteBlur({ target, relatedTarget }: FocusEvent): void {
    if (relatedTarget) return;
    setTimeout(() => {
      if (target === focused && document.activeElement !== target && isUsable(target as Element)) focused = null;
    });
  }

  let isScheduled = false;
  new MutationObserver(() => {
    if (isScheduled) return;
    isScheduled = true;
    requestAnimationFrame(() => {
      isScheduled = false;
      checkMoment();
    });
  }).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributeFilter: ['data-status', 'data-open'],
  });
  document.addEventListener('focusin', noteFocus, true);
  document.addEventListener('focusout', noteBlur, true);

  const scope = (): ParentNode =>
    [...document.querySelectorAll(POPUP)].at(-1) ?? [...document.querySelectorAll(DIALOG)].at(-1) ?? document;

  function kindOf(element: Element): Control['kind'] {
    if (element.matches('[data-seat]')) return 'seat';
    if (element.matches('textarea, input:not([type="checkbox"], [type="radio"], [type="file"])')) return 'field';
    return element.matches('a') ? 'link' : 'button';
  }

  /** Other links would leave the app. */
  const isOfTheApp = (element: Element) =>
    !(element instanceof HTMLAnchorElement) ||
    (element.origin === location.origin && !element.pathname.startsWith('/api') && element.target !== '_blank');

  function spinnersNow(): string[] {
    const found = [...document.querySelectorAll(SPINNERS)].filter(isVisible).map((element) => {
      const region = element.closest('[aria-label]');
      return `${element.getAttribute('aria-busy') ? 'busy ' : ''}${region?.getAttribute('aria-label') ?? describe(element.parentElement ?? element)}`;
    });
    return document.body.innerText.includes('Connecting...') ? [...found, 'Connecting...'] : found;
  }

  const probe: Probe = {
    state() {
      const { body, documentElement, activeElement, title } = document;
      checkMoment();
      const isFocusOnBody = activeElement === body || activeElement === null;
      const isLost = isFocusOnBody && focused !== null && !isUsable(focused);
      const seen = [...moments];
      moments.clear();
      return {
        path: location.pathname,
        title,
        hasHeading: [...document.querySelectorAll('h1')].some(
          (heading) => textOf(heading) !== '' && isVisible(heading),
        ),
        isScrollingSideways: documentElement.scrollWidth > documentElement.clientWidth,
        spinners: spinnersNow(),
        dialogs: [...document.querySelectorAll(DIALOG)].map(
          (dialog) => textOf(dialog.querySelector('h2')) || nameOf(dialog),
        ),
        hasPopup: document.querySelector(POPUP) !== null,
        junk: body.innerText.match(JUNK) ?? [],
        assertive: [...document.querySelectorAll('[aria-live="assertive"]')].map(describe),
        areSeatsSilent:
          document.querySelector('[role="grid"]') !== null &&
          document.querySelector('[role="status"], [aria-live="polite"]') === null,
        lostFocus: isLost && focused ? describe(focused) : null,
        isFocusOnBody,
        moments: seen,
      };
    },
    controls() {
      listed = [...scope().querySelectorAll(CONTROLS)].filter(
        (element) => isUsable(element) && isOfTheApp(element) && !element.matches('[type="file"]'),
      );
      return listed.map((element) => ({
        kind: kindOf(element),
        name: nameOf(element),
        type: element instanceof HTMLInputElement ? element.type : element.tagName.toLowerCase(),
      }));
    },
    reach(index) {
      const element = listed[index];
      if (!element?.isConnected) return null;
      element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      const { x, y, width, height } = element.getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    },
    closer() {
      const all = probe.controls();
      return all.findIndex(({ kind, name }) => kind === 'button' && CLOSING.test(name));
    },
    hasFocusReturned() {
      const { activeElement } = document;
      // A lazily loaded dialog may open after the focus has moved on from its button.
      const isOpener = activeElement?.matches('[aria-haspopup]') || opener?.contains(activeElement);
      if (!opener || !isUsable(opener) || isOpener) return null;
      return `${describe(opener)} opened it; ${document.activeElement ? describe(document.activeElement) : 'nothing'} has the focus`;
    },
  };
  Object.assign(globalThis, { walkProbe: probe });
}
