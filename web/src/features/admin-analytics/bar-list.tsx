import { ChartTooltip } from './chart-tooltip.tsx';
import { useRovingFocus } from './use-roving-focus.ts';

export interface Bar {
  key: number;
  name: string;
  note?: string;
  value: number;
  /** For the tooltip and for screen readers. */
  detail: string;
}

interface BarListProps {
  label: string;
  bars: Bar[];
  format: (value: number) => string;
  /** The value of a full-length bar. Defaults to the largest value. */
  full?: number;
}

/** Horizontal bars in the given order. One tab stop; the arrow keys move between bars. */
export function BarList({ label, bars, format, full }: BarListProps) {
  const { active, hide, itemProps } = useRovingFocus(bars.length);
  const longest = full ?? Math.max(...bars.map(({ value }) => value), 1);
  return (
    <ul aria-label={label} className="flex flex-col gap-1">
      {bars.map(({ key, name, note, value, detail }, index) => (
        <li key={key} className="relative">
          <button
            type="button"
            {...itemProps(index)}
            className="group block w-full cursor-default! rounded-sm py-1.5 text-start"
          >
            <span className="flex items-baseline justify-between gap-4 text-sm">
              <span className="wrap-anywhere line-clamp-2 min-w-0">
                <span className="font-medium">{name}</span> {note && <span className="text-muted">{note}</span>}
              </span>
              <span className="shrink-0 font-semibold tabular-nums">{format(value)}</span>
              <span className="sr-only">{detail}</span>
            </span>
            <span className="mt-1 block h-2 overflow-hidden rounded-full bg-sunken">
              <span
                style={{ width: `${(value / longest) * 100}%` }}
                className="block h-full rounded-full bg-primary group-hover:bg-accent group-focus-visible:bg-accent"
              />
            </span>
          </button>
          {active === index && (
            <ChartTooltip at={0.5} top="0" onLeave={hide}>
              {detail}
            </ChartTooltip>
          )}
        </li>
      ))}
    </ul>
  );
}
