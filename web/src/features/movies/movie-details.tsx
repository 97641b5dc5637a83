import type { MovieDetail } from '@moviebooking/contract/catalogue';
import { CalendarClock, Clock } from 'lucide-react';
import { useViewTransitionState } from 'react-router';
import { formatDateTime } from '../../lib/cinema-times.ts';
import { useNow } from '../../lib/now.ts';
import { Poster } from '../../ui/poster.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { MovieTags } from './movie-tags.tsx';
import { posterMorph } from './poster-morph.ts';
import { futureShows, turningPoints } from './showtimes.ts';

const frameLook =
  'mb-6 grid grid-cols-[7rem_minmax(0,1fr)] gap-x-4 gap-y-4 sm:grid-cols-[12rem_minmax(0,1fr)] sm:gap-x-8';

export function MovieDetails({ movie }: { movie: MovieDetail }) {
  const now = useNow(turningPoints(movie.shows));
  const [next] = futureShows(movie.shows, now);
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
      <div className="self-center">
        <h1 className="font-display text-[1.5rem] leading-tight wrap-anywhere sm:text-title">{movie.title}</h1>
        <MovieTags movie={movie} className="mt-2 font-semibold wrap-anywhere" />
        {movie.durationMin !== null && (
          <p className="mt-3 flex items-center gap-2 font-medium text-muted">
            <Clock aria-hidden className="size-4" /> {movie.durationMin} minutes
          </p>
        )}
        {next && (
          <p className="mt-1.5 flex items-start gap-2 font-medium text-muted">
            <CalendarClock aria-hidden className="mt-1 size-4 shrink-0" />
            <span className="wrap-anywhere">
              Next show {formatDateTime(next.startTime)}, {next.screen.cinema.name}
            </span>
          </p>
        )}
        {movie.description && (
          <p className="mt-4 hidden max-w-2xl whitespace-pre-line text-pretty sm:block">{movie.description}</p>
        )}
      </div>
      {movie.description && <p className="col-span-2 whitespace-pre-line text-pretty sm:hidden">{movie.description}</p>}
    </header>
  );
}

function InitialLetter({ title }: { title: string }) {
  return (
    <div
      aria-hidden
      className="flex size-full items-center justify-center bg-dark font-display text-6xl text-marigold uppercase sm:text-8xl"
    >
      {[...title][0]}
    </div>
  );
}

export function MovieDetailsSkeleton() {
  return (
    <div role="status" aria-label="Loading movie">
      <div className={frameLook}>
        <Skeleton className="aspect-2/3" />
        <div className="self-center">
          <Skeleton className="h-10 w-80 max-w-full" />
          <Skeleton className="mt-4 h-5 w-32" />
          <Skeleton className="mt-5 hidden h-20 max-w-2xl sm:block" />
        </div>
      </div>
      <Skeleton className="mb-6 h-18 max-w-2xl" />
      <Skeleton className="h-44 rounded-xl" />
    </div>
  );
}
