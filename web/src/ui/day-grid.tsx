import type { ReactNode } from 'react';
import { formatClock } from '../lib/cinema-times.ts';
import { cx } from '../lib/cx.ts';
import { hoursOf, type Scale, shareOf } from './day-scale.ts';

/** The look of a block; its state adds the colours. */
export const blockLook =
  'absolute inset-y-1 flex select-none flex-col justify-center overflow-hidden rounded-md border px-2 text-start leading-tight';

interface DayGridProps {
  scale: Scale;
  /** Draws a line at the current time and dims the past. */
  now?: number;
  children: ReactNode;
}

/**
 * A day's grid: screens down, hours across. Rows contain blocks, placed with `blockStyle`. The caller names the time zone. In a
 * flex column, it fills the height.
 */
export function DayGrid({ scale, now, children }: DayGridProps) {
  return (
    <div className="flex grow flex-col overflow-x-auto rounded-xl border border-line bg-surface shadow-card">
      <div className="relative flex min-w-240 grow flex-col">
        {now !== undefined && <NowLine scale={scale} now={now} />}
        <div aria-hidden className="relative ms-36 flex border-line border-b text-[0.6875rem] text-muted">
          {hoursOf(scale).map((hour) => (
            <span key={hour} className="grow basis-0 whitespace-nowrap border-line border-s py-1.5 ps-1 tracking-tight">
              {formatClock(hour)}
            </span>
          ))}
        </div>
        {children}
      </div>
    </div>
  );
}

function NowLine({ scale, now }: { scale: Scale; now: number }) {
  const share = Math.max(0, Math.min(1, shareOf(scale, now)));
  return (
    <div className="pointer-events-none absolute inset-y-0 end-0 start-36">
      <div style={{ width: `${share * 100}%` }} className="absolute inset-y-0 start-0 bg-sunken/70" />
      {share > 0 && share < 1 && (
        <div style={{ left: `${share * 100}%` }} className="absolute inset-y-0 z-1 border-danger border-s-2">
          <p className="absolute top-1 -translate-x-1/2 whitespace-nowrap rounded-sm bg-danger px-1 font-semibold text-[0.6875rem] text-surface">
            <span className="sr-only">Now: </span>
            {formatClock(now)}
          </p>
        </div>
      )}
    </div>
  );
}

interface DayRowProps {
  screenId: number;
  name: string;
  note?: string | undefined;
  /** Its accessible name, if the name and note don't suffice. */
  label?: string;
  scale: Scale;
  /** Next to the name. */
  aside?: ReactNode;
  /** A block is being dragged out of the row. */
  isLeft?: boolean;
  /** Taller, and grows with the grid. */
  isTall?: boolean;
  className?: string;
  children: ReactNode;
}

/** Rows out of view are not rendered, so two hundred screens are as fast as ten. */
export function DayRow(props: DayRowProps) {
  const {
    screenId,
    name,
    note,
    label = note ? `${name}, ${note}` : name,
    scale,
    aside,
    isLeft = false,
    isTall = false,
    className,
    children,
  } = props;
  return (
    <section
      data-screen={screenId}
      aria-label={label}
      style={isLeft ? undefined : { contentVisibility: 'auto', containIntrinsicHeight: '4rem' }}
      className={cx('flex border-line border-b last:border-b-0', isTall ? 'min-h-22 grow basis-0' : 'h-16')}
    >
      <div className="sticky start-0 z-2 flex w-36 shrink-0 items-center justify-between gap-1 border-line border-e bg-surface ps-3">
        <span className="min-w-0">
          <span className="block truncate font-medium text-sm">{name}</span>
          {note && <span className="block truncate text-muted text-xs">{note}</span>}
        </span>
        {aside}
      </div>
      <div
        data-row
        style={{ backgroundSize: `${100 / hoursOf(scale).length}% 100%` }}
        className={cx('relative grow bg-[linear-gradient(to_right,var(--color-line)_1px,transparent_1px)]', className)}
      >
        {children}
      </div>
    </section>
  );
}
