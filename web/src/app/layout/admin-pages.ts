import {
  Building2,
  CalendarDays,
  CalendarPlus,
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

export interface AdminPage {
  to: string;
  label: string;
  icon: LucideIcon;
  isExact?: boolean;
}

export const pages: AdminPage[] = [
  { to: '/admin', label: 'Dashboard', icon: LayoutDashboard, isExact: true },
  { to: '/admin/cinemas', label: 'Cinemas', icon: Building2 },
  { to: '/admin/movies', label: 'Movies', icon: Clapperboard },
  { to: '/admin/screens', label: 'Screens', icon: MonitorPlay },
  { to: '/admin/shows', label: 'Shows', icon: Ticket },
  { to: '/admin/analytics', label: 'Analytics', icon: ChartColumn },
];

export const operations: AdminPage[] = [
  { to: '/admin/tonight', label: 'Tonight', icon: Grid3x3 },
  { to: '/admin/check-in', label: 'Check-in', icon: ScanLine },
  { to: '/admin/bookings', label: 'Bookings', icon: ReceiptIndianRupee },
  { to: '/admin/users', label: 'Users', icon: Users },
  { to: '/admin/audit', label: 'Audit log', icon: ScrollText },
];

/** Pages that the navigation leaves out. */
const others: AdminPage[] = [
  { to: '/admin/shows/day', label: 'Day view of shows', icon: CalendarDays },
  { to: '/admin/shows/schedule', label: 'Schedule a run', icon: CalendarPlus },
];

export const allPages = [...pages, ...operations, ...others];
