import { type Cinema, type CinemaInput, cinemaInput } from '@moviebooking/contract/catalogue';
import { useQuery } from '@tanstack/react-query';
import { Building2 } from 'lucide-react';
import { memo, useDeferredValue, useMemo, useState } from 'react';
import { findDuplicateCinema } from '../../../features/admin-catalogue/api.ts';
import { EditorDialog } from '../../../features/admin-catalogue/editor-dialog.tsx';
import { editAndDelete, ManagementPage, NothingFound } from '../../../features/admin-catalogue/management-page.tsx';
import { matchesSearch } from '../../../features/admin-catalogue/matches-search.ts';
import {
  deletionQuestion,
  type Manager,
  type ManagerActions,
  useManager,
} from '../../../features/admin-catalogue/use-manager.ts';
import { allCinemasQuery } from '../../../lib/catalogue-queries.ts';
import { Button } from '../../../ui/button.tsx';
import { textOf } from '../../../ui/contract-form.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { nameLook, RowMain } from '../../../ui/row-main.tsx';
import { actionsColumn } from '../../../ui/row-menu.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { SearchField, TextField } from '../../../ui/text-field.tsx';
import { TextLink } from '../../../ui/text-link.tsx';

const ADD = 'Add Cinema';

export function CinemasPage() {
  const manager = useManager<Cinema>('cinema');
  const list = useQuery(allCinemasQuery);
  const [search, setSearch] = useState('');
  const wanted = useDeferredValue(search);
  return (
    <>
      <ManagementPage
        title="Cinemas"
        addLabel={ADD}
        manager={manager}
        list={list}
        loadFailure="Failed to load cinemas"
        search={
          <SearchField
            isDense
            label="Search cinemas"
            placeholder="Search by name or city"
            value={search}
            onSearch={setSearch}
            className="grow"
          />
        }
      >
        {(cinemas) => <CinemaTable cinemas={cinemas} search={wanted} actions={manager.actions} />}
      </ManagementPage>
      <CinemaEditor manager={manager} />
    </>
  );
}

interface CinemaTableProps {
  cinemas: Cinema[];
  search: string;
  actions: ManagerActions<Cinema>;
}

const CinemaTable = memo(function CinemaTable({ cinemas, search, actions }: CinemaTableProps) {
  const rows = useMemo(() => cinemas.filter(({ name, city }) => matchesSearch(search, name, city)), [cinemas, search]);
  const columns: Column<Cinema>[] = [
    {
      header: 'Cinema',
      isPlain: true,
      cell: (cinema) => (
        <RowMain verb="Edit" onOpen={() => actions.edit(cinema)}>
          {cinema.name}
        </RowMain>
      ),
    },
    { header: 'City', cell: ({ city }) => <span className={nameLook}>{city ?? '-'}</span> },
    {
      header: 'Screens',
      cell: ({ id, name, _count }) => (
        <TextLink to={`/admin/screens?cinemaId=${id}`} aria-label={`${_count.screens} screens of ${name}`}>
          {_count.screens}
        </TextLink>
      ),
    },
    actionsColumn(
      ({ name }) => name,
      (cinema) =>
        editAndDelete(
          () => actions.edit(cinema),
          () => void actions.remove(cinema, deletionQuestion(cinema.name)),
        ),
    ),
  ];
  return (
    <Table
      caption="Cinemas"
      columns={columns}
      rows={rows}
      keyOf={({ id }) => id}
      empty={
        <NothingFound
          icon={Building2}
          noun="cinemas"
          isSearching={search.trim() !== ''}
          firstStep="Start by adding a cinema, then give it screens."
          addLabel={ADD}
          onAdd={actions.add}
        />
      }
    />
  );
});

/** Asked when another cinema has the same name in the same city. */
interface Question {
  isOpen: boolean;
  duplicate: Cinema;
  answer: (isSure: boolean) => void;
}

function CinemaEditor({ manager }: { manager: Manager<Cinema> }) {
  const [question, setQuestion] = useState<Question | null>(null);
  const [isChecking, setChecking] = useState(false);

  const confirmDuplicate = async (input: Record<string, unknown>): Promise<boolean> => {
    const duplicate = await findDuplicateCinema(input as CinemaInput, manager.edited);
    if (!duplicate) return true;
    const isSure = await new Promise<boolean>((answer) => setQuestion({ isOpen: true, duplicate, answer }));
    setQuestion((asked) => asked && { ...asked, isOpen: false });
    return isSure;
  };
  const save = async (input: Record<string, unknown>) => {
    setChecking(true);
    if (await confirmDuplicate(input).finally(() => setChecking(false))) await manager.save(input);
  };
  return (
    <EditorDialog
      manager={{ ...manager, save, isSaving: manager.isSaving || isChecking }}
      titles={{ add: 'Add New Cinema', edit: 'Edit Cinema' }}
      draftOf={(cinema) => ({ name: textOf(cinema?.name), city: textOf(cinema?.city) })}
      inputOf={(draft) => draft}
      schema={cinemaInput}
    >
      {({ field }) => (
        <>
          <TextField label="Cinema Name" required maxLength={100} autoComplete="off" {...field('name')} />
          <TextField label="City" maxLength={100} autoComplete="off" {...field('city')} />
          {question && <DuplicateCinemaDialog {...question} verb={manager.edited ? 'Update' : 'Create'} />}
        </>
      )}
    </EditorDialog>
  );
}

function DuplicateCinemaDialog({ isOpen, duplicate, answer, verb }: Question & { verb: 'Create' | 'Update' }) {
  const where = duplicate.city ? `in ${duplicate.city}` : 'without a city';
  return (
    <Dialog
      isOpen={isOpen}
      onClose={() => answer(false)}
      title="Is this the same cinema?"
      description={`There's already a cinema called ${duplicate.name} ${where}. ${verb} it anyway?`}
      hasOwnClose
    >
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={() => answer(false)} className="max-sm:grow">
          Go back
        </Button>
        <Button onClick={() => answer(true)} className="max-sm:grow">
          {verb} anyway
        </Button>
      </div>
    </Dialog>
  );
}
