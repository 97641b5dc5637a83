import type { Show } from '@moviebooking/contract/catalogue';
import { Armchair, CalendarClock, Clock, IndianRupee, type LucideIcon, MapPin, MonitorPlay } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatLongDate, formatTime } from '../../lib/cinema-times.ts';
import { cx } from '../../lib/cx.ts';
import { formatRupees } from '../../lib/format.ts';
import { t } from '../../lib/language.ts';
import { useNow } from '../../lib/now.ts';
import { Badge } from '../../ui/badge.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Poster } from '../../ui/poster.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { badgeOf, seatsLeft, turningPoints } from './showtimes.ts';

const layoutLook = 'grid gap-x-8 gap-y-5 p-4 sm:grid-cols-[13rem_minmax(0,1fr)] sm:p-6';

export function ShowDetails({ show, onIntent }: { show: Show; onIntent: () => void }) {
  const now = useNow(turningPoints([show]));
  const isCancelled = show.status === 'CANCELLED';
  const hasStarted = Date.parse(show.startTime) <= now;
  const badge = hasStarted || isCancelled ? null : badgeOf(show, now);
  const seats = seatsLeft(show);
  const { cinema } = show.screen;
  return (
    <Card className={layoutLook}>
      <Poster
        src={show.movie.posterUrl}
        title={show.movie.title}
        isEager
        className="w-32 rounded-lg sm:w-auto"
        fallback={<img src="/poster-placeholder.svg" alt="" className="size-full object-cover" />}
      />
      <div className="flex min-w-0 flex-col">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <h2 className="font-display text-heading wrap-anywhere">{show.movie.title}</h2>
          {badge && <Badge tone={badge.tone}>{badge.text}</Badge>}
          {isCancelled && <Badge tone="danger">{t('CANCELLED')}</Badge>}
        </div>
        <dl className="mt-5 mb-6 grid gap-x-8 gap-y-4 lg:grid-cols-2">
          <Fact icon={CalendarClock} name={t('Date and time')}>
            {formatLongDate(show.startTime)}, <span className="whitespace-nowrap">{formatTime(show.startTime)}</span>
          </Fact>
          <Fact icon={MapPin} name={t('Cinema')}>
            {[cinema.name, cinema.city].filter(Boolean).join(', ')}
          </Fact>
          <Fact icon={MonitorPlay} name={t('Screen')}>
            {show.screen.name}
          </Fact>
          <Fact icon={IndianRupee} name={t('Price per seat')}>
            {formatRupees(show.price)}
          </Fact>
          {show.movie.durationMin !== null && (
            <Fact icon={Clock} name={t('Duration')}>
              {t('{minutes} minutes', { minutes: show.movie.durationMin })}
            </Fact>
          )}
          {!hasStarted && !isCancelled && (
            <Fact icon={Armchair} name={t('Seats')} tone={seats.tone}>
              {seats.text}
            </Fact>
          )}
        </dl>
        <div className="mt-auto flex flex-wrap items-center gap-3">
          {isCancelled ? (
            <p className="me-2 w-full text-pretty">
              <span className="font-semibold">{t('This show was cancelled.')}</span>{' '}
              <span className="wrap-anywhere">{show.cancelReason}</span>
            </p>
          ) : hasStarted ? (
            <p className="me-2 font-semibold">{t('This show has already started.')}</p>
          ) : (
            <ButtonLink to={`/shows/${show.id}/seats`} viewTransition onPointerEnter={onIntent} onFocus={onIntent}>
              <Armchair aria-hidden className="size-4" /> {t('Choose seats')}
            </ButtonLink>
          )}
          <ButtonLink to={`/movies/${show.movieId}/cinemas`} variant="secondary" viewTransition>
            {t('All showtimes')}
          </ButtonLink>
        </div>
      </div>
    </Card>
  );
}

interface FactProps {
  icon: LucideIcon;
  name: string;
  tone?: 'plenty' | 'few' | 'none';
  children: ReactNode;
}

function Fact({ icon: Icon, name, tone, children }: FactProps) {
  return (
    <div className="relative ps-8">
      <dt className="text-muted text-sm">
        <Icon aria-hidden className="absolute top-0.5 start-0 size-5 text-accent" />
        {name}
      </dt>
      <dd
        className={cx(
          'font-semibold wrap-anywhere',
          tone === 'few' && 'text-warning',
          tone === 'none' && 'text-danger',
        )}
      >
        {children}
      </dd>
    </div>
  );
}

export function ShowDetailsSkeleton() {
  return (
    <div role="status" aria-label={t('Loading show')}>
      <Card className={layoutLook}>
        <Skeleton className="aspect-2/3 w-32 sm:w-auto" />
        <div>
          <Skeleton className="h-7 w-64 max-w-full" />
          <Skeleton className="mt-6 h-32" />
          <Skeleton className="mt-6 h-11 w-40" />
        </div>
      </Card>
    </div>
  );
}
