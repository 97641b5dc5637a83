import type { MovieDetail } from '@moviebooking/contract/catalogue';
import { CalendarClock, Clock } from 'lucide-react';
import { useId, useLayoutEffect, useRef, useState } from 'react';
import { useViewTransitionState } from 'react-router';
import { formatDateTime } from '../../lib/cinema-times.ts';
import { useCity } from '../../lib/city.ts';
import { cx } from '../../lib/cx.ts';
import { t } from '../../lib/language.ts';
import { useNow } from '../../lib/now.ts';
import { Poster } from '../../ui/poster.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { MovieTags } from './movie-tags.tsx';
import { posterMorph } from './poster-morph.ts';
import { futureShows, showsInCity, turningPoints } from './showtimes.ts';

const frameLook =
  'mb-1 grid grid-cols-[4.75rem_minmax(0,1fr)] items-start gap-x-4 sm:mb-6 sm:grid-cols-[clamp(4.75rem,50dvh-13rem,12rem)_minmax(0,1fr)] sm:items-center sm:gap-x-8';
/** On a phone, the link back is above the title, next to the poster. */
const factsLook = 'max-sm:pt-6';

/** At most 150 pixels high on a phone, unless the user opens the description. */
export function MovieDetails({ movie }: { movie: MovieDetail }) {
  const now = useNow(turningPoints(movie.shows));
  const { wanted } = useCity();
  const future = futureShows(movie.shows, now);
  const next = showsInCity(future, wanted)[0] ?? future[0];
  const isArriving = useViewTransitionState(`/movies/${movie.id}/cinemas`);
  const isLeaving = useViewTransitionState('/movies');
  return (
    <header className={frameLook}>
      <div style={isArriving || isLeaving ? posterMorph(movie.id) : undefined}>
        <Poster
          src={movie.posterUrl}
          title={movie.title}
          isEager
          className="rounded-lg shadow-card"
          fallback={<InitialLetter title={movie.title} />}
        />
      </div>
      <div className={factsLook}>
        <h1
          title={movie.title}
          className="font-display text-xl wrap-anywhere max-sm:line-clamp-2 max-sm:leading-6 sm:text-title"
        >
          {movie.title}
        </h1>
        <div className="max-sm:mt-0.5 max-sm:flex max-sm:gap-1 max-sm:text-[0.8125rem] max-sm:leading-5">
          <MovieTags movie={movie} className="min-w-0 font-semibold wrap-anywhere max-sm:truncate sm:mt-2" />
          {movie.durationMin !== null && (
            <p className="flex shrink-0 items-center gap-2 font-medium text-muted max-sm:gap-1 max-sm:not-first:before:content-['·'] sm:mt-3">
              <Clock aria-hidden className="size-4 max-sm:hidden" />{' '}
              {t('{minutes} minutes', { minutes: movie.durationMin })}
            </p>
          )}
        </div>
        {next && (
          <p className="mt-1.5 flex items-start gap-2 font-medium text-muted max-sm:hidden [@media(height<45rem)]:hidden">
            <CalendarClock aria-hidden className="mt-1 size-4 shrink-0" />
            <span className="wrap-anywhere">
              {t('Next show {time}, {cinema}', {
                time: formatDateTime(next.startTime),
                cinema: next.screen.cinema.name,
              })}
            </span>
          </p>
        )}
        {movie.description && <Description text={movie.description} />}
      </div>
    </header>
  );
}

/** Shows the first lines, and a button if there are more. */
function Description({ text }: { text: string }) {
  const id = useId();
  const ref = useRef<HTMLParagraphElement>(null);
  const [isCut, setCut] = useState(false);
  const [isOpen, setOpen] = useState(false);
  useLayoutEffect(() => {
    const paragraph = ref.current;
    if (!paragraph) return;
    const watcher = new ResizeObserver(() => setCut(paragraph.scrollHeight > paragraph.clientHeight + 1));
    watcher.observe(paragraph);
    return () => watcher.disconnect();
  }, []);
  return (
    <div className="relative mt-1 max-w-2xl max-sm:text-sm max-sm:leading-5 sm:mt-4">
      <p
        id={id}
        ref={ref}
        className={cx('whitespace-pre-line', isOpen ? 'text-pretty' : 'line-clamp-2 sm:line-clamp-3')}
      >
        {text}
      </p>
      {(isCut || isOpen) && (
        <button
          type="button"
          aria-label={isOpen ? t('Less of the description') : t('More of the description')}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
          className={cx(
            'rounded-sm bg-canvas font-semibold text-accent leading-6 after:absolute after:-inset-2 hover:underline',
            isOpen
              ? 'relative'
              : 'absolute end-0 -bottom-0.5 ps-1 before:absolute before:inset-y-0 before:end-full before:w-10 before:bg-linear-to-l before:from-canvas before:scale-x-(--flip) sm:bottom-0',
          )}
        >
          {isOpen ? t('Less') : t('More')}
        </button>
      )}
    </div>
  );
}

function InitialLetter({ title }: { title: string }) {
  return (
    <div
      aria-hidden
      className="flex size-full items-center justify-center bg-dark font-display text-5xl text-marigold uppercase sm:text-8xl"
    >
      {[...title][0]}
    </div>
  );
}

export function MovieDetailsSkeleton() {
  return (
    <div role="status" aria-label={t('Loading movie')}>
      <div className={frameLook}>
        <Skeleton className="aspect-2/3" />
        <div className={factsLook}>
          <Skeleton className="h-6 w-80 max-w-full sm:h-10" />
          <Skeleton className="mt-2 h-4 w-32 sm:mt-4 sm:h-5" />
          <Skeleton className="mt-2 h-9 max-w-2xl sm:mt-5 sm:h-20" />
        </div>
      </div>
      <Skeleton className="mb-3 h-14 max-w-2xl sm:mt-13 [@media(height<45rem)]:mt-0" />
      <Skeleton className="h-44 rounded-xl" />
    </div>
  );
}
