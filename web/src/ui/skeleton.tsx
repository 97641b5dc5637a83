import { cx } from '../lib/cx.ts';

/** The grey shape of something that is on its way; its surroundings say that they are busy. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div aria-hidden className={cx('animate-pulse rounded-md bg-line/70 motion-reduce:animate-none', className)} />
  );
}
