import type { Screen, Show } from '@moviebooking/contract/catalogue';
import { Plus } from 'lucide-react';
import { type MouseEvent, memo, useMemo } from 'react';
import { formatClock, formatTime } from '../../lib/cinema-times.ts';
import { cx } from '../../lib/cx.ts';
import { countOf } from '../../lib/numbers.ts';
import { IconButton } from '../../ui/button.tsx';
import { blockLook, DayGrid, DayRow } from '../../ui/day-grid.tsx';
import { blockStyle, durationOf, type Scale, snap, spanOf, startOf } from '../../ui/day-scale.ts';
import { useGradually } from '../../ui/use-gradually.ts';
import type { Slot } from './show-slot.ts';
import { useShowDragging } from './use-show-dragging.ts';

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

/** The first time after all shows of a screen. */
function firstFree(shows: Show[], { from }: Scale): number {
  return snap(Math.max(from, ...shows.map((show) => spanOf(show).end)), NEW_SHOW_STEP_MIN);
}

/** The shows of a day, which can be moved, opened and added to. */
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

  const announcement = moving
    ? `${formatTime(moving.slot.start)}, ${screens.find(({ id }) => id === moving.slot.screenId)?.name}${clash ? `: clashes with ${clash.movie.title}, ${formatTime(startOf(clash))}` : ''}`
    : '';
  return (
    <>
      <p className="mb-2 text-muted text-sm">
        Drag a show (on a touch screen hold it first), or choose it and press the arrow keys, then Enter. Press a free
        slot to add one.
      </p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it listens for the buttons in it */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above */}
      <div ref={grid} {...handlers} onClick={openOrAdd}>
        <DayGrid scale={scale}>
          {drawnScreens.map((screen) => {
            const isLeft = moving?.show.screenId === screen.id;
            return (
              <ScreenRow
                key={screen.id}
                screen={screen}
                shows={byScreen.get(screen.id) ?? NO_SHOWS}
                scale={scale}
                moved={isLeft ? moving.show.id : null}
                start={isLeft ? moving.slot.start : 0}
                rowsAway={isLeft ? rowOf(moving.slot.screenId) - rowOf(screen.id) : 0}
                hasClash={isLeft && clash !== undefined}
                inTheWay={clash?.screenId === screen.id ? clash.id : null}
              />
            );
          })}
        </DayGrid>
      </div>
      <p role="status" className={cx('mt-2 min-h-6 font-medium text-sm', clash ? 'text-danger' : 'text-muted')}>
        {announcement}
      </p>
    </>
  );
}

interface ScreenRowProps {
  screen: Screen;
  shows: Show[];
  scale: Scale;
  /** The show of this row that is being moved, to when, and how many rows away. */
  moved: number | null;
  start: number;
  rowsAway: number;
  hasClash: boolean;
  /** The show of this row that another one would clash with. */
  inTheWay: number | null;
}

const ScreenRow = memo(function ScreenRow(props: ScreenRowProps) {
  const { screen, shows, scale, moved, start, rowsAway, hasClash, inTheWay } = props;
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
          isClash={(show.id === moved && hasClash) || show.id === inTheWay}
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
 * It stays in its own row while it moves, so that it keeps the focus; only its looks go elsewhere. Its time is drawn by the
 * stylesheet, because its name says it already.
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
