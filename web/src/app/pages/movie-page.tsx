import { ArrowLeft, CalendarX2 } from 'lucide-react';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { EmptyState } from '../../ui/states.tsx';

export function MoviePage() {
  return (
    <>
      <PageHeader title="Showtimes" />
      <Card>
        <EmptyState
          icon={CalendarX2}
          title="No Future Showtimes Available"
          action={
            <ButtonLink to="/movies" variant="secondary">
              <ArrowLeft aria-hidden className="size-4" /> Back to Movies
            </ButtonLink>
          }
        />
      </Card>
    </>
  );
}
