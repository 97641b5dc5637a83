import type { Screen, Show } from '@moviebooking/contract/catalogue';
import { ChevronDown, Plus } from 'lucide-react';
import { Fragment, type MouseEvent, memo, useEffect, useMemo } from 'react';
import { cx } from '../../lib/cx.ts';
import { useNow } from '../../lib/now.ts';
import { countOf } from '../../lib/numbers.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { IconButton } from '../../ui/button.tsx';
import { DayGrid, DayRow } from '../../ui/day-grid.tsx';
import { MINUTE_MS, type Scale, shareOf, snap, spanOf, startOf } from '../../ui/day-scale.ts';
import { useGradually } from '../../ui/use-gradually.ts';
import { MoveBar } from './move-bar.tsx';
import { ShowBlock } from './show-block.tsx';
import { type Move, type Slot, slotOf } from './show-slot.ts';
import { useShowDragging } from './use-show-dragging.ts';
import { describeMove, describeRefusal } from './wording.ts';

const NEW_SHOW_STEP_MIN = 15;
const NO_SHOWS: Show[] = [];

interface DraggableShowsProps {
  /** In order, cinema by cinema. */
  screens: Screen[];
  shows: Show[];
  scale: Scale;
  /** The cinemas whose screens are hidden. */
  collapsed: ReadonlySet<number>;
  onCollapse: (cinemaId: number) => void;
  last: Move | null;
  onUndo: (move: Move) => void;
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
  const { screens, shows, scale, collapsed, onCollapse, last, onUndo, onMove, onOpen, onAdd } = props;
  const now = useNow([Math.ceil((serverNow() + 1) / MINUTE_MS) * MINUTE_MS]);
  const visible = useMemo(() => screens.filter(({ cinemaId }) => !collapsed.has(cinemaId)), [screens, collapsed]);
  const { moving, clash, refused, dropped, grid, handlers, showAt, isDragEnd } = useShowDragging({
    shows,
    screens: visible,
    scale,
    onDrop: onMove,
  });
  const byScreen = useMemo(() => {
    const inOrder = shows.toSorted((a, b) => startOf(a) - startOf(b));
    return Map.groupBy(inOrder, ({ screenId }) => screenId);
  }, [shows]);
  const cinemas = [...Map.groupBy(screens, ({ cinemaId }) => cinemaId)];
  const drawn = Map.groupBy(
    useGradually(visible, ({ id }) => id),
    ({ cinemaId }) => cinemaId,
  );

  // On a small window the grid is wider than the page.
  const { from, to } = scale;
  useEffect(() => {
    const share = shareOf({ from, to }, serverNow());
    const row = grid.current?.querySelector('[data-row]');
    if (share > 0 && share < 1)
      grid.current?.firstElementChild?.scrollTo({ left: share * (row?.clientWidth ?? 0) - 60 });
  }, [from, to, grid]);

  function openOrAdd({ target, clientX }: MouseEvent): void {
    const show = showAt(target);
    if (show) {
      if (!moving && !isDragEnd()) onOpen(show);
      return;
    }
    const element = target as HTMLElement;
    const screenId = Number(element.closest<HTMLElement>('[data-screen]')?.dataset.screen);
    if (!screenId) return;
    if (element.closest('button')) onAdd({ screenId, start: firstFree(byScreen.get(screenId) ?? NO_SHOWS, scale) });
    else if (element.matches('[data-row]')) {
      const { left, width } = element.getBoundingClientRect();
      const start = scale.from + ((clientX - left) / width) * (scale.to - scale.from);
      onAdd({ screenId, start: snap(start, NEW_SHOW_STEP_MIN) });
    }
  }

