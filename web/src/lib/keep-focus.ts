/**
 * Rescues the focus when the focused element disappears, such as a cleared filter or a toast. The browser would drop it, and
 * the next Tab would start at the top of the document. Instead, the surrounding dialog or page takes it.
 */

/** Dialogs, menus and new pages move the focus themselves, a moment after an element disappears. */
const OTHERS_FIRST_MS = 100;

const isGone = (element: HTMLElement) => !element.checkVisibility() || element.matches(':disabled');

export function keepFocus(): void {
  let focused: HTMLElement | null = null;
  let around: HTMLElement | null = null;
  document.addEventListener('focusin', ({ target }) => {
    focused = target as HTMLElement;
    around = focused.closest('[role="dialog"], main');
  });
  const moveOn = () => {
    const { activeElement, body } = document;
    if (!focused || (activeElement !== body && activeElement !== focused) || !isGone(focused)) return;
    const dialog = [...document.querySelectorAll<HTMLElement>('[role="dialog"][data-open]')].at(-1);
    const next = dialog ?? (around?.isConnected ? around : document.getElementById('main'));
    next?.focus({ preventScroll: true });
  };
  // A disabled or hidden element keeps the focus until the next frame.
  new MutationObserver((changes) => {
    const isMaybeHidden = changes.some(({ type }) => type === 'attributes');
    if (focused && (isMaybeHidden || document.activeElement === document.body)) setTimeout(moveOn, OTHERS_FIRST_MS);
  }).observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled', 'hidden'] });
}
