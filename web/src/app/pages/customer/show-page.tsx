import { useQuery } from '@tanstack/react-query';
import { CalendarX2 } from 'lucide-react';
import { useParams } from 'react-router';
import { showQuery } from '../../../features/movies/api.ts';
import { ShowDetails, ShowDetailsSkeleton } from '../../../features/movies/show-details.tsx';
import { isMissing } from '../../../lib/api.ts';
import { t } from '../../../lib/language.ts';
import { prefetching } from '../../../lib/until-loaded.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';

const prefetchSeatPage = prefetching(() => import('./seat-page.tsx'));

export function ShowPage() {
  const { showId = '' } = useParams();
  return (
    <>
      <PageHeader title={t('Shows')} />
      <ShowContent showId={showId} />
    </>
  );
}

function ShowContent({ showId }: { showId: string }) {
  const { data: show, isFetching, error, refetch } = useQuery(showQuery(showId));
  if (show) return <ShowDetails show={show} onIntent={prefetchSeatPage} />;
  if (isFetching) return <ShowDetailsSkeleton />;
  const toMovies = (
    <ButtonLink to="/movies" variant="secondary">
      {t('Back to Movies')}
    </ButtonLink>
  );
  return (
    <Card>
      {isMissing(error) ? (
        <EmptyState
          icon={CalendarX2}
          title={t('Show not found')}
          note={t('It may have been deleted.')}
          action={toMovies}
        />
      ) : (
        <ErrorState
          message={t('Failed to load the show. Please try again.')}
          onRetry={() => void refetch()}
          action={toMovies}
        />
      )}
    </Card>
  );
}
