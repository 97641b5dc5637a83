import type { Movie } from '@moviebooking/contract/catalogue';
import { CalendarClock, Clock } from 'lucide-react';
import { useId } from 'react';
import { useViewTransitionState } from 'react-router';
import { formatDay, formatTime } from '../../lib/cinema-times.ts';
import { cx } from '../../lib/cx.ts';
import { formatRupees } from '../../lib/format.ts';
import { t } from '../../lib/language.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Poster } from '../../ui/poster.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { MovieTags } from './movie-tags.tsx';
import { posterMorph } from './poster-morph.ts';

const cardLook = 'relative flex flex-col overflow-hidden rounded-xl border border-line bg-surface shadow-card';

interface MovieCardProps {
  movie: Movie;
  isEager: boolean;
  /** Called when the user is about to open the movie, for prefetching. */
  onIntent: (movieId: number) => void;
}

/** The whole card is clickable, but keyboards and screen readers get a single link. */
export function MovieCard({ movie, isEager, onIntent }: MovieCardProps) {
  const titleId = useId();
  const to = `/movies/${movie.id}/cinemas`;
  const isLeaving = useViewTransitionState(to);
  return (
    <li
      onPointerEnter={() => onIntent(movie.id)}
      onFocus={() => onIntent(movie.id)}
      className={`${cardLook} group transition-[translate,box-shadow] duration-200 ease-out hover:-translate-y-0.5 hover:shadow-popup`}
    >
      <div style={isLeaving ? posterMorph(movie.id) : undefined}>
        <Poster
          src={movie.posterUrl}
          title={movie.title}
          isEager={isEager}
          fallback={<img src="/poster-placeholder.svg" alt="" className="size-full object-cover" />}
        />
      </div>
      <div className="flex grow flex-col p-3 sm:p-4">
        <h2 id={titleId} title={movie.title} className="line-clamp-2 font-semibold leading-snug">
          {movie.title}
        </h2>
        <MovieTags movie={movie} className="mt-1 text-muted text-sm wrap-anywhere" />
        <div className="mt-1 mb-3 space-y-1 text-muted text-sm">
          {movie.durationMin !== null && (
            <p className="flex items-center gap-1.5">
              <Clock aria-hidden className="size-3.5 shrink-0" />{' '}
              {t('{minutes} minutes', { minutes: movie.durationMin })}
            </p>
          )}
          {movie.nextShowTime && (
            <p className="flex items-start gap-1.5">
              <CalendarClock aria-hidden className="mt-[0.1875rem] size-3.5 shrink-0" />
              <span>
                <span className="sr-only">{t('Next show')} </span>
                <span className="whitespace-nowrap">{formatDay(movie.nextShowTime)},</span>{' '}
                <span className="whitespace-nowrap">{formatTime(movie.nextShowTime)}</span>
              </span>
            </p>
          )}
        </div>
        {movie.lowestPrice != null && (
          <p className="mt-auto mb-2.5 font-semibold text-sm tabular-nums">
            {t('From {price}', { price: formatRupees(movie.lowestPrice) })}
          </p>
        )}
        <ButtonLink
          to={to}
          size="sm"
          variant="secondary"
          aria-describedby={titleId}
          viewTransition
          className={cx(
            movie.lowestPrice == null && 'mt-auto',
            'w-full after:absolute after:inset-0 group-hover:border-primary group-hover:bg-primary group-hover:text-on-primary',
          )}
        >
          {t('View Cinemas')}
        </ButtonLink>
      </div>
    </li>
  );
}

export function MovieCardSkeleton() {
  return (
    <li aria-hidden className={cardLook}>
      <Skeleton className="aspect-2/3 rounded-none" />
      <div className="p-3 sm:p-4">
        <Skeleton className="h-5 w-4/5" />
        <Skeleton className="mt-2 h-4 w-3/5" />
        <Skeleton className="mt-2 h-4 w-2/5" />
        <Skeleton className="mt-2 mb-3 h-4 w-4/5" />
        <Skeleton className="h-9" />
      </div>
    </li>
  );
}
