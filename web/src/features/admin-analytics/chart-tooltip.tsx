import type { ReactNode } from 'react';

/** Stays inside the chart: the further right its mark is, the further left the tooltip shifts. */
export function ChartTooltip({ at, top, children }: { at: number; top?: string; children: ReactNode }) {
  return (
    <div
      aria-hidden
      style={{ left: `${at * 100}%`, translate: `${-at * 100}% ${top ? '-100%' : '0'}`, top: top ?? '0' }}
      className="pointer-events-none absolute z-10 w-max max-w-full rounded-md bg-ink px-3 py-1.5 font-medium text-canvas text-sm shadow-popup"
    >
      {children}
    </div>
  );
}
