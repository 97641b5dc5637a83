import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { dashboardQuery, todayQuery } from '../../../features/admin-dashboard/api.ts';
import { CinemasToday } from '../../../features/admin-dashboard/cinemas-today.tsx';
import { FirstSteps, needsFirstSteps } from '../../../features/admin-dashboard/first-steps.tsx';
import { NextShows } from '../../../features/admin-dashboard/next-shows.tsx';
import { RecentBookings } from '../../../features/admin-dashboard/recent-bookings.tsx';
import { StatCards, StatCardsSkeleton } from '../../../features/admin-dashboard/stat-cards.tsx';
import { formatTime } from '../../../lib/cinema-times.ts';
import { Card } from '../../../ui/card.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { ErrorState } from '../../../ui/states.tsx';

/** When a refresh fails, the last figures stay, with their time. */
export function DashboardPage() {
  const { data, isError, refetch, dataUpdatedAt } = useQuery(dashboardQuery);
  const today = useQuery(todayQuery);
  return (
    <>
      <PageHeader
        isDense
        title="Dashboard"
        tabTitle="Admin Dashboard"
        subtitle="Today at a glance"
        actions={data && isError && <StaleNote since={dataUpdatedAt} />}
      />
      {data ? (
        <div className="flex flex-col gap-4">
          {needsFirstSteps(data) && <FirstSteps overview={data.overview} />}
          <StatCards overview={data.overview} today={today.data} />
          <div className="grid items-start gap-4 lg:grid-cols-[3fr_2fr]">
            <NextShows today={today} />
            <CinemasToday today={today} />
          </div>
          <RecentBookings bookings={data.recentBookings} />
        </div>
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
        <StatCardsSkeleton />
      )}
    </>
  );
}

function StaleNote({ since }: { since: number }) {
  return (
    <p role="status" className="flex items-center gap-2 font-medium text-sm text-warning">
      <TriangleAlert aria-hidden className="size-4" /> Can't refresh. Showing figures from {formatTime(since)}.
    </p>
  );
}
