/** A user's initial. CSS draws it, so screen readers don't read it next to the name. */
export function Avatar({ name }: { name: string }) {
  return (
    <span
      aria-hidden
      data-initial={[...name][0]}
      className="flex size-8 shrink-0 items-center justify-center rounded-full bg-accent-soft font-semibold text-accent text-sm uppercase before:content-[attr(data-initial)]"
    />
  );
}
