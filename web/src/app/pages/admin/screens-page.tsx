import type { Screen } from '@moviebooking/contract/catalogue';
import { MonitorPlay } from 'lucide-react';
import { useState } from 'react';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Pagination } from '../../../ui/pagination.tsx';
import { Select } from '../../../ui/select.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { SearchField } from '../../../ui/text-field.tsx';

const columns: Column<Screen>[] = [
  { header: 'Screen', cell: (screen) => screen.name },
  { header: 'Cinema', cell: (screen) => screen.cinema.name },
  { header: 'Capacity', cell: (screen) => screen.capacity && `${screen.capacity} seats`, align: 'right' },
  { header: 'Shows', cell: (screen) => screen._count.shows, align: 'right' },
  { header: 'Actions', cell: () => null, align: 'right' },
];

const noPages = { page: 1, limit: 20, total: 0, totalPages: 0, hasNextPage: false, hasPrevPage: false };

export function ScreensPage() {
  const [search, setSearch] = useState('');
  const [cinemaId, setCinemaId] = useState('');
  return (
    <>
      <PageHeader title="Screens" tabTitle="Screens, Admin" />
      <div className="mb-5 grid gap-3 sm:grid-cols-[1fr_16rem]">
        <SearchField label="Search screens" placeholder="Search screens" value={search} onSearch={setSearch} />
        <Select
          label="Cinema"
          isLabelHidden
          options={[{ value: '', label: 'All Cinemas' }]}
          value={cinemaId}
          onChange={setCinemaId}
        />
      </div>
      <Table
        caption="Screens"
        columns={columns}
        rows={[]}
        keyOf={(screen) => screen.id}
        empty={<EmptyState icon={MonitorPlay} title="No screens found" />}
      />
      <div className="mt-5">
        <Pagination meta={noPages} noun="screens" onPage={() => undefined} maxButtons={5} />
      </div>
    </>
  );
}
