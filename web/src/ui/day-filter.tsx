import { CalendarDays } from 'lucide-react';
import { useState } from 'react';
import { formatDate, isDay, noonOf } from '../lib/cinema-times.ts';
import { cx } from '../lib/cx.ts';
import { controlLook, filterLook } from './field.tsx';

const FIRST_DAY = '1970-01-01';

interface DayFilterProps {
  /** What the day is: "Booked on", "From". Shown in the field until a day is chosen. */
  label: string;
  /** "2026-11-15", or empty. */
  value: string;
  /** Called with a day from 1970 on, or empty. Earlier ones are half-typed years: 2027 passes through 0002, 0020 and 0202. */
  onChange: (day: string) => void;
  min?: string;
  max?: string;
}

/** Shows a day in the app's format, and the browser's date field while the user types. */
export function DayFilter({ label, value, onChange, min, max }: DayFilterProps) {
  const [typed, setTyped] = useState(value);
  const [seen, setSeen] = useState(value);
  if (value !== seen) {
    setSeen(value);
    setTyped(value);
  }
  const change = (day: string) => {
    setTyped(day);
    if (day === '' || day >= FIRST_DAY) onChange(day);
  };
  return (
    <div className={cx('relative min-w-0 grow lg:grow-0', value ? 'lg:w-52' : 'lg:w-32')}>
      <input
        type="date"
        aria-label={label}
        value={isDay(typed) ? typed : ''}
        min={min || undefined}
        max={max || undefined}
        onChange={(event) => change(event.target.value)}
        onBlur={() => setTyped(value)}
        onClick={(event) => event.currentTarget.showPicker?.()}
        className={cx(
          controlLook,
          filterLook,
          'peer w-full! lg:max-w-full! lg:min-w-full lg:px-2.5! not-focus:text-transparent not-focus:[&::-webkit-calendar-picker-indicator]:opacity-0',
        )}
      />
      <span
        aria-hidden
        className={cx(
          'pointer-events-none absolute inset-y-0 end-3 start-3.5 flex items-center justify-between gap-2 text-sm peer-focus:hidden',
          !value && 'text-muted',
        )}
      >
        <span className="truncate">
          {value ? `${label} ${isDay(value) ? formatDate(noonOf(value)) : value}` : label}
        </span>
        <CalendarDays className="size-4 shrink-0 text-muted" />
      </span>
    </div>
  );
}
