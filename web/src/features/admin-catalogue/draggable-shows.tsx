import type { Screen, Show } from '@moviebooking/contract/catalogue';
import { Plus } from 'lucide-react';
import { type MouseEvent, memo, useMemo } from 'react';
import { formatClock } from '../../lib/cinema-times.ts';
import { cx } from '../../lib/cx.ts';
import { countOf } from '../../lib/numbers.ts';
import { IconButton } from '../../ui/button.tsx';
import { blockLook, DayGrid, DayRow } from '../../ui/day-grid.tsx';
import { blockStyle, durationOf, type Scale, snap, spanOf, startOf } from '../../ui/day-scale.ts';
import { useGradually } from '../../ui/use-gradually.ts';
import type { Slot } from './show-slot.ts';
import { useShowDragging } from './use-show-dragging.ts';
import { describeMove } from './wording.ts';

const NEW_SHOW_STEP_MIN = 15;
const NO_SHOWS: Show[] = [];

interface DraggableShowsProps {
  screens: Screen[];
  shows: Show[];
  scale: Scale;
  onMove: (show: Show, slot: Slot) => void;
  onOpen: (show: Show) => void;
  onAdd: (slot: Slot) => void;
}

/** The first time after a screen's last show. */
function firstFree(shows: Show[], { from }: Scale): number {
  return snap(Math.max(from, ...shows.map((show) => spanOf(show).end)), NEW_SHOW_STEP_MIN);
}

/** A day's shows on a grid: drag one to move it, click one to edit it, click an empty slot to add one. */
export function DraggableShows(props: DraggableShowsProps) {
  const { screens, shows, scale, onMove, onOpen, onAdd } = props;
  const { moving, clash, grid, handlers, showAt, isDragEnd } = useShowDragging({
    shows,
    screens,
    scale,
    onDrop: onMove,
  });
  const byScreen = useMemo(() => {
    const inOrder = shows.toSorted((a, b) => startOf(a) - startOf(b));
    return Map.groupBy(inOrder, ({ screenId }) => screenId);
  }, [shows]);
  const drawnScreens = useGradually(screens, ({ id }) => id);
  const rowOf = (screenId: number) => screens.findIndex(({ id }) => id === screenId);

  function openOrAdd({ target, clientX }: MouseEvent): void {
    const show = showAt(target);
    if (show) {
      if (!moving && !isDragEnd()) onOpen(show);
      return;
    }
    const element = target as HTMLElement;
    const screenId = Number(element.closest<HTMLElement>('[data-screen]')?.dataset.screen);
    if (element.closest('button')) onAdd({ screenId, start: firstFree(byScreen.get(screenId) ?? NO_SHOWS, scale) });
    else if (element.matches('[data-row]')) {
      const { left, width } = element.getBoundingClientRect();
      const start = scale.from + ((clientX - left) / width) * (scale.to - scale.from);
      onAdd({ screenId, start: snap(start, NEW_SHOW_STEP_MIN) });
    }
  }

  const target = screens.find(({ id }) => id === moving?.slot.screenId);
  return (
    <>
      <p className="mb-2 text-muted text-sm">
        Drag a show to move it (hold it first on a touch screen), or focus it and press the arrow keys, then Enter.
        Click an empty slot to add a show.
      </p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it handles events of the buttons inside */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above */}
      <div ref={grid} {...handlers} onClick={openOrAdd}>
        <DayGrid scale={scale}>
          {drawnScreens.map((screen) => {
            const isOrigin = moving?.show.screenId === screen.id;
            return (
              <ScreenRow
                key={screen.id}
                screen={screen}
                shows={byScreen.get(screen.id) ?? NO_SHOWS}
                scale={scale}
                moved={isOrigin ? moving.show.id : null}
                start={isOrigin ? moving.slot.start : 0}
                rowsAway={isOrigin ? rowOf(moving.slot.screenId) - rowOf(screen.id) : 0}
                hasClash={isOrigin && clash !== undefined}
                blocking={clash?.screenId === screen.id ? clash.id : null}
              />
            );
          })}
        </DayGrid>
      </div>
      <p role="status" className={cx('mt-2 min-h-6 font-medium text-sm', clash ? 'text-danger' : 'text-muted')}>
        {moving && describeMove(moving.slot.start, target?.name, clash)}
      </p>
    </>
  );
}

interface ScreenRowProps {
  screen: Screen;
  shows: Show[];
  scale: Scale;
  /** The show being dragged out of this row, its new start, and how many rows away it is. */
  moved: number | null;
  start: number;
  rowsAway: number;
  hasClash: boolean;
  /** The show in this row that the dragged one would overlap. */
  blocking: number | null;
}

const ScreenRow = memo(function ScreenRow(props: ScreenRowProps) {
  const { screen, shows, scale, moved, start, rowsAway, hasClash, blocking } = props;
  return (
    <DayRow
      screenId={screen.id}
      name={screen.name}
      scale={scale}
      isLeft={moved !== null}
      className="cursor-copy"
      aside={<IconButton icon={Plus} label={`Add a show on ${screen.name}`} title="Add a show" />}
    >
      {shows.map((show) => (
        <ShowBlock
          key={show.id}
          show={show}
          scale={scale}
          isMoving={show.id === moved}
          start={show.id === moved ? start : startOf(show)}
          rowsAway={show.id === moved ? rowsAway : 0}
          isClash={(show.id === moved && hasClash) || show.id === blocking}
        />
      ))}
    </DayRow>
  );
});

interface ShowBlockProps {
  show: Show;
  scale: Scale;
  isMoving: boolean;
  start: number;
  rowsAway: number;
  isClash: boolean;
}

/**
 * While it moves, it stays in its own row in the DOM so that it keeps the focus; only its position changes. CSS draws its time,
 * because its accessible name already includes it.
 */
function ShowBlock({ show, scale, isMoving, start, rowsAway, isClash }: ShowBlockProps) {
  const end = start + durationOf(show);
  return (
    <button
      type="button"
      data-show={show.id}
      aria-label={`${show.movie.title}, ${formatClock(start)} to ${formatClock(end)}, ${countOf(show._count.bookings, 'booking')}`}
      style={{ ...blockStyle(scale, { start, end }), translate: `0 ${rowsAway * 4}rem` }}
      className={cx(
        blockLook,
        isMoving ? 'z-3 cursor-grabbing! shadow-popup' : 'cursor-grab!',
        isClash
          ? 'border-danger bg-danger-soft text-danger'
          : 'border-line-strong bg-accent-soft text-ink hover:border-ink',
      )}
    >
      <span className="truncate font-semibold text-[0.8125rem]">{show.movie.title}</span>
      <span data-start={formatClock(start)} className="truncate text-xs before:content-[attr(data-start)]" />
    </button>
  );
}
