import type { Dashboard as DashboardData } from '@moviebooking/contract/admin';
import { useQuery } from '@tanstack/react-query';
import {
  Building2,
  CalendarDays,
  Clapperboard,
  IndianRupee,
  type LucideIcon,
  MonitorPlay,
  Ticket,
  TriangleAlert,
} from 'lucide-react';
import { Link } from 'react-router';
import { formatRupees, formatTime } from '../../lib/format.ts';
import { formatNumber } from '../../lib/numbers.ts';
import { Card } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { dashboardQuery } from './api.ts';
import { RecentBookings } from './recent-bookings.tsx';

/** The stats refresh by themselves; when they cannot be loaded, the last ones stay, with their age. */
export function Dashboard() {
  const { data, isError, refetch, dataUpdatedAt } = useQuery(dashboardQuery);
  return (
    <>
      <PageHeader
        title="Dashboard"
        tabTitle="Admin Dashboard"
        subtitle="Today at a glance"
        actions={data && isError && <StaleNote since={dataUpdatedAt} />}
      />
      {data ? (
        <>
          <StatCards overview={data.overview} />
          <RecentBookings bookings={data.recentBookings} />
        </>
      ) : isError ? (
        <Card>
          <ErrorState
            title="Error loading dashboard"
            message="Failed to load dashboard data"
            onRetry={() => void refetch()}
            retryLabel="Try again"
          />
        </Card>
      ) : (
        <DashboardSkeleton />
      )}
    </>
  );
}

function StaleNote({ since }: { since: number }) {
  return (
    <p role="status" className="flex items-center gap-2 font-medium text-sm text-warning">
      <TriangleAlert aria-hidden className="size-4" /> Not up to date: as of {formatTime(since)}
    </p>
  );
}

const cardGrid = 'grid grid-cols-2 gap-3 sm:gap-5 lg:grid-cols-3';

interface Stat {
  label: string;
  icon: LucideIcon;
  to: string;
  value: (overview: DashboardData['overview']) => string;
}

const stats: Stat[] = [
  {
    label: 'Total Cinemas',
    icon: Building2,
    to: '/admin/cinemas',
    value: ({ totalCinemas }) => formatNumber(totalCinemas),
  },
  {
    label: 'Total Movies',
    icon: Clapperboard,
    to: '/admin/movies',
    value: ({ totalMovies }) => formatNumber(totalMovies),
  },
  {
    label: 'Total Screens',
    icon: MonitorPlay,
    to: '/admin/screens',
    value: ({ totalScreens }) => formatNumber(totalScreens),
  },
  { label: 'Active Shows', icon: Ticket, to: '/admin/shows', value: ({ totalShows }) => formatNumber(totalShows) },
  {
    label: "Today's Bookings",
    icon: CalendarDays,
    to: '/admin/bookings',
    value: ({ totalBookings }) => formatNumber(totalBookings),
  },
  {
    label: "Today's Revenue",
    icon: IndianRupee,
    to: '/admin/analytics',
    value: ({ todayRevenue }) => formatRupees(todayRevenue),
  },
];

function StatCards({ overview }: { overview: DashboardData['overview'] }) {
  return (
    <ul aria-label="Statistics" className={cardGrid}>
      {stats.map(({ label, icon: Icon, to, value }) => (
        <li key={label}>
          <Link
            to={to}
            className="flex h-full flex-col gap-3 rounded-xl border border-line bg-surface p-4 shadow-card transition-colors hover:border-line-strong sm:flex-row-reverse sm:items-start sm:justify-between sm:p-5"
          >
            <span className="flex size-10 items-center justify-center rounded-full bg-accent-soft text-accent">
              <Icon aria-hidden className="size-5" />
            </span>
            <span className="min-w-0">
              <span className="block font-medium text-muted text-sm">{label}</span>{' '}
              <span className="mt-1 block font-semibold text-2xl tabular-nums sm:text-3xl">{value(overview)}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function DashboardSkeleton() {
  return (
    <div role="status" aria-label="Loading dashboard" className={cardGrid}>
      {stats.map(({ label }) => (
        <Card key={label} className="p-5">
          <Skeleton className="h-4 w-24" />
          <Skeleton className="mt-3 h-9 w-16" />
        </Card>
      ))}
    </div>
  );
}
