import { useQuery } from '@tanstack/react-query';
import { Clapperboard } from 'lucide-react';
import { Navigate, useSearchParams } from 'react-router';
import { MovieGrid, MovieGridSkeleton } from '../../features/movies/movie-grid.tsx';
import { movieListQuery } from '../../features/movies/movie-queries.ts';
import { Card } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';

/** The page number lives in the address, so that Back and a shared link lead to the same movies. */
function usePageNumber(): [number, (page: number) => void] {
  const [params, setParams] = useSearchParams();
  const page = Number(params.get('page'));
  return [
    Number.isInteger(page) && page > 0 ? page : 1,
    (chosen) => setParams(chosen === 1 ? {} : { page: String(chosen) }),
  ];
}

export function MoviesPage() {
  const [page, setPage] = usePageNumber();
  const movies = useQuery(movieListQuery(page));
  const lastPage = movies.data?.meta.totalPages ?? 0;
  if (page > lastPage && lastPage > 0 && !movies.isPlaceholderData)
    return <Navigate to={`?page=${lastPage}`} replace />;
  return (
    <>
      <PageHeader title="Now Showing" tabTitle="Movies" />
      {movies.isPending && <MovieGridSkeleton />}
      {movies.isError && (
        <Card>
          <ErrorState message="Failed to load movies. Please try again." onRetry={() => movies.refetch()} />
        </Card>
      )}
      {movies.isSuccess && movies.data.data.length === 0 && (
        <Card>
          <EmptyState icon={Clapperboard} title="No movies available at the moment" />
        </Card>
      )}
      {movies.isSuccess && movies.data.data.length > 0 && (
        <>
          <MovieGrid movies={movies.data.data} isStale={movies.isPlaceholderData} />
          <div className="mt-10">
            <Pagination meta={movies.data.meta} noun="movies" onPage={setPage} />
          </div>
        </>
      )}
    </>
  );
}
