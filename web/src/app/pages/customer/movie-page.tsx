import { ArrowLeft, Film } from 'lucide-react';
import { useDeferredValue } from 'react';
import { useParams } from 'react-router';
import { movieQuery } from '../../../features/movies/api.ts';
import { MovieDetails, MovieDetailsSkeleton } from '../../../features/movies/movie-details.tsx';
import { ShowtimesList } from '../../../features/movies/showtimes-list.tsx';
import { isMissing } from '../../../lib/api.ts';
import { useLastSeen } from '../../../lib/last-seen.ts';
import { usePageTitle } from '../../../lib/page-title.ts';
import { prefetching } from '../../../lib/until-loaded.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { LastSeenNotice } from '../../../ui/last-seen-notice.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';

const prefetchSeatPage = prefetching(() => import('./seat-page.tsx'));

function BackToMovies({ className }: { className?: string }) {
  return (
    <ButtonLink to="/movies" variant="ghost" viewTransition className={className}>
      <ArrowLeft aria-hidden className="size-4" /> Back to Movies
    </ButtonLink>
  );
}

export function MoviePage() {
  const { movieId = '' } = useParams();
  const seen = useLastSeen(movieQuery(movieId), ({ posterUrl }) => [posterUrl]);
  const { data: latest, seenAt, isFetching, error, refetch } = seen;
  // Deferring draws the shows in slices, so the page stays responsive.
  const movie = useDeferredValue(latest);
  usePageTitle(movie?.title ?? (error ? 'Movie' : 'Loading'));

  if (movie) {
    return (
      <>
        <BackToMovies className="-mt-3 mb-3 -ml-5 sm:-mt-5" />
        <LastSeenNotice
          what="the latest showtimes"
          seenAt={seenAt}
          isFetching={isFetching}
          onRetry={() => void refetch()}
        />
        <MovieDetails movie={movie} />
        <h2 className="mb-4 font-display text-heading">Showtimes</h2>
        <ShowtimesList shows={movie.shows} onIntent={prefetchSeatPage} />
      </>
    );
  }
  if (isFetching || latest) return <MovieDetailsSkeleton />;
  return (
    <Card>
      <h1 className="sr-only">Movie details</h1>
      {isMissing(error) ? (
        <EmptyState icon={Film} title="Movie not found" action={<BackToMovies />} />
      ) : (
        <ErrorState
          message="Failed to load movie details. Please try again."
          onRetry={() => void refetch()}
          action={<BackToMovies />}
        />
      )}
    </Card>
  );
}
