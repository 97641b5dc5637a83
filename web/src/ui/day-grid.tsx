import type { ReactNode } from 'react';
import { formatClock } from '../lib/cinema-times.ts';
import { hoursOf, type Scale } from './day-scale.ts';

/** The look of a block; its state adds the colours. */
export const blockLook =
  'absolute inset-y-1 flex select-none flex-col justify-center overflow-hidden rounded-md border px-2 text-left leading-tight';

/** A day's grid: screens down, hours across. Rows contain blocks, placed with `blockStyle`. The caller names the time zone. */
export function DayGrid({ scale, children }: { scale: Scale; children: ReactNode }) {
  return (
    <div className="overflow-x-auto rounded-xl border border-line bg-surface shadow-card">
      <div className="min-w-240">
        <div aria-hidden className="ml-36 flex border-line border-b text-[0.6875rem] text-muted">
          {hoursOf(scale).map((hour) => (
            <span key={hour} className="grow basis-0 whitespace-nowrap border-line border-l py-1.5 pl-1 tracking-tight">
              {formatClock(hour)}
            </span>
          ))}
        </div>
        {children}
      </div>
    </div>
  );
}

interface DayRowProps {
  screenId: number;
  name: string;
  note?: string | undefined;
  scale: Scale;
  /** Next to the name. */
  aside?: ReactNode;
  /** A block is being dragged out of the row. */
  isLeft?: boolean;
  className?: string;
  children: ReactNode;
}

/** Rows out of view are not rendered, so two hundred screens are as fast as ten. */
export function DayRow({ screenId, name, note, scale, aside, isLeft = false, className = '', children }: DayRowProps) {
  return (
    <section
      data-screen={screenId}
      aria-label={note ? `${name}, ${note}` : name}
      style={isLeft ? undefined : { contentVisibility: 'auto', containIntrinsicHeight: '4rem' }}
      className="flex h-16 border-line border-b last:border-b-0"
    >
      <div className="sticky left-0 z-2 flex w-36 shrink-0 items-center justify-between gap-1 border-line border-r bg-surface pl-3">
        <span className="min-w-0">
          <span className="block truncate font-medium text-sm">{name}</span>
          {note && <span className="block truncate text-muted text-xs">{note}</span>}
        </span>
        {aside}
      </div>
      <div
        data-row
        style={{ backgroundSize: `${100 / hoursOf(scale).length}% 100%` }}
        className={`relative grow bg-[linear-gradient(to_right,var(--color-line)_1px,transparent_1px)] ${className}`}
      >
        {children}
      </div>
    </section>
  );
}
