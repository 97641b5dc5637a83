import { cx } from '../lib/cx.ts';

/** The grey outline of loading content. The surrounding element announces that it is loading. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div aria-hidden className={cx('animate-pulse rounded-md bg-line/70 motion-reduce:animate-none', className)} />
  );
}
