import { TicketX } from 'lucide-react';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { EmptyState } from '../../ui/states.tsx';

export function HistoryPage() {
  return (
    <>
      <PageHeader title="Booking History" subtitle="View all your past movie bookings" />
      <Card>
        <EmptyState
          icon={TicketX}
          title="No bookings yet"
          note="You have not booked anything so far. Your tickets will be kept here."
          action={<ButtonLink to="/movies">Browse Movies</ButtonLink>}
        />
      </Card>
    </>
  );
}
