import { Clapperboard } from 'lucide-react';
import { Card } from '../../../ui/card.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { EmptyState } from '../../../ui/states.tsx';

export function MoviesPage() {
  return (
    <>
      <PageHeader title="Movies" tabTitle="Movies, Admin" />
      <Card>
        <EmptyState icon={Clapperboard} title="No movies found" />
      </Card>
    </>
  );
}
