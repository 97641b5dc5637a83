import { cx } from '../lib/cx.ts';
import { t } from '../lib/language.ts';

/** The grey outline of loading content. The surrounding element announces that it is loading. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div aria-hidden className={cx('animate-pulse rounded-md bg-line/70 motion-reduce:animate-none', className)} />
  );
}

interface LoadingRowsProps {
  count: number;
  label?: string;
  /** The space around and between the rows. */
  className: string;
  rowLook?: string;
}

/** The grey outline of a loading list. */
export function LoadingRows({ count, label = t('Loading'), className, rowLook = 'h-10' }: LoadingRowsProps) {
  return (
    <div role="status" aria-label={label} className={cx('flex flex-col', className)}>
      {Array.from({ length: count }, (_, index) => (
        <Skeleton key={index} className={rowLook} />
      ))}
    </div>
  );
}
