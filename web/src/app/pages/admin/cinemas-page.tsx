import type { Cinema } from '@moviebooking/contract/catalogue';
import { Building2 } from 'lucide-react';
import { PageHeader } from '../../../ui/page-header.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { type Column, Table } from '../../../ui/table.tsx';

const columns: Column<Cinema>[] = [
  { header: 'Cinema', cell: (cinema) => cinema.name },
  { header: 'City', cell: (cinema) => cinema.city ?? '-' },
  { header: 'Screens', cell: (cinema) => cinema._count.screens, align: 'right' },
  { header: 'Actions', cell: () => null, align: 'right' },
];

export function CinemasPage() {
  return (
    <>
      <PageHeader title="Cinemas" tabTitle="Cinemas, Admin" />
      <Table
        caption="Cinemas"
        columns={columns}
        rows={[]}
        keyOf={(cinema) => cinema.id}
        empty={<EmptyState icon={Building2} title="No cinemas found" />}
      />
    </>
  );
}
