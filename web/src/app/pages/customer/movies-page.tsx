import { useQueryClient } from '@tanstack/react-query';
import { Clapperboard, SearchX } from 'lucide-react';
import { useDeferredValue, useEffect } from 'react';
import { movieQuery, moviesQuery } from '../../../features/movies/api.ts';
import { MovieFilterBar, useMovieFilter } from '../../../features/movies/movie-filters.tsx';
import { MovieGrid, MovieGridSkeleton } from '../../../features/movies/movie-grid.tsx';
import { CityQuestion } from '../../../features/movies/your-city.tsx';
import { useAddress } from '../../../lib/address.ts';
import { useCity } from '../../../lib/city.ts';
import { keepingFocus } from '../../../lib/focus.ts';
import { t } from '../../../lib/language.ts';
import { useLastSeen } from '../../../lib/last-seen.ts';
import { prefetching } from '../../../lib/until-loaded.ts';
import { whenIdle } from '../../../lib/when-idle.ts';
import { AddressSearch } from '../../../ui/address-search.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { LastSeenNotice } from '../../../ui/last-seen-notice.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Pagination } from '../../../ui/pagination.tsx';
import { EmptyState, EmptyStatus, ErrorState } from '../../../ui/states.tsx';

const prefetchMoviePage = prefetching(() => import('./movie-page.tsx'));

const useMovies = () =>
  useLastSeen(moviesQuery(useAddress().page, useMovieFilter()), ({ data }) => data.map(({ posterUrl }) => posterUrl));

export function MoviesPage() {
  const latest = useMovies();
  // Deferring draws the posters in slices, so typing stays responsive.
  const data = useDeferredValue(latest.data);
  return (
    <>
      <CityQuestion />
      <PageHeader
        title={t('Now Showing')}
        tabTitle={t('Movies')}
        subtitle={<CityOfList />}
        actions={
          <>
            <AddressSearch
              label={t('Search movies')}
              placeholder={t('Search movies')}
              className="w-[calc(100vw-2rem)] sm:w-64"
            />
            <MovieFilterBar filters={data?.filters} />
          </>
        }
      />
      <LastSeenNotice
        problem={t("We couldn't load the latest movies.")}
        seenAt={latest.seenAt}
        isFetching={latest.isFetching}
        onRetry={() => void latest.refetch()}
      />
      <EmptyStatus isEmpty={data?.meta.total === 0} />
      <MoviesOnPage latest={latest} data={data} />
    </>
  );
}

/**
 * Says which city the list is for, with a button to show all cities. It keeps its line when the city turns out to have no shows,
 * so nothing moves.
 */
function CityOfList() {
  const { wanted, city, choose } = useCity();
  if (!wanted) return null;
  return (
    <>
      {city ? t('In {city}', { city }) : t('No shows in {wanted} at the moment, so these are all cities', { wanted })}
      {city && (
        <Button
          variant="ghost"
          size="sm"
          onClick={keepingFocus(() => choose(''))}
          className="-my-2 ms-1 px-2! text-accent"
        >
          {t('Show all cities')}
        </Button>
      )}
    </>
  );
}

interface MoviesOnPageProps {
  latest: ReturnType<typeof useMovies>;
  /** The data that is drawn, which may lag behind `latest`. */
  data: ReturnType<typeof useMovies>['data'];
}

function MoviesOnPage({ latest, data }: MoviesOnPageProps) {
  const { page, goToPage, clearFilters } = useAddress();
  const queryClient = useQueryClient();
  const { isFetching, isPlaceholderData, refetch } = latest;
  const isOutdated = isPlaceholderData || data !== latest.data;
  const nextPage = latest.data?.meta.hasNextPage && !isPlaceholderData ? page + 1 : null;
  const { search, language, format, city } = useMovieFilter();
  const isFiltered = language !== '' || format !== '';

  useEffect(() => {
    if (!nextPage) return;
    let isWanted = true;
    void whenIdle().then(() => {
      if (isWanted) void queryClient.prefetchQuery(moviesQuery(nextPage, { search, language, format, city }));
    });
    return () => {
      isWanted = false;
    };
  }, [nextPage, search, language, format, city, queryClient]);

  const showAll = () => clearFilters('search', 'language', 'format');
  const prefetchMovie = (movieId: number) => {
    prefetchMoviePage();
    void queryClient.prefetchQuery(movieQuery(String(movieId)));
  };

  if (!data) {
    return isFetching || latest.data ? (
      <MovieGridSkeleton />
    ) : (
      <Card>
        <ErrorState message={t('Failed to load movies. Please try again.')} onRetry={() => void refetch()} />
      </Card>
    );
  }
  if (data.data.length === 0) {
    // The empty state names the current page and search, so it has to wait for their answer.
    if (isOutdated) return <MovieGridSkeleton />;
    return (
      <Card>
        {data.meta.total > 0 ? (
          <EmptyState
            icon={Clapperboard}
            title={t("There's no page {page}", { page })}
            action={<Button onClick={keepingFocus(() => goToPage(1))}>{t('Go to the first page')}</Button>}
          />
        ) : search || isFiltered ? (
          <EmptyState
            icon={SearchX}
            title={isFiltered ? t('No movies match these filters') : t('No movies match “{search}”', { search })}
            note={
              isFiltered
                ? undefined
                : `${city && t('This searched the movies in {city}.', { city })} ${t('Check the spelling, or search for one word of the title.')}`
            }
            action={<Button onClick={keepingFocus(showAll)}>{t('Show all movies')}</Button>}
          />
        ) : (
          <EmptyState icon={Clapperboard} title={t('No movies available at the moment')} />
        )}
      </Card>
    );
  }
  return (
    <>
      <MovieGrid movies={data.data} isOutdated={isOutdated} onIntent={prefetchMovie} />
      <Pagination meta={data.meta} noun={t('movies')} className="mt-8" />
    </>
  );
}
