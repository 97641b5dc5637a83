import { formatMonth, formatWeekday, noonOf } from '../../lib/cinema-times.ts';
import { cx } from '../../lib/cx.ts';
import type { StripDay } from './showtimes.ts';

interface DateStripProps {
  days: StripDay[];
  /** Null means all days. */
  chosen: string | null;
  onChoose: (day: string | null) => void;
}

const dayLook = (isChosen: boolean) =>
  cx(
    'flex h-18 w-15 shrink-0 snap-start flex-col items-center justify-center rounded-lg border text-center leading-tight transition-colors disabled:cursor-not-allowed disabled:border-transparent disabled:text-muted',
    isChosen ? 'border-primary bg-primary text-on-primary' : 'border-line bg-surface enabled:hover:border-line-strong',
  );

/** Scrolls sideways if the days don't fit the screen. */
export function DateStrip({ days, chosen, onChoose }: DateStripProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">Date</legend>
      <div className="-mx-4 flex snap-x scroll-px-4 gap-2 overflow-x-auto px-4 py-1 sm:mx-0 sm:scroll-px-0.5 sm:px-0.5">
        <button
          type="button"
          aria-pressed={chosen === null}
          onClick={() => onChoose(null)}
          className={dayLook(chosen === null)}
        >
          <span className="font-semibold text-sm">
            All
            <br />
            dates
          </span>
        </button>
        {days.map(({ day, hasShows }) => (
          <button
            key={day}
            type="button"
            disabled={!hasShows}
            aria-pressed={chosen === day}
            onClick={() => onChoose(day)}
            className={dayLook(chosen === day)}
          >
            <span className="text-xs">{formatWeekday(noonOf(day))}</span>{' '}
            <span className="font-semibold text-lg tabular-nums">{Number(day.slice(-2))}</span>{' '}
            <span className="text-xs">{formatMonth(noonOf(day))}</span>
          </button>
        ))}
      </div>
    </fieldset>
  );
}
