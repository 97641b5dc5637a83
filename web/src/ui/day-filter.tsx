import { CalendarDays } from 'lucide-react';
import { cx } from '../lib/cx.ts';
import { formatDate } from '../lib/format.ts';
import { controlLook, filterLook } from './field.tsx';

interface DayFilterProps {
  /** Which day: "Booked on", "From". Stands in the field while none is chosen. */
  label: string;
  /** 2026-11-15, or nothing. */
  value: string;
  onChange: (day: string) => void;
  min?: string;
  max?: string;
}

/** A day, written as everywhere in the app; while it is being typed the browser's own field shows. */
export function DayFilter({ label, value, onChange, min, max }: DayFilterProps) {
  return (
    <div className="relative min-w-0 grow lg:w-40 lg:grow-0">
      <input
        type="date"
        aria-label={label}
        value={value}
        min={min || undefined}
        max={max || undefined}
        onChange={(event) => onChange(event.target.value)}
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
        <span className="truncate">{value ? `${label} ${formatDate(`${value}T00:00`)}` : label}</span>
        <CalendarDays className="size-4 shrink-0 text-muted" />
      </span>
    </div>
  );
}
