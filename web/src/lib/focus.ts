import { type RefObject, useEffect, useRef } from 'react';

/** Focuses an element when it mounts, for one that replaces the focused element. */
export function useFocusFirst<Element extends HTMLElement>(): RefObject<Element | null> {
  const ref = useRef<Element>(null);
  useEffect(() => ref.current?.focus(), []);
  return ref;
}

/** For a press that removes its own control: the surrounding dialog takes the focus, otherwise the page. */
export const keepingFocus = (act: () => void) => () => {
  const dialog = document.activeElement?.closest<HTMLElement>('[role="dialog"]');
  (dialog ?? document.querySelector<HTMLElement>('main'))?.focus({ preventScroll: true });
  act();
};
