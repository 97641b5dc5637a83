import type { Show } from '@moviebooking/contract/catalogue';
import { Ticket } from 'lucide-react';
import { PageHeader } from '../../../ui/page-header.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { type Column, Table } from '../../../ui/table.tsx';

const columns: Column<Show>[] = [
  { header: 'Movie', cell: (show) => show.movie.title },
  { header: 'Screen and Cinema', cell: (show) => `${show.screen.name}, ${show.screen.cinema.name}` },
  { header: 'Date and Time', cell: (show) => show.startTime },
  { header: 'Price', cell: (show) => show.price, align: 'right' },
  { header: 'Bookings', cell: (show) => show._count.bookings, align: 'right' },
  { header: 'Actions', cell: () => null, align: 'right' },
];

export function ShowsPage() {
  return (
    <>
      <PageHeader title="Shows" tabTitle="Shows, Admin" />
      <Table
        caption="Shows"
        columns={columns}
        rows={[]}
        keyOf={(show) => show.id}
        empty={<EmptyState icon={Ticket} title="No shows found" />}
      />
    </>
  );
}
