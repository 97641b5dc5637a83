import type { ReactNode } from 'react';

interface ChartTooltipProps {
  /** From 0 to 1. */
  at: number;
  top?: string;
  onLeave: () => void;
  children: ReactNode;
}

/**
 * Stays inside the chart: the further right its mark is, the further left the tooltip shifts. Touches its mark, so that the pointer
 * can move onto it (WCAG 1.4.13).
 */
export function ChartTooltip({ at, top, onLeave, children }: ChartTooltipProps) {
  return (
    <div
      aria-hidden
      data-chart-tooltip
      onPointerLeave={onLeave}
      style={{ left: `${at * 100}%`, translate: `${-at * 100}% ${top ? '-100%' : '0'}`, top: top ?? '0' }}
      className="absolute z-10 w-max max-w-full rounded-md bg-ink px-3 py-1.5 font-medium text-canvas text-sm shadow-popup"
    >
      {children}
    </div>
  );
}
