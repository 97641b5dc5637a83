import { ChevronDown } from 'lucide-react';
import { cx } from '../lib/cx.ts';
import { controlLook } from './field.tsx';

interface FilterSelectProps {
  /** Also stands in the box while nothing is filtered. */
  label: string;
  options: readonly string[];
  value: string;
  onChange: (value: string) => void;
  className?: string;
}

/** A filter beside a search box: the browser's own select, which costs the first page nothing and suits every phone. */
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
