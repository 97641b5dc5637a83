import { niceScale } from './axis-scale.ts';
import { ChartTooltip } from './chart-tooltip.tsx';
import { useRovingFocus } from './use-roving-focus.ts';

interface ColumnChartProps {
  label: string;
  columns: { name: string; shortName: string; value: number }[];
  format: (value: number) => string;
}

const MAX_LABELS = 7;

/** One column per day, on a scale from zero. One tab stop; the arrow keys move between days. */
export function ColumnChart({ label, columns, format }: ColumnChartProps) {
  const { active, itemProps } = useRovingFocus(columns.length);
  const { max, steps } = niceScale(Math.max(...columns.map(({ value }) => value)));
  const labelEvery = Math.ceil(columns.length / MAX_LABELS);
  const shown = active === null ? undefined : columns[active];
  return (
    <div className="relative">
      <div className="flex h-56 sm:h-64">
        <div aria-hidden className="relative w-14 shrink-0 text-muted text-xs tabular-nums">
          {steps.map((step) => (
            <span
              key={step}
              style={{ bottom: `${(step / max) * 100}%` }}
              className="absolute right-2 translate-y-1/2 whitespace-nowrap"
            >
              {format(step)}
            </span>
          ))}
        </div>
        <div className="relative min-w-0 grow">
          {steps.map((step) => (
            <div
              key={step}
              aria-hidden
              style={{ bottom: `${(step / max) * 100}%` }}
              className="absolute inset-x-0 border-line border-t"
            />
          ))}
          <ul aria-label={label} className="absolute inset-0 flex items-end">
            {columns.map(({ name, value }, index) => (
              <li key={name} className="h-full min-w-0 grow basis-0">
                <button
                  type="button"
                  {...itemProps(index)}
                  aria-label={`${name}: ${format(value)}`}
                  className="group flex size-full cursor-default! items-end px-[12%] -outline-offset-1"
                >
                  <span
                    style={{ height: `${(value / max) * 100}%` }}
                    className="w-full rounded-t-xs bg-primary group-hover:bg-accent group-focus-visible:bg-accent"
                  />
                </button>
              </li>
            ))}
          </ul>
          {shown && active !== null && (
            <ChartTooltip at={columns.length > 1 ? active / (columns.length - 1) : 0.5}>
              {shown.name}: {format(shown.value)}
            </ChartTooltip>
          )}
        </div>
      </div>
      <div aria-hidden className="mt-1.5 ml-14 flex text-muted text-xs">
        {columns.map(({ name, shortName }, index) => (
          <span key={name} className="relative h-4 min-w-0 grow basis-0">
            {(columns.length - 1 - index) % labelEvery === 0 && (
              <span className="absolute left-1/2 -translate-x-1/2 whitespace-nowrap">{shortName}</span>
            )}
          </span>
        ))}
      </div>
    </div>
  );
}
