import type { Movie } from '@moviebooking/contract/catalogue';
import { Clock3 } from 'lucide-react';
import { ButtonLink } from '../../ui/button.tsx';
import { Poster } from '../../ui/poster.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { MOVIES_PER_PAGE } from './movie-queries.ts';

const gridLook = 'grid grid-cols-2 gap-x-4 gap-y-8 sm:grid-cols-3 sm:gap-x-6 md:grid-cols-4 lg:grid-cols-5';

export function MovieGrid({ movies, isStale }: { movies: Movie[]; isStale: boolean }) {
  return (
    <ul aria-busy={isStale} className={`${gridLook} transition-opacity ${isStale ? 'opacity-60' : ''}`}>
      {movies.map((movie) => (
        <li key={movie.id} className="flex min-w-0 flex-col">
          <Poster url={movie.posterUrl} title={movie.title} />
          <h2 className="mt-3.5 line-clamp-2 font-semibold text-[1.0625rem] leading-snug">{movie.title}</h2>
          {movie.durationMin !== null && (
            <p className="mt-1 flex items-center gap-1.5 text-muted text-sm">
              <Clock3 aria-hidden className="size-4" /> {movie.durationMin} minutes
            </p>
          )}
          <div className="mt-auto pt-3.5">
            <ButtonLink
              to={`/movies/${movie.id}/cinemas`}
              variant="secondary"
              size="sm"
              aria-label={`View Cinemas for ${movie.title}`}
              className="h-11 w-full"
            >
              View Cinemas
            </ButtonLink>
          </div>
        </li>
      ))}
    </ul>
  );
}

export function MovieGridSkeleton() {
  return (
    <div role="status" aria-label="Loading movies" className={gridLook}>
      {Array.from({ length: MOVIES_PER_PAGE }, (_, index) => (
        <div key={index}>
          <Skeleton className="aspect-2/3 rounded-lg" />
          <Skeleton className="mt-3.5 h-5 w-4/5" />
          <Skeleton className="mt-2 h-4 w-2/5" />
          <Skeleton className="mt-3.5 h-11" />
        </div>
      ))}
    </div>
  );
}
