/** A show that is being moved over the grid, by mouse or by arrow keys, and is not saved yet. */
import type { Screen, Show } from '@moviebooking/contract/catalogue';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { clashAt, MINUTE_MS, type Place, placeOf, type Scale, snap } from './day-places.ts';

const STEP_MIN = 5;
/** A press that moves less than this is a click. */
const DRAG_PX = 4;

interface Moving {
  show: Show;
  place: Place;
}

interface Grabbed {
  x: number;
  y: number;
  width: number;
  rowHeight: number;
}

interface MovingOptions {
  shows: Show[];
  screens: Screen[];
  scale: Scale;
  onDrop: (show: Show, place: Place) => void;
  onOpen: (show: Show) => void;
}

const ARROWS: Record<string, { minutes: number; rows: number }> = {
  ArrowLeft: { minutes: -STEP_MIN, rows: 0 },
  ArrowRight: { minutes: STEP_MIN, rows: 0 },
  ArrowUp: { minutes: 0, rows: -1 },
  ArrowDown: { minutes: 0, rows: 1 },
};

export function useMoving({ shows, screens, scale, onDrop, onOpen }: MovingOptions) {
  const [moving, setMoving] = useState<Moving | null>(null);
  const [grabbed, setGrabbed] = useState<Grabbed | null>(null);
  const clash = moving ? clashAt(moving.show, moving.place, shows) : undefined;

  const screenAway = (screenId: number, rows: number): number => {
    const index = screens.findIndex(({ id }) => id === screenId) + rows;
    return screens[Math.max(0, Math.min(screens.length - 1, index))]?.id ?? screenId;
  };

  const letGo = () => {
    setMoving(null);
    setGrabbed(null);
  };

  function drop(): void {
    if (!moving || clash) return;
    const from = placeOf(moving.show);
    const isElsewhere = from.start !== moving.place.start || from.screenId !== moving.place.screenId;
    if (isElsewhere) onDrop(moving.show, moving.place);
    letGo();
  }

  const handlersOf = (show: Show) => ({
    onKeyDown(event: KeyboardEvent) {
      const arrow = ARROWS[event.key];
      const place = moving?.show.id === show.id ? moving.place : placeOf(show);
      if (arrow) {
        event.preventDefault();
        setMoving({
          show,
          place: {
            screenId: screenAway(place.screenId, arrow.rows),
            start: place.start + arrow.minutes * MINUTE_MS,
          },
        });
      } else if (event.key === 'Escape') letGo();
      else if ((event.key === 'Enter' || event.key === ' ') && moving) {
        event.preventDefault();
        drop();
      }
    },
    onBlur: letGo,
    onClick() {
      if (!moving) onOpen(show);
    },
    onPointerDown({ button, pointerType, clientX: x, clientY: y, currentTarget }: PointerEvent<HTMLElement>) {
      const row = currentTarget.closest<HTMLElement>('[data-row]');
      // A finger scrolls; it opens the show by a tap.
      if (button !== 0 || pointerType === 'touch' || !row) return;
      setGrabbed({ x, y, width: row.clientWidth, rowHeight: row.offsetHeight });
    },
    onPointerMove({ clientX, clientY, currentTarget, pointerId }: PointerEvent<HTMLElement>) {
      if (!grabbed) return;
      const [dx, dy] = [clientX - grabbed.x, clientY - grabbed.y];
      if (!moving && Math.hypot(dx, dy) < DRAG_PX) return;
      currentTarget.setPointerCapture(pointerId);
      const from = placeOf(show);
      const minutesAway = (dx / grabbed.width) * (scale.to - scale.from);
      setMoving({
        show,
        place: {
          screenId: screenAway(from.screenId, Math.round(dy / grabbed.rowHeight)),
          start: snap(from.start + minutesAway, STEP_MIN),
        },
      });
    },
    onPointerUp() {
      setGrabbed(null);
      // The click that ends the drag comes next and must still find the show moving.
      if (moving) setTimeout(clash ? letGo : drop);
    },
    onPointerCancel: letGo,
  });

  return { moving, clash, handlersOf };
}
