import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Clapperboard, SearchX } from 'lucide-react';
import { useDeferredValue, useEffect } from 'react';
import { movieQuery, moviesQuery } from '../../features/movies/api.ts';
import { MovieGrid, MovieGridSkeleton } from '../../features/movies/movie-grid.tsx';
import { useAddress } from '../../lib/address.ts';
import { whenIdle } from '../../lib/when-idle.ts';
import { AddressSearch } from '../../ui/address-search.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';

export function MoviesPage() {
  const { page, search, goToPage, setSearch } = useAddress();
  return (
    <>
      <PageHeader
        title="Now Showing"
        tabTitle="Movies"
        actions={
          <AddressSearch label="Search movies" placeholder="Search movies" className="w-[calc(100vw-2rem)] sm:w-72" />
        }
      />
      <MoviesOnPage page={page} search={search} onPage={goToPage} onClearSearch={() => setSearch('')} />
    </>
  );
}

interface MoviesOnPageProps {
  page: number;
  search: string;
  onPage: (page: number) => void;
  onClearSearch: () => void;
}

function MoviesOnPage({ page, search, onPage, onClearSearch }: MoviesOnPageProps) {
  const queryClient = useQueryClient();
  const { data: latest, isFetching, isPlaceholderData, refetch } = useQuery(moviesQuery(page, search));
  // Deferred, the posters are drawn in slices and typing goes on meanwhile.
  const data = useDeferredValue(latest);
  const nextPage = latest?.meta.hasNextPage && !isPlaceholderData ? page + 1 : null;

  useEffect(() => {
    if (!nextPage) return;
    let isWanted = true;
    void whenIdle().then(() => {
      if (isWanted) void queryClient.prefetchQuery(moviesQuery(nextPage, search));
    });
    return () => {
      isWanted = false;
    };
  }, [nextPage, search, queryClient]);

  const prefetchMovie = (movieId: number) => {
    void import('./movie-page.tsx');
    void queryClient.prefetchQuery(movieQuery(String(movieId)));
  };

  if (!data) {
    return isFetching || latest ? (
      <MovieGridSkeleton />
    ) : (
      <Card>
        <ErrorState message="Failed to load movies. Please try again." onRetry={() => void refetch()} />
      </Card>
    );
  }
  if (data.data.length === 0) {
    return (
      <Card>
        {data.meta.total > 0 ? (
          <EmptyState
            icon={Clapperboard}
            title={`There is no page ${page}`}
            action={<Button onClick={() => onPage(1)}>Go to the first page</Button>}
          />
        ) : search ? (
          <EmptyState
            icon={SearchX}
            title={`No movies match “${search}”`}
            note="Check the spelling, or search for one word of the title."
            action={<Button onClick={onClearSearch}>Show all movies</Button>}
          />
        ) : (
          <EmptyState icon={Clapperboard} title="No movies available at the moment" />
        )}
      </Card>
    );
  }
  return (
    <>
      <MovieGrid movies={data.data} isOutdated={isPlaceholderData || data !== latest} onIntent={prefetchMovie} />
      <div className="mt-8">
        <Pagination meta={data.meta} noun="movies" onPage={onPage} />
      </div>
    </>
  );
}
