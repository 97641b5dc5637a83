import { ChevronDown } from 'lucide-react';
import { cx } from '../lib/cx.ts';
import { controlLook } from './field.tsx';

interface FilterSelectProps {
  /** Also shown in the box if no filter is active. */
  label: string;
  options: readonly string[];
  value: string;
  onChange: (value: string) => void;
  className?: string;
}

/** A filter next to a search box. The native select needs no code and works best on phones. */
export function FilterSelect({ label, options, value, onChange, className }: FilterSelectProps) {
  return (
    <div className={cx('relative', className)}>
      <select
        aria-label={label}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        className={cx(
          controlLook,
          'appearance-none truncate pr-7 pl-2.5 text-sm',
          value && 'border-primary font-semibold',
        )}
      >
        <option value="">{label}</option>
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-2 size-4.5 -translate-y-1/2 text-muted"
      />
    </div>
  );
}
