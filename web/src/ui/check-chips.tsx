interface CheckChipsProps<Value> {
  legend: string;
  options: readonly { value: Value; label: string }[];
  chosen: readonly Value[];
  /** Called with the chosen values in the order of the options. */
  onChange: (chosen: Value[]) => void;
}

/** Checkboxes that look like chips. */
export function CheckChips<Value extends string | number>({
  legend,
  options,
  chosen,
  onChange,
}: CheckChipsProps<Value>) {
  const toggle = (toggled: Value) =>
    onChange(options.map(({ value }) => value).filter((value) => chosen.includes(value) !== (value === toggled)));
  return (
    <fieldset>
      <legend className="mb-1.5 font-semibold text-sm">{legend}</legend>
      <div className="flex flex-wrap gap-1.5">
        {options.map(({ value, label }) => (
          <label
            key={value}
            className="flex h-10 min-w-12 cursor-pointer items-center justify-center rounded-md border border-line-strong px-2.5 font-semibold text-muted text-sm hover:text-ink has-checked:border-primary has-checked:bg-primary has-checked:text-on-primary has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2"
          >
            <input
              type="checkbox"
              checked={chosen.includes(value)}
              onChange={() => toggle(value)}
              className="sr-only"
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
