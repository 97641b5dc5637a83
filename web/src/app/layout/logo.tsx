import { Link } from 'react-router';
import { cx } from '../../lib/cx.ts';

export function Logo({ to, isSmall, children = 'MovieBooking' }: { to: string; isSmall?: boolean; children?: string }) {
  return (
    <Link to={to} className="flex min-h-11 shrink-0 items-center gap-2.5 rounded-md">
      <img src="/logo.svg" alt="" width="32" height="32" className="size-8" />
      <span
        className={cx(
          'whitespace-nowrap font-display leading-none',
          isSmall ? 'text-[1.125rem]' : 'text-[clamp(1rem,4.4vw,1.375rem)]',
        )}
      >
        {children}
      </span>
    </Link>
  );
}
