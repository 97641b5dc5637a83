import { type RefObject, useEffect, useRef } from 'react';

/** For what takes the place of something that had the focus: it has the focus from the start. */
export function useFocusFirst<Element extends HTMLElement>(): RefObject<Element | null> {
  const ref = useRef<Element>(null);
  useEffect(() => ref.current?.focus(), []);
  return ref;
}
