import { Link } from 'react-router';
import { cx } from '../../lib/cx.ts';
import { niceScale } from './axis-scale.ts';
import { ChartTooltip } from './chart-tooltip.tsx';
import { useRovingFocus } from './use-roving-focus.ts';

export interface Column {
  key: string;
  shortName: string;
  value: number;
  /** The same day of the period before, drawn behind the column. */
  before: number | undefined;
  /** For the tooltip and for screen readers. */
  detail: string;
  /** The page that the column opens. */
  to: string;
}

interface ColumnChartProps {
  label: string;
  columns: Column[];
  format: (value: number) => string;
}

const MAX_LABELS = 7;
const BAR_LOOK = 'bg-primary';
const GHOST_LOOK = 'border-line-strong border-t-2 bg-line-strong/35';

/** Says what the columns and those behind them are. */
export function ColumnLegend({ now, before }: { now: string; before: string }) {
  return (
    <p className="mb-4 flex flex-wrap items-center gap-x-5 gap-y-1 text-muted text-sm">
      <span className="flex items-center gap-2">
        <span aria-hidden className={cx('h-3 w-3 rounded-t-xs', BAR_LOOK)} /> {now}
      </span>
      <span className="flex items-center gap-2">
        <span aria-hidden className={cx('h-3 w-4 rounded-t-xs', GHOST_LOOK)} /> {before}
      </span>
    </p>
  );
}

/** One column per day, on a scale from zero, each a link. One tab stop; the arrow keys move between days. */
export function ColumnChart({ label, columns, format }: ColumnChartProps) {
  const { active, hide, itemProps } = useRovingFocus(columns.length);
  const { max, steps } = niceScale(Math.max(...columns.map(({ value, before = 0 }) => Math.max(value, before))));
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
              className="absolute end-2 translate-y-1/2 whitespace-nowrap"
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
            {columns.map(({ key, value, before = 0, detail, to }, index) => (
              <li key={key} className="h-full min-w-0 grow basis-0">
                <Link
                  to={to}
                  {...itemProps(index)}
                  aria-label={detail}
                  className="group relative flex size-full items-end px-[24%] -outline-offset-1"
                >
                  <span
                    style={{ height: `${(before / max) * 100}%` }}
                    className={cx('absolute inset-x-[6%] bottom-0 rounded-t-xs', before > 0 && GHOST_LOOK)}
                  />
                  <span
                    style={{ height: `${(value / max) * 100}%` }}
                    className={cx(
                      'relative w-full rounded-t-xs group-hover:bg-accent group-focus-visible:bg-accent',
                      BAR_LOOK,
                    )}
                  />
                </Link>
              </li>
            ))}
          </ul>
          {shown && active !== null && (
            <ChartTooltip at={columns.length > 1 ? active / (columns.length - 1) : 0.5} onLeave={hide}>
              {shown.detail}
            </ChartTooltip>
          )}
        </div>
      </div>
      <div aria-hidden className="mt-1.5 ms-14 flex text-muted text-xs">
        {columns.map(({ key, shortName }, index) => (
          <span key={key} className="relative h-4 min-w-0 grow basis-0">
            {(columns.length - 1 - index) % labelEvery === 0 && (
              <span
                className={cx(
                  'absolute start-1/2 -translate-x-1/2 whitespace-nowrap',
                  (columns.length - 1 - index) % (2 * labelEvery) > 0 && 'max-sm:hidden',
                )}
              >
                {shortName}
              </span>
            )}
          </span>
        ))}
      </div>
    </div>
  );
}
