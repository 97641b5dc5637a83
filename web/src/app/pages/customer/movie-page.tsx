import { useQueryClient } from '@tanstack/react-query';
import { ArrowLeft, Film } from 'lucide-react';
import { useDeferredValue, useEffect } from 'react';
import { useParams } from 'react-router';
import { movieQuery, moviesQuery } from '../../../features/movies/api.ts';
import { MovieDetails, MovieDetailsSkeleton } from '../../../features/movies/movie-details.tsx';
import { ShowtimesList } from '../../../features/movies/showtimes-list.tsx';
import { isMissing } from '../../../lib/api.ts';
import { useCity } from '../../../lib/city.ts';
import { t } from '../../../lib/language.ts';
import { useLastSeen } from '../../../lib/last-seen.ts';
import { usePageTitle } from '../../../lib/page-title.ts';
import { prefetching } from '../../../lib/until-loaded.ts';
import { whenIdle } from '../../../lib/when-idle.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { LastSeenNotice } from '../../../ui/last-seen-notice.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';

const prefetchSeatPage = prefetching(() => import('./seat-page.tsx'));

function BackToMovies({ className }: { className?: string }) {
  return (
    <ButtonLink to="/movies" variant="ghost" viewTransition className={className}>
      <ArrowLeft aria-hidden className="size-4" /> {t('Back to Movies')}
    </ButtonLink>
  );
}

/** For users who followed a link here: the header's cities come with the list of movies, which they haven't seen. */
function usePrefetchedCities() {
  const { offered } = useCity();
  const queryClient = useQueryClient();
  useEffect(() => {
    if (offered === null) void whenIdle().then(() => queryClient.prefetchQuery(moviesQuery()));
  }, [offered, queryClient]);
}

export function MoviePage() {
  const { movieId = '' } = useParams();
  const seen = useLastSeen(movieQuery(movieId), ({ posterUrl }) => [posterUrl]);
  const { data: latest, seenAt, isFetching, error, refetch } = seen;
  // Deferring draws the shows in slices, so the page stays responsive.
  const movie = useDeferredValue(latest);
  usePrefetchedCities();
  usePageTitle(movie?.title ?? (error ? t('Movie') : t('Loading')));

  if (movie) {
    return (
      <>
        <div className="relative max-sm:-mt-6">
          <BackToMovies className="max-sm:absolute max-sm:-top-2 max-sm:start-20 max-sm:h-9 max-sm:px-3 sm:-mt-5 sm:mb-3 sm:-ms-5" />
          <MovieDetails movie={movie} />
        </div>
        <LastSeenNotice
          problem={t("We couldn't load the latest showtimes.")}
          seenAt={seenAt}
          isFetching={isFetching}
          onRetry={() => void refetch()}
        />
        <h2 className="font-display text-heading max-sm:sr-only sm:mb-2 [@media(height<45rem)]:sr-only">
          {t('Showtimes')}
        </h2>
        <ShowtimesList shows={movie.shows} onIntent={prefetchSeatPage} />
      </>
    );
  }
  if (isFetching || latest) {
    return (
      <div className="max-sm:-mt-6 sm:pt-9">
        <MovieDetailsSkeleton />
      </div>
    );
  }
  return (
    <Card>
      <h1 className="sr-only">{t('Movie details')}</h1>
      {isMissing(error) ? (
        <EmptyState icon={Film} title={t('Movie not found')} action={<BackToMovies />} />
      ) : (
        <ErrorState
          message={t('Failed to load movie details. Please try again.')}
          onRetry={() => void refetch()}
          action={<BackToMovies />}
        />
      )}
    </Card>
  );
}
