import type { Hall } from '@moviebooking/contract/activity';
import { DoorOpen, Hourglass, type LucideIcon, TriangleAlert } from 'lucide-react';
import { memo } from 'react';
import { Link } from 'react-router';
import { formatClock } from '../../lib/cinema-times.ts';
import { cx } from '../../lib/cx.ts';
import { formatPercent } from '../../lib/numbers.ts';
import { countSeats, MAP_VIEW, pathOf, TILE_LABEL } from './board.ts';
import { describeHall } from './wording.ts';

/** By the state's character. A held seat is hollow. */
export const SEAT_COLOURS: Record<string, string> = {
  '-': 'fill-line',
  h: 'fill-none stroke-primary [stroke-width:0.18]',
  b: 'fill-primary',
  c: 'fill-success',
};

/** The heading of the hour says it already. */
const HALF_OF_DAY = / [ap]m$/;

interface HallTileProps {
  hall: Hall;
  /** In pixels. */
  size: number;
  isOver: boolean;
  waiting: number;
}

/** A hall's seats, how full it is, and what needs attention there. Opens its seat layout. */
export const HallTile = memo(function HallTile({ hall, size, isOver, waiting }: HallTileProps) {
  const { sold, sellable } = countSeats(hall.seats);
  return (
    <Link
      to={`/admin/shows/${hall.showId}/seats`}
      title={describeHall(hall, waiting)}
      style={{ width: size, height: size + TILE_LABEL }}
      className={cx('flex flex-col rounded-sm hover:bg-sunken', isOver && 'text-muted')}
    >
      <span className="sr-only">{describeHall(hall, waiting)}</span>
      <span className="relative min-h-0 grow">
        <svg aria-hidden viewBox={MAP_VIEW} className={cx('size-full', isOver && 'opacity-45')}>
          {Object.entries(SEAT_COLOURS).map(([state, colour]) => (
            <path key={state} d={pathOf(hall.seats, state)} className={colour} />
          ))}
        </svg>
        <span aria-hidden className="absolute top-0 end-0 flex flex-col items-end gap-0.5">
          {waiting > 0 && <Flag icon={Hourglass} tone="bg-warning-soft text-warning" count={waiting} />}
          {hall.conflicts > 0 && <Flag icon={TriangleAlert} tone="bg-danger-soft text-danger" count={hall.conflicts} />}
        </span>
      </span>
      <span
        aria-hidden
        className="flex items-center gap-1 whitespace-nowrap pt-0.5 font-semibold text-xs leading-4 tabular-nums"
      >
        {formatClock(hall.startTime).replace(HALF_OF_DAY, '')}
        {hall.isAdmitting && <DoorOpen className="size-3.5 shrink-0 text-success" />}
        {size >= 72 && sellable > 0 && (
          <span className="ms-auto">{formatPercent(Math.round((sold / sellable) * 100) / 100)}</span>
        )}
      </span>
      <span aria-hidden className="truncate text-[0.6875rem] text-muted leading-4">
        {hall.screenName}, {hall.cinemaName}
      </span>
    </Link>
  );
});

function Flag({ icon: Icon, tone, count }: { icon: LucideIcon; tone: string; count?: number }) {
  return (
    <span className={cx('flex items-center gap-0.5 rounded-xs px-0.5 font-semibold text-xs shadow-sm', tone)}>
      <Icon className="size-3.5" />
      {count}
    </span>
  );
}
