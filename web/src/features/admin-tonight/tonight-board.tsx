import type { Hall } from '@moviebooking/contract/activity';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { formatClock, instantOf, toDateTimeField } from '../../lib/cinema-times.ts';
import { useNow } from '../../lib/now.ts';
import { fitTiles, HOUR_GAP, HOUR_LABEL, TILE_GAP } from './board.ts';
import { HallTile } from './hall-tile.tsx';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const BOTTOM_MARGIN = 16;
/** Below this width the page scrolls, with tiles of one size and without shows that are over. */
const NARROW = 700;
const NARROW_TILE = 96;

const hourOf = ({ startTime }: Hall): number => instantOf(`${toDateTimeField(startTime).slice(0, 13)}:00`);

/** All halls on one screen, in columns by the hour in which they start. A line marks the current time. */
export function TonightBoard({ halls, waiting }: { halls: Hall[]; waiting: ReadonlyMap<number, number> }) {
  const board = useRef<HTMLDivElement>(null);
  const space = useSpace(board);
  const now = useNow([Math.ceil((Date.now() + 1) / MINUTE_MS) * MINUTE_MS]);
  const isNarrow = space.width < NARROW;
  const isOver = ({ endTime }: Hall) => Date.parse(endTime) <= now;
  const hours = [...Map.groupBy(isNarrow ? halls.filter((hall) => !isOver(hall)) : halls, hourOf)];
  // The line must not scroll into view before the tiles have their size.
  const measuredHours = space.width === 0 ? [] : hours;
  const fitting = fitTiles(
    hours.map(([, of]) => of.length),
    space,
  );
  const size = isNarrow ? NARROW_TILE : fitting.size;
  /** The first hour that is not over. The line is inside it, or before it. */
  const current = hours.find(([hour]) => now < hour + HOUR_MS)?.[0];
  return (
    <div ref={board} className="overflow-x-auto">
      <ol className="flex max-[700px]:flex-col" style={{ gap: HOUR_GAP }}>
        {measuredHours.map(([hour, of]) => (
          <li key={hour} className="relative shrink-0 border-line border-s ps-1 max-[700px]:border-s-0">
            {hour === current && <NowLine share={Math.max(0, (now - hour) / HOUR_MS)} />}
            <h2 className="text-muted text-sm" style={{ height: HOUR_LABEL }}>
              {formatClock(hour)}
            </h2>
            <ul
              className="grid max-[700px]:flex max-[700px]:flex-wrap"
              style={{
                gap: TILE_GAP,
                gridAutoFlow: 'column',
                gridTemplateRows: `repeat(${Math.min(fitting.rows, of.length)}, auto)`,
              }}
            >
              {of.map((hall) => (
                <li key={hall.showId}>
                  <HallTile hall={hall} size={size} isOver={isOver(hall)} waiting={waiting.get(hall.showId) ?? 0} />
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </div>
  );
}

function NowLine({ share }: { share: number }) {
  const line = useRef<HTMLSpanElement>(null);
  // Returns nothing: React would take the promise of newer browsers for a cleanup.
  useEffect(() => void line.current?.scrollIntoView({ inline: 'center', block: 'nearest' }), []);
  return (
    <span
      ref={line}
      aria-hidden
      style={{ left: `${share * 100}%` }}
      className="pointer-events-none absolute inset-y-0 z-10 w-0.5 bg-accent max-[700px]:hidden"
    />
  );
}

/** The board's width, and its height down to the bottom of the window. */
function useSpace(board: React.RefObject<HTMLDivElement | null>) {
  const [space, setSpace] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const measure = () => {
      const box = board.current?.getBoundingClientRect();
      if (box) setSpace({ width: box.width, height: window.innerHeight - box.top - window.scrollY - BOTTOM_MARGIN });
    };
    const observer = new ResizeObserver(measure);
    observer.observe(document.documentElement);
    if (board.current) observer.observe(board.current);
    window.addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', measure);
    };
  }, [board]);
  return space;
}
