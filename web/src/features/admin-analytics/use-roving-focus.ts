import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';

/**
 * Roving tabindex for the marks of a chart (bars, cells): one tab stop, with arrow keys, Home and End. The focused or hovered
 * mark is `active`, and the chart describes it in a tooltip, until the pointer leaves both or Escape is pressed. With `columns`, up
 * and down change the row.
 */
export function useRovingFocus(count: number, columns = 1) {
  const [active, setActive] = useState<number | null>(null);
  const [stop, setStop] = useState(0);
  const marks = useRef(new Map<number, HTMLElement>());

  const isShown = active !== null;
  useEffect(() => {
    if (!isShown) return;
    const hide = ({ key }: { key: string }) => key === 'Escape' && setActive(null);
    addEventListener('keydown', hide);
    return () => removeEventListener('keydown', hide);
  }, [isShown]);

  const leave = ({ relatedTarget }: PointerEvent) => {
    const isOnTooltip = relatedTarget instanceof Element && relatedTarget.closest('[data-chart-tooltip]');
    if (!isOnTooltip) setActive(null);
  };

  const steps: Record<string, number> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -columns,
    ArrowDown: columns,
    Home: -count,
    End: count,
  };

  function onKeyDown(event: KeyboardEvent, index: number): void {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = Math.max(0, Math.min(count - 1, index + step));
    if (columns > 1 && Math.abs(step) === columns && next !== index + step) return;
    setStop(next);
    marks.current.get(next)?.focus();
  }

  return {
    active: active !== null && active < count ? active : null,
    hide: () => setActive(null),
    itemProps: (index: number) => ({
      ref: (element: HTMLElement | null) => {
        if (element) marks.current.set(index, element);
        else marks.current.delete(index);
      },
      tabIndex: index === Math.min(stop, count - 1) ? 0 : -1,
      onKeyDown: (event: KeyboardEvent) => onKeyDown(event, index),
      onFocus: () => {
        setStop(index);
        setActive(index);
      },
      onBlur: () => setActive(null),
      onPointerEnter: () => setActive(index),
      onPointerLeave: leave,
    }),
  };
}
