export const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** 1 is Monday. */
export function WeekdayPicker({ chosen, onChange }: { chosen: number[]; onChange: (chosen: number[]) => void }) {
  const toggle = (day: number) =>
    onChange(chosen.includes(day) ? chosen.filter((other) => other !== day) : [...chosen, day].sort((a, b) => a - b));
  return (
    <fieldset>
      <legend className="mb-1.5 font-semibold text-sm">On</legend>
      <div className="flex flex-wrap gap-1.5">
        {WEEKDAYS.map((name, index) => (
          <label
            key={name}
            className="flex h-10 min-w-12 cursor-pointer items-center justify-center rounded-md border border-line-strong px-2.5 font-semibold text-muted text-sm hover:text-ink has-checked:border-accent has-checked:bg-accent-soft has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2"
          >
            <input
              type="checkbox"
              checked={chosen.includes(index + 1)}
              onChange={() => toggle(index + 1)}
              className="sr-only"
            />
            {name}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