  const text = refused ? describeRefusal(refused, screens) : moving && describeMove(moving.slot, screens, clash);
  return (
    <>
      <p className="mb-2 text-muted text-sm">
        Drag a show to move it (hold it first on a touch screen), or focus it and press the arrow keys, then Enter.
        Click an empty slot to add a show.
      </p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it handles events of the buttons inside */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above */}
      <div ref={grid} {...handlers} onClick={openOrAdd} data-fills-height className="flex grow flex-col">
        <DayGrid scale={scale} now={now}>
          {cinemas.map(([cinemaId, ofCinema]) => (
            <Fragment key={cinemaId}>
              {cinemas.length > 1 && (
                <CinemaHeading
                  name={ofCinema[0]?.cinema.name ?? ''}
                  screens={ofCinema.length}
                  shows={ofCinema.reduce((count, { id }) => count + (byScreen.get(id)?.length ?? 0), 0)}
                  isOpen={!collapsed.has(cinemaId)}
                  onToggle={() => onCollapse(cinemaId)}
                />
              )}
              {drawn.get(cinemaId)?.map((screen) => {
                const isOrigin = moving?.show.screenId === screen.id;
                return (
                  <ScreenRow
                    key={screen.id}
                    screen={screen}
                    label={cinemas.length > 1 ? `${screen.name}, ${screen.cinema.name}` : screen.name}
                    shows={byScreen.get(screen.id) ?? NO_SHOWS}
                    scale={scale}
                    now={now}
                    moved={isOrigin ? moving.show.id : null}
                    start={isOrigin ? moving.slot.start : 0}
                    offset={isOrigin ? moving.offset : 0}
                    hasClash={isOrigin && clash !== undefined}
                    blocking={clash?.screenId === screen.id ? clash.id : null}
                  />
                );
              })}
            </Fragment>
          ))}
        </DayGrid>
      </div>
      <MoveBar
        text={text}
        isProblem={refused !== null || clash !== undefined}
        last={last}
        screens={screens}
        onUndo={(move) => {
          dropped.current = { show: move.show, to: slotOf(move.show) };
          onUndo(move);
        }}
      />
    </>
  );
}

interface CinemaHeadingProps {
  name: string;
  screens: number;
  shows: number;
  isOpen: boolean;
  onToggle: () => void;
}

function CinemaHeading({ name, screens, shows, isOpen, onToggle }: CinemaHeadingProps) {
  return (
    <h2 className="border-line border-b bg-sunken last:border-b-0">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={onToggle}
        className="sticky start-0 flex h-11 max-w-[min(40rem,100vw-3rem)] items-center gap-2 px-3 text-sm -outline-offset-2!"
      >
        <ChevronDown aria-hidden className={cx('size-4 shrink-0 transition-transform', !isOpen && '-rotate-90')} />
        <span className="min-w-0 truncate font-semibold" title={name}>
          {name}
        </span>
        <span className="whitespace-nowrap text-muted">
          {countOf(screens, 'screen')}, {countOf(shows, 'show')}
        </span>
      </button>
    </h2>
  );
}

interface ScreenRowProps {
  screen: Screen;
  /** With several cinemas, names the screen's cinema. */
  label: string;
  shows: Show[];
  scale: Scale;
  now: number;
  /** The show being dragged out of this row, its new start, and how far below the row it is, in pixels. */
  moved: number | null;
  start: number;
  offset: number;
  hasClash: boolean;
  /** The show in this row that the dragged one would overlap. */
  blocking: number | null;
}

const ScreenRow = memo(function ScreenRow(props: ScreenRowProps) {
  const { screen, label, shows, scale, now, moved, start, offset, hasClash, blocking } = props;
  return (
    <DayRow
      screenId={screen.id}
      name={screen.name}
      label={label}
      isTall
      scale={scale}
      isLeft={moved !== null}
      className="cursor-copy"
      aside={<IconButton icon={Plus} label={`Add a show on ${label}`} title="Add a show" />}
    >
      {shows.map((show) => (
        <ShowBlock
          key={show.id}
          show={show}
          scale={scale}
          now={now}
          isMoving={show.id === moved}
          start={show.id === moved ? start : startOf(show)}
          offset={show.id === moved ? offset : 0}
          isClash={(show.id === moved && hasClash) || show.id === blocking}
        />
      ))}
    </DayRow>
  );
});
