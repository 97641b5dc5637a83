import type { Show } from '@moviebooking/contract/catalogue';
import { Clapperboard } from 'lucide-react';
import type { CSSProperties } from 'react';
import { formatClock } from '../../lib/cinema-times.ts';
import { cx } from '../../lib/cx.ts';
import { blockLook } from '../../ui/day-grid.tsx';
import { blockStyle, durationOf, type Scale } from '../../ui/day-scale.ts';
import { Poster } from '../../ui/poster.tsx';
import { describeBlock, describeFill, shareSold } from './wording.ts';

/** Spreads the hues of successive movies as far apart as possible. */
const GOLDEN_ANGLE = 137.508;

interface ShowBlockProps {
  show: Show;
  scale: Scale;
  now: number;
  isMoving: boolean;
  start: number;
  /** How far below its own row it is dragged, in pixels. */
  offset: number;
  isClash: boolean;
}

/**
 * While it moves, it stays in its own row in the DOM so that it keeps the focus; only its position changes. CSS draws its time
 * and sales, because its accessible name already includes them.
 */
export function ShowBlock({ show, scale, now, isMoving, start, offset, isClash }: ShowBlockProps) {
  const end = start + durationOf(show);
  const isPast = end <= now;
  const share = shareSold(show);
  const lineLook = 'truncate text-xs before:content-[attr(data-text)] @max-[7rem]:col-span-2';
  return (
    <button
      type="button"
      data-show={show.id}
      data-past={isPast || undefined}
      title={show.movie.title}
      aria-label={describeBlock(show, start, end, isPast)}
      style={
        {
          ...blockStyle(scale, { start, end }),
          translate: `0 ${offset}px`,
          '--hue': (show.movieId * GOLDEN_ANGLE) % 360,
        } as CSSProperties
      }
      className={cx(
        blockLook,
        '[container-type:size]',
        isMoving ? 'z-3 cursor-grabbing! shadow-popup' : 'cursor-grab!',
        isClash ? 'border-danger bg-danger-soft text-danger' : 'tinted',
        isPast && 'text-muted [--strength:0.25]',
      )}
    >
      <span className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-2">
        <Poster
          src={show.movie.posterUrl}
          title={show.movie.title}
          fallback={<Clapperboard aria-hidden className="m-auto h-full w-3/5" />}
          className={cx(
            // A press on a picture would drag the picture.
            'pointer-events-none w-5 rounded-xs @min-[7rem]:row-span-3 @min-[7rem]:w-9 [@container_(min-width:9rem)_and_(min-height:8rem)]:w-14',
            isPast && 'opacity-50',
          )}
        />
        <span className="line-clamp-2 font-semibold text-[0.8125rem] @max-[7rem]:text-xs">{show.movie.title}</span>
        <span data-text={formatClock(start)} className={lineLook} />
        <span data-text={describeFill(show)} className={cx(lineLook, 'tabular-nums')} />
      </span>
      <span aria-hidden className="absolute inset-x-0 bottom-0 h-1 bg-current/15">
        <span style={{ width: `${share * 100}%` }} className="block h-full bg-current/70" />
      </span>
    </button>
  );
}
