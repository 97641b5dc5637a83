import { Armchair, Ticket } from 'lucide-react';
import { useParams } from 'react-router';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { EmptyState } from '../../ui/states.tsx';

export function ShowPage() {
  const { showId } = useParams();
  return (
    <>
      <PageHeader title="Shows" />
      <Card>
        <EmptyState
          icon={Ticket}
          title="This show's seats are on its seat map"
          action={
            <ButtonLink to={`/shows/${showId}/seats`}>
              <Armchair aria-hidden className="size-4" /> Choose seats
            </ButtonLink>
          }
        />
      </Card>
    </>
  );
}
