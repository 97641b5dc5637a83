import type { Movie } from '@moviebooking/contract/catalogue';
import { cx } from '../../lib/cx.ts';
import { t } from '../../lib/language.ts';
import { MovieCard, MovieCardSkeleton } from './movie-card.tsx';

const gridLook = 'grid grid-cols-2 gap-3 sm:grid-cols-3 sm:gap-5 md:grid-cols-4 lg:grid-cols-5';
const FIRST_SCREEN = 5;

interface MovieGridProps {
  movies: Movie[];
  /** Newer results are loading. */
  isOutdated: boolean;
  onIntent: (movieId: number) => void;
}

export function MovieGrid({ movies, isOutdated, onIntent }: MovieGridProps) {
  return (
    <ul aria-busy={isOutdated} className={cx(gridLook, 'transition-opacity', isOutdated && 'opacity-60')}>
      {movies.map((movie, index) => (
        <MovieCard key={movie.id} movie={movie} isEager={index < FIRST_SCREEN} onIntent={onIntent} />
      ))}
    </ul>
  );
}

export function MovieGridSkeleton() {
  return (
    <div role="status" aria-label={t('Loading movies')}>
      <ul className={gridLook}>
        {Array.from({ length: 10 }, (_, index) => (
          <MovieCardSkeleton key={index} />
        ))}
      </ul>
    </div>
  );
}
