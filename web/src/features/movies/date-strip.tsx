import { formatMonth, formatWeekday, noonOf } from '../../lib/cinema-times.ts';
import { cx } from '../../lib/cx.ts';
import { t } from '../../lib/language.ts';
import type { StripDay } from './showtimes.ts';

interface DateStripProps {
  days: StripDay[];
  /** Null means all days. */
  chosen: string | null;
  onChoose: (day: string | null) => void;
}

const dayLook = (isChosen: boolean) =>
  cx(
    'flex h-14 w-13.5 shrink-0 snap-start flex-col items-center justify-center rounded-lg border text-center transition-colors disabled:cursor-not-allowed disabled:border-transparent disabled:text-muted',
    isChosen ? 'border-primary bg-primary text-on-primary' : 'border-line bg-surface enabled:hover:border-line-strong',
  );

/** Scrolls sideways if the days don't fit the screen. */
export function DateStrip({ days, chosen, onChoose }: DateStripProps) {
  return (
    <fieldset className="-me-4 min-w-0 grow sm:me-0">
      <legend className="sr-only">{t('Date')}</legend>
      <div className="flex snap-x scroll-px-1 gap-1.5 overflow-x-auto p-1 pe-4 sm:pe-1">
        <button
          type="button"
          aria-pressed={chosen === null}
          onClick={() => onChoose(null)}
          className={dayLook(chosen === null)}
        >
          <span className="w-min font-semibold text-sm leading-4.5">{t('All dates')}</span>
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
            <span className="text-[0.6875rem] leading-3.5">{formatWeekday(noonOf(day))}</span>{' '}
            <span className="font-semibold text-base leading-5 tabular-nums">{Number(day.slice(-2))}</span>{' '}
            <span className="text-[0.6875rem] leading-3.5">{formatMonth(noonOf(day))}</span>
          </button>
        ))}
      </div>
    </fieldset>
  );
}
