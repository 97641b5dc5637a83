import type { Today } from '@moviebooking/contract/activity';
import type { Dashboard } from '@moviebooking/contract/admin';
import { Building2, CalendarDays, Clapperboard, IndianRupee, type LucideIcon, MonitorPlay, Ticket } from 'lucide-react';
import { Link } from 'react-router';
import { formatWeekday, noonOf } from '../../lib/cinema-times.ts';
import { cx } from '../../lib/cx.ts';
import { formatRupees } from '../../lib/format.ts';
import { formatNumber } from '../../lib/numbers.ts';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

type Overview = Dashboard['overview'];
type Sales = Today['sales']['today'];

interface Stat {
  label: string;
  icon: LucideIcon;
  to: string;
  count: keyof Overview;
}

const stats: Stat[] = [
  { label: 'Total Cinemas', icon: Building2, to: '/admin/cinemas', count: 'totalCinemas' },
  { label: 'Total Movies', icon: Clapperboard, to: '/admin/movies', count: 'totalMovies' },
  { label: 'Total Screens', icon: MonitorPlay, to: '/admin/screens', count: 'totalScreens' },
  { label: 'Active Shows', icon: Ticket, to: '/admin/shows?upcoming=true', count: 'totalShows' },
];

/** Today's stats get larger cards, which compare them with earlier days. */
interface TodayStat extends Stat {
  ofDay: keyof Sales;
  format: (value: number) => string;
}

const todayStats: TodayStat[] = [
  {
    label: "Today's Bookings",
    icon: CalendarDays,
    to: '/admin/bookings',
    count: 'totalBookings',
    ofDay: 'bookings',
    format: formatNumber,
  },
  {
    label: "Today's Revenue",
    icon: IndianRupee,
    to: '/admin/analytics',
    count: 'todayRevenue',
    ofDay: 'revenue',
    format: formatRupees,
  },
];

const cardGrid = 'grid grid-cols-2 gap-3 lg:grid-cols-4';
const isWide = 'col-span-2';
const cardLook =
  'h-full rounded-xl border border-line bg-surface shadow-card transition-colors hover:border-line-strong';

/** Without `today`, which may still be loading or have failed, there is no comparison. */
export function StatCards({ overview, today }: { overview: Overview; today: Today | undefined }) {
  return (
    <ul aria-label="Statistics" className={cardGrid}>
      {todayStats.map((stat) => (
        <li key={stat.label} className={isWide}>
          <TodayCard stat={stat} value={overview[stat.count]} today={today} />
        </li>
      ))}
      {stats.map(({ label, icon: Icon, to, count }) => (
        <li key={label}>
          <Link to={to} className={cx(cardLook, 'flex items-center gap-3 px-4 py-3')}>
            <Icon aria-hidden className="size-5 shrink-0 text-accent" />
            <span className="min-w-0">
              <span className="block text-muted text-sm">{label}</span>{' '}
              <span className="block font-semibold text-lg tabular-nums leading-tight">
                {formatNumber(overview[count])}
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function TodayCard({ stat, value, today }: { stat: TodayStat; value: number; today: Today | undefined }) {
  const { label, icon: Icon, to, ofDay, format } = stat;
  const days = today && [
    { name: 'Yesterday', value: today.sales.yesterday[ofDay] },
    { name: `Last ${formatWeekday(noonOf(today.date))}`, value: today.sales.weekAgo[ofDay] },
  ];
  const most = Math.max(1, value, ...(days ?? []).map((day) => day.value));
  return (
    <Link to={to} className={cx(cardLook, 'flex flex-wrap items-center gap-x-8 gap-y-3 p-4 sm:flex-nowrap sm:p-5')}>
      <span className="shrink-0 sm:min-w-36">
        <span className="flex items-center gap-2 font-medium text-muted text-sm">
          <Icon aria-hidden className="size-4.5 text-accent" /> {label}
        </span>{' '}
        <span className="mt-1 block font-semibold text-3xl tabular-nums sm:text-4xl">{format(value)}</span>
      </span>
      {days && (
        <span className="grid min-w-44 grow grid-cols-[5.5rem_minmax(0,1fr)_auto] items-center gap-x-2 gap-y-1.5 text-sm">
          {[{ name: 'Today so far', value }, ...days].map((day, index) => (
            <span key={day.name} className="contents">
              <span className="text-muted">{day.name}</span>
              <span aria-hidden className="h-2 overflow-hidden rounded-full bg-sunken">
                <span
                  style={{ width: `${(day.value / most) * 100}%` }}
                  className={cx('block h-full rounded-full', index === 0 ? 'bg-primary' : 'bg-line-strong')}
                />
              </span>
              <span className="text-end tabular-nums">{index > 0 && format(day.value)}</span>
            </span>
          ))}
        </span>
      )}
    </Link>
  );
}

export function StatCardsSkeleton() {
  return (
    <div role="status" aria-label="Loading dashboard" className={cardGrid}>
      {[...todayStats, ...stats].map(({ label }, index) => (
        <Card key={label} className={cx('p-4', index < todayStats.length && isWide)}>
          <Skeleton className="h-4 w-24" />
          <Skeleton className={cx('mt-2', index < todayStats.length ? 'h-12 w-32' : 'h-6 w-16')} />
        </Card>
      ))}
    </div>
  );
}
