import type { Screen } from '@moviebooking/contract/catalogue';
import { MonitorPlay } from 'lucide-react';
import { PageHeader } from '../../../ui/page-header.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { type Column, Table } from '../../../ui/table.tsx';

const columns: Column<Screen>[] = [
  { header: 'Screen', cell: (screen) => screen.name },
  { header: 'Cinema', cell: (screen) => screen.cinema.name },
  { header: 'Capacity', cell: (screen) => screen.capacity && `${screen.capacity} seats`, align: 'right' },
  { header: 'Shows', cell: (screen) => screen._count.shows, align: 'right' },
  { header: 'Actions', cell: () => null, align: 'right' },
];

export function ScreensPage() {
  return (
    <>
      <PageHeader title="Screens" tabTitle="Screens, Admin" />
      <Table
        caption="Screens"
        columns={columns}
        rows={[]}
        keyOf={(screen) => screen.id}
        empty={<EmptyState icon={MonitorPlay} title="No screens found" />}
      />
    </>
  );
}
