import type { Movie } from '@moviebooking/contract/catalogue';
import { Clock } from 'lucide-react';
import { useId } from 'react';
import { useViewTransitionState } from 'react-router';
import { ButtonLink } from '../../ui/button.tsx';
import { Poster } from '../../ui/poster.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { posterMorph } from './poster-morph.ts';

const cardLook = 'relative flex flex-col overflow-hidden rounded-xl border border-line bg-surface shadow-card';

interface MovieCardProps {
  movie: Movie;
  isEager: boolean;
  /** The user is about to choose this movie. */
  onIntent: (movieId: number) => void;
}

/** The whole card leads to the movie; for the keyboard and the screen reader it is one link. */
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
      <div style={isLeaving ? posterMorph : undefined}>
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
        {movie.durationMin !== null && (
          <p className="mt-1 mb-3 flex items-center gap-1.5 text-muted text-sm">
            <Clock aria-hidden className="size-3.5" /> {movie.durationMin} minutes
          </p>
        )}
        <ButtonLink
          to={to}
          size="sm"
          variant="secondary"
          aria-describedby={titleId}
          viewTransition
          className="mt-auto w-full after:absolute after:inset-0 group-hover:border-primary group-hover:bg-primary group-hover:text-on-primary"
        >
          View Cinemas
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
        <Skeleton className="mt-2 mb-3 h-4 w-2/5" />
        <Skeleton className="h-9" />
      </div>
    </li>
  );
}
