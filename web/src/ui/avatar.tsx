/** A user's initial. It is drawn by the stylesheet, because the name always stands beside it. */
export function Avatar({ name }: { name: string }) {
  return (
    <span
      aria-hidden
      data-initial={[...name][0]}
      className="flex size-8 shrink-0 items-center justify-center rounded-full bg-accent-soft font-semibold text-accent text-sm uppercase before:content-[attr(data-initial)]"
    />
  );
}
