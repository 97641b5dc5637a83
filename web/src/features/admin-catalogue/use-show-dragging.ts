/**
 * Moves a show over the grid by mouse, touch or arrow keys, until it is dropped. The grid handles the events of all its blocks
 * (`data-show`), so that only the moving block re-renders.
 */
import type { Screen, Show } from '@moviebooking/contract/catalogue';
import { type FocusEvent, type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { MINUTE_MS, type Scale, snap, startOf } from '../../ui/day-scale.ts';
import { findClash, type Move, type Slot, slotOf } from './show-slot.ts';

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
  /** The offset is how far below its own row the show is drawn, in pixels. */
  const [moving, setMoving] = useState<{ show: Show; slot: Slot; offset: number } | null>(null);
  /** The last drop that clashed. */
  const [refused, setRefused] = useState<{ slot: Slot; clash: Show } | null>(null);
  const dropped = useRef<Pick<Move, 'show' | 'to'> | null>(null);
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

  const rowOf = (screenId: number) => grid.current?.querySelector<HTMLElement>(`[data-screen="${screenId}"]`);

  function follow(show: Show, slot: Slot): void {
    const [from, to] = [rowOf(show.screenId), rowOf(slot.screenId)];
    setRefused(null);
    setMoving({ show, slot, offset: from && to ? to.offsetTop - from.offsetTop : 0 });
  }

  /** The screen at this point of the window; the last one outside of the rows. */
  function screenAt(x: number, y: number, last: number): number {
    const row = document.elementsFromPoint(x, y).find((element) => element.matches('[data-row]'));
    return Number(row?.closest<HTMLElement>('[data-screen]')?.dataset.screen ?? last);
  }

  // A show that has moved to another row is a new element, so it lost the focus, perhaps to the page's main region.
  useEffect(() => {
    const { show, to } = dropped.current ?? {};
    const moved = shows.find(({ id }) => id === show?.id);
    if (!moved || moved.screenId !== to?.screenId || startOf(moved) !== to.start) return;
    dropped.current = null;
    const block = grid.current?.querySelector<HTMLElement>(`[data-show="${moved.id}"]`);
    if (document.activeElement?.matches('body, main')) block?.focus({ preventScroll: true });
  }, [shows]);

  const endDrag = () => {
    clearTimeout(longPress.current);
    grabbed.current = null;
    setMoving(null);
  };

  function drop(): void {
    if (!moving) return;
    if (clash) {
      setRefused({ slot: moving.slot, clash });
      return;
    }
    const from = slotOf(moving.show);
    const hasMoved = from.start !== moving.slot.start || from.screenId !== moving.slot.screenId;
    dropped.current = { show: moving.show, to: moving.slot };
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
        follow(show, {
          screenId: screenAtOffset(slot.screenId, arrow.rows),
          start: slot.start + arrow.minutes * MINUTE_MS,
        });
      } else if (event.key === 'Escape') {
        setRefused(null);
        endDrag();
      } else if ((event.key === 'Enter' || event.key === ' ') && moving) {
        event.preventDefault();
        drop();
      }
    },
    onBlur(event: FocusEvent) {
      // A press on a show takes the focus from another one.
      if (moving && showAt(event.target)?.id === moving.show.id) endDrag();
    },
    onPointerDown({ button, pointerType, clientX: x, clientY: y, target }: PointerEvent) {
      const show = showAt(target);
      const row = blockAt(target)?.closest<HTMLElement>('[data-row]');
      if (button !== 0 || !show || !row) return;
      wasDragged.current = false;
      const held = { show, x, y, width: row.clientWidth };
      if (pointerType !== 'touch') {
        grabbed.current = held;
        return;
      }
      longPress.current = setTimeout(() => {
        grabbed.current = held;
        wasDragged.current = true;
        follow(show, slotOf(show));
      }, LONG_PRESS_MS);
    },
    onPointerMove({ clientX, clientY, target, pointerId }: PointerEvent) {
      if (!grabbed.current) return;
      const { show, x, y, width } = grabbed.current;
      const [dx, dy] = [clientX - x, clientY - y];
      if (!moving && Math.hypot(dx, dy) < DRAG_PX) return;
      wasDragged.current = true;
      blockAt(target)?.setPointerCapture(pointerId);
      const from = slotOf(show);
      const timeAway = (dx / width) * (scale.to - scale.from);
      follow(show, {
        screenId: screenAt(clientX, clientY, moving?.slot.screenId ?? from.screenId),
        start: snap(from.start + timeAway, STEP_MIN),
      });
    },
    onPointerUp() {
      clearTimeout(longPress.current);
      const wasGrabbed = grabbed.current !== null;
      grabbed.current = null;
      if (!moving || !wasGrabbed) return;
      drop();
      if (clash) endDrag();
    },
    onPointerCancel: endDrag,
    /** A long press would open the browser's context menu. */
    onContextMenu(event: { preventDefault: () => void }) {
      if (grabbed.current) event.preventDefault();
    },
  };

  return { moving, clash, refused, dropped, grid, handlers, showAt, isDragEnd: () => wasDragged.current };
}
