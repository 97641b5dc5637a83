import { useId } from 'react';

interface SegmentsProps<Value extends string> {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  options: { value: Value; label: string }[];
}

/** A group of radio buttons that looks like one control. */
export function Segments<Value extends string>({ label, value, onChange, options }: SegmentsProps<Value>) {
  const name = useId();
  return (
    <fieldset className="flex w-fit max-w-full flex-wrap rounded-md border border-line-strong bg-surface p-1">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="relative flex h-9 min-w-0 cursor-pointer items-center rounded-sm px-2 font-semibold sm:px-3 text-muted text-sm hover:text-ink has-checked:bg-primary has-checked:text-on-primary has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="sr-only"
          />
          <span className="truncate">{option.label}</span>
        </label>
      ))}
    </fieldset>
  );
}
