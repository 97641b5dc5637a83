import {
  Building2,
  ChartColumn,
  Clapperboard,
  LayoutDashboard,
  type LucideIcon,
  MonitorPlay,
  Ticket,
} from 'lucide-react';
import { NavLink } from 'react-router';

const items: { to: string; label: string; icon: LucideIcon; isExact?: boolean }[] = [
  { to: '/admin', label: 'Dashboard', icon: LayoutDashboard, isExact: true },
  { to: '/admin/cinemas', label: 'Cinemas', icon: Building2 },
  { to: '/admin/movies', label: 'Movies', icon: Clapperboard },
  { to: '/admin/screens', label: 'Screens', icon: MonitorPlay },
  { to: '/admin/shows', label: 'Shows', icon: Ticket },
  { to: '/admin/analytics', label: 'Analytics', icon: ChartColumn },
];

/** The items of the admin area; the active one is found by path prefix, the dashboard by its exact path. */
export function AdminNavigation({ onChoose }: { onChoose?: () => void }) {
  return (
    <nav aria-label="Admin" className="flex flex-col gap-1">
      {items.map(({ to, label, icon: Icon, isExact }) => (
        <NavLink
          key={to}
          to={to}
          end={isExact ?? false}
          onClick={onChoose}
          className="flex min-h-11 items-center gap-3 rounded-md px-3 font-semibold text-[0.9375rem] text-muted transition-colors hover:bg-sunken hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent"
        >
          <Icon aria-hidden className="size-5 shrink-0" />
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
