import { type RefObject, useEffect, useRef } from 'react';

/** For what takes the place of something that had the focus: it has the focus from the start. */
export function useFocusFirst<Element extends HTMLElement>(): RefObject<Element | null> {
  const ref = useRef<Element>(null);
  useEffect(() => ref.current?.focus(), []);
  return ref;
}

/** For a press that takes its own control away: the dialog or page around it has the focus from then on. */
export const keepingFocus = (act: () => void) => () => {
  document.activeElement?.closest<HTMLElement>('[role="dialog"], main')?.focus({ preventScroll: true });
  act();
};
