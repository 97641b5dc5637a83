import { Link } from 'react-router';

export function Logo({ to, children = 'MovieBooking' }: { to: string; children?: string }) {
  return (
    <Link to={to} className="flex min-h-11 shrink-0 items-center gap-2.5 rounded-md">
      <img src="/logo.svg" alt="" width="32" height="32" className="size-8" />
      <span className="font-display text-[1.375rem] leading-none">{children}</span>
    </Link>
  );
}
