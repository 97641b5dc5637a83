import { CalendarDays } from 'lucide-react';
import { useState } from 'react';
import { formatDate, isDay, noonOf } from '../lib/cinema-times.ts';
import { cx } from '../lib/cx.ts';
import { controlLook, filterLook } from './field.tsx';

const FIRST_DAY = '1970-01-01';

interface DayFilterProps {
  /** Which day: "Booked on", "From". Stands in the field while none is chosen. */
  label: string;
  /** 2026-11-15, or nothing. */
  value: string;
  /** Called with nothing or a day from 1970 on: 2027 is 0002, 0020 and 0202 while it is being typed. */
  onChange: (day: string) => void;
  min?: string;
  max?: string;
}

/** A day, written as everywhere in the app; while it is being typed the browser's own field shows. */
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
    <div className="relative min-w-0 grow lg:w-40 lg:grow-0">
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
          'peer w-full! not-focus:text-transparent not-focus:[&::-webkit-calendar-picker-indicator]:opacity-0',
        )}
      />
      <span
        aria-hidden
        className={cx(
          'pointer-events-none absolute inset-y-0 right-3 left-3.5 flex items-center justify-between gap-2 text-sm peer-focus:hidden',
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
