/** A checkbox that looks like a chip. */
export function Toggle({ label, isOn, onToggle }: { label: string; isOn: boolean; onToggle: () => void }) {
  return (
    <label className="flex h-10 min-w-12 cursor-pointer items-center justify-center rounded-md border border-line-strong px-2.5 font-semibold text-muted text-sm hover:text-ink has-checked:border-accent has-checked:bg-accent-soft has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2">
      <input type="checkbox" checked={isOn} onChange={onToggle} className="sr-only" />
      {label}
    </label>
  );
}
