/**
 * Moves a show over the grid by mouse, touch or arrow keys, until it is dropped. The grid handles the events of all its blocks
 * (`data-show`), so that only the moving block re-renders.
 */
import type { Screen, Show } from '@moviebooking/contract/catalogue';
import { type FocusEvent, type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { MINUTE_MS, type Scale, snap } from '../../ui/day-scale.ts';
import { findClash, type Slot, slotOf } from './show-slot.ts';

const STEP_MIN = 5;
/** Less movement than this is a click. */
const DRAG_PX = 4;
/** A finger that moves sooner than this scrolls the page. */
const LONG_PRESS_MS = 400;

interface Grabbed {
  show: Show;
  x: number;
  y: number;
  width: number;
  rowHeight: number;
}

interface ShowDraggingOptions {
  shows: Show[];
  screens: Screen[];
  scale: Scale;
  onDrop: (show: Show, slot: Slot) => void;
}

const ARROWS: Record<string, { minutes: number; rows: number }> = {
  ArrowLeft: { minutes: -STEP_MIN, rows: 0 },
  ArrowRight: { minutes: STEP_MIN, rows: 0 },
  ArrowUp: { minutes: 0, rows: -1 },
  ArrowDown: { minutes: 0, rows: 1 },
};

const blockAt = (target: EventTarget): HTMLElement | null => (target as Element).closest<HTMLElement>('[data-show]');

export function useShowDragging({ shows, screens, scale, onDrop }: ShowDraggingOptions) {
  const [moving, setMoving] = useState<{ show: Show; slot: Slot } | null>(null);
  const grabbed = useRef<Grabbed | null>(null);
  /** Whether the next click event is the end of a drag. */
  const wasDragged = useRef(false);
  const longPress = useRef<ReturnType<typeof setTimeout>>(undefined);
  const grid = useRef<HTMLDivElement>(null);
  const clash = moving ? findClash(moving.show, moving.slot, shows) : undefined;

  // React's touch listeners are passive; preventing the page from scrolling needs an active one.
  useEffect(() => {
    const preventScrolling = (event: TouchEvent) => grabbed.current && event.preventDefault();
    const element = grid.current;
    element?.addEventListener('touchmove', preventScrolling, { passive: false });
    return () => element?.removeEventListener('touchmove', preventScrolling);
  }, []);

  const showAt = (target: EventTarget): Show | undefined => {
    const id = Number(blockAt(target)?.dataset.show);
    return shows.find((show) => show.id === id);
  };

  const screenAtOffset = (screenId: number, rows: number): number => {
    const index = screens.findIndex(({ id }) => id === screenId) + rows;
    return screens[Math.max(0, Math.min(screens.length - 1, index))]?.id ?? screenId;
  };

  const endDrag = () => {
    clearTimeout(longPress.current);
    grabbed.current = null;
    setMoving(null);
  };

  function drop(): void {
    if (!moving || clash) return;
    const from = slotOf(moving.show);
    const hasMoved = from.start !== moving.slot.start || from.screenId !== moving.slot.screenId;
    if (hasMoved) onDrop(moving.show, moving.slot);
    endDrag();
  }

  const handlers = {
    onKeyDown(event: KeyboardEvent) {
      const show = showAt(event.target);
      if (!show) return;
      if (event.key !== 'Escape') wasDragged.current = false;
      const arrow = ARROWS[event.key];
      const slot = moving?.show.id === show.id ? moving.slot : slotOf(show);
      if (arrow) {
        event.preventDefault();
        setMoving({
          show,
          slot: {
            screenId: screenAtOffset(slot.screenId, arrow.rows),
            start: slot.start + arrow.minutes * MINUTE_MS,
          },
        });
      } else if (event.key === 'Escape') endDrag();
      else if ((event.key === 'Enter' || event.key === ' ') && moving) {
        event.preventDefault();
        drop();
      }
    },
    onBlur(event: FocusEvent) {
      if (showAt(event.target)) endDrag();
    },
    onPointerDown({ button, pointerType, clientX: x, clientY: y, target }: PointerEvent) {
      const show = showAt(target);
      const row = blockAt(target)?.closest<HTMLElement>('[data-row]');
      if (button !== 0 || !show || !row) return;
      wasDragged.current = false;
      const held = { show, x, y, width: row.clientWidth, rowHeight: row.offsetHeight };
      if (pointerType !== 'touch') {
        grabbed.current = held;
        return;
      }
      longPress.current = setTimeout(() => {
        grabbed.current = held;
        wasDragged.current = true;
        setMoving({ show, slot: slotOf(show) });
      }, LONG_PRESS_MS);
    },
    onPointerMove({ clientX, clientY, target, pointerId }: PointerEvent) {
      if (!grabbed.current) return;
      const { show, x, y, width, rowHeight } = grabbed.current;
      const [dx, dy] = [clientX - x, clientY - y];
      if (!moving && Math.hypot(dx, dy) < DRAG_PX) return;
      wasDragged.current = true;
      blockAt(target)?.setPointerCapture(pointerId);
      const from = slotOf(show);
      const timeAway = (dx / width) * (scale.to - scale.from);
      setMoving({
        show,
        slot: {
          screenId: screenAtOffset(from.screenId, Math.round(dy / rowHeight)),
          start: snap(from.start + timeAway, STEP_MIN),
        },
      });
    },
    onPointerUp() {
      clearTimeout(longPress.current);
      const wasGrabbed = grabbed.current !== null;
      grabbed.current = null;
      if (!moving || !wasGrabbed) return;
      if (clash) endDrag();
      else drop();
    },
    onPointerCancel: endDrag,
    /** A long press would open the browser's context menu. */
    onContextMenu(event: { preventDefault: () => void }) {
      if (grabbed.current) event.preventDefault();
    },
  };

  return { moving, clash, grid, handlers, showAt, isDragEnd: () => wasDragged.current };
}
