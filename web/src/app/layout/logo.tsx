import { Link } from 'react-router';
import { brandName } from '../../lib/brand.ts';
import { cx } from '../../lib/cx.ts';

/** Longer names are cut off where the header has no room for them. */
const LONG = 18;

export function Logo({ to, isSmall, children = brandName }: { to: string; isSmall?: boolean; children?: string }) {
  return (
    <Link
      to={to}
      className={cx(
        'flex min-h-11 items-center gap-2.5 rounded-md',
        children.length > LONG ? 'min-w-24 shrink-[4]' : 'shrink-0',
      )}
    >
      <img src="/logo.svg" alt="" width="32" height="32" className="size-8 shrink-0 object-contain" />
      <span
        className={cx('truncate py-1 font-display', isSmall ? 'text-[1.125rem]' : 'text-[clamp(1rem,4.4vw,1.375rem)]')}
      >
        {children}
      </span>
    </Link>
  );
}
