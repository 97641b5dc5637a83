import { Clapperboard } from 'lucide-react';
import { Card } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { EmptyState } from '../../ui/states.tsx';

export function MoviesPage() {
  return (
    <>
      <PageHeader title="Now Showing" tabTitle="Movies" />
      <Card>
        <EmptyState icon={Clapperboard} title="No movies available at the moment" />
      </Card>
    </>
  );
}
