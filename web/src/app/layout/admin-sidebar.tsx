import {
  Building2,
  ChartColumn,
  Clapperboard,
  Grid3x3,
  LayoutDashboard,
  type LucideIcon,
  MonitorPlay,
  ReceiptIndianRupee,
  ScanLine,
  ScrollText,
  Ticket,
  Users,
} from 'lucide-react';
import { useId } from 'react';
import { Link, useLocation } from 'react-router';

interface Item {
  to: string;
  label: string;
  icon: LucideIcon;
  isExact?: boolean;
}

const items: Item[] = [
  { to: '/admin', label: 'Dashboard', icon: LayoutDashboard, isExact: true },
  { to: '/admin/cinemas', label: 'Cinemas', icon: Building2 },
  { to: '/admin/movies', label: 'Movies', icon: Clapperboard },
  { to: '/admin/screens', label: 'Screens', icon: MonitorPlay },
  { to: '/admin/shows', label: 'Shows', icon: Ticket },
  { to: '/admin/analytics', label: 'Analytics', icon: ChartColumn },
];

const operations: Item[] = [
  { to: '/admin/tonight', label: 'Tonight', icon: Grid3x3 },
  { to: '/admin/check-in', label: 'Check-in', icon: ScanLine },
  { to: '/admin/bookings', label: 'Bookings', icon: ReceiptIndianRupee },
  { to: '/admin/users', label: 'Users', icon: Users },
  { to: '/admin/audit', label: 'Audit log', icon: ScrollText },
];

/** The admin area's navigation. An item is active by path prefix, the dashboard by its exact path. */
export function AdminNavigation({ onChoose }: { onChoose?: () => void }) {
  const headingId = useId();
  return (
    <div className="flex flex-col gap-5">
      <nav aria-label="Admin">
        <ItemLinks items={items} onChoose={onChoose} />
      </nav>
      <nav aria-labelledby={headingId}>
        <h2 id={headingId} className="mb-1 px-3 font-semibold text-muted text-xs">
          Operations
        </h2>
        <ItemLinks items={operations} onChoose={onChoose} />
      </nav>
    </div>
  );
}

function ItemLinks({ items, onChoose }: { items: Item[]; onChoose: (() => void) | undefined }) {
  const path = useLocation().pathname.replace(/\/+$/, '');
  return (
    <div className="flex flex-col gap-0.5">
      {items.map(({ to, label, icon: Icon, isExact }) => (
        <Link
          key={to}
          to={to}
          aria-current={path === to || (!isExact && path.startsWith(`${to}/`)) ? 'page' : undefined}
          onClick={onChoose}
          className="flex min-h-11 items-center gap-3 rounded-md px-3 font-semibold text-[0.9375rem] text-muted transition-colors hover:bg-sunken hover:text-ink lg:min-h-10 aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent"
        >
          <Icon aria-hidden className="size-5 shrink-0" />
          {label}
        </Link>
      ))}
    </div>
  );
}
