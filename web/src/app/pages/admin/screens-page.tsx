import { MAX_CAPACITY, type Screen, screenInput } from '@moviebooking/contract/catalogue';
import { ALL_SEATS } from '@moviebooking/contract/seats';
import { useQuery } from '@tanstack/react-query';
import { MonitorPlay, Wrench } from 'lucide-react';
import { screensQuery } from '../../../features/admin-catalogue/api.ts';
import { ClosedSeatsDialog } from '../../../features/admin-catalogue/closed-seats-dialog.tsx';
import { EditorDialog } from '../../../features/admin-catalogue/editor-dialog.tsx';
import { editAndDelete, ManagementPage, NothingFound } from '../../../features/admin-catalogue/management-page.tsx';
import { deletionQuestion, type Manager, useManager } from '../../../features/admin-catalogue/use-manager.ts';
import { SEATS_SOLD } from '../../../features/admin-catalogue/wording.ts';
import { useAddress } from '../../../lib/address.ts';
import { cinemaOptionsQuery } from '../../../lib/catalogue-queries.ts';
import { cx } from '../../../lib/cx.ts';
import { AddressSearch } from '../../../ui/address-search.tsx';
import { AddressSelect } from '../../../ui/address-select.tsx';
import { numberOrNull, SelectField, textOf } from '../../../ui/contract-form.tsx';
import { denseLook } from '../../../ui/field.tsx';
import { Pagination } from '../../../ui/pagination.tsx';
import { LastPageInstead } from '../../../ui/record-page.tsx';
import { nameLook, RowMain } from '../../../ui/row-main.tsx';
import { actionsColumn } from '../../../ui/row-menu.tsx';
import type { Option } from '../../../ui/select.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { useItemDialog } from '../../../ui/use-item-dialog.ts';

const MAX_PAGE_BUTTONS = 5;
const ADD = 'Add Screen';
const WHAT_A_SCREEN_IS = 'A screen is an auditorium of a cinema. Add one to schedule shows on it.';

export function ScreensPage() {
  const manager = useManager<Screen>('screen');
  const { page, search, value } = useAddress();
  const cinemaId = value('cinemaId');
  const list = useQuery(screensQuery(page, { search, cinemaId }));
  const cinemas = useQuery(cinemaOptionsQuery);
  const closedSeats = useItemDialog<Screen>();

  const columns: Column<Screen>[] = [
    {
      header: 'Screen',
      isPlain: true,
      cell: (screen) => (
        <RowMain verb="Edit" detail={`in ${screen.cinema.name}`} onOpen={() => manager.actions.edit(screen)}>
          {screen.name}
        </RowMain>
      ),
    },
    { header: 'Cinema', cell: ({ cinema }) => <span className={nameLook}>{cinema.name}</span> },
    {
      header: 'Capacity',
      cell: ({ capacity }) => (
        <span className="whitespace-nowrap">{capacity === null ? '-' : `${capacity} seats`}</span>
      ),
    },
    {
      header: 'Shows',
      cell: ({ id, name, cinema, _count }) => (
        <TextLink to={`/admin/shows?screenId=${id}`} aria-label={`${_count.shows} shows on ${cinema.name}, ${name}`}>
          {_count.shows}
        </TextLink>
      ),
    },
    actionsColumn(
      ({ name, cinema }) => `${name}, ${cinema.name}`,
      (screen) => [
        { icon: Wrench, label: 'Special seats', onSelect: () => closedSeats.open(screen) },
        ...editAndDelete(
          () => manager.actions.edit(screen),
          () => void manager.actions.remove(screen, deletionQuestion(screen.name)),
        ),
      ],
    ),
  ];

  return (
    <>
      <ManagementPage
        title="Screens"
        addLabel={ADD}
        manager={manager}
        list={list}
        choices={[cinemas]}
        loadFailure="Failed to load data"
        search={
          <>
            <AddressSearch isDense label="Search screens" placeholder="Search screens or cinemas" className="grow" />
            <AddressSelect
              name="cinemaId"
              label="Cinema"
              all="All Cinemas"
              options={cinemas.data ?? []}
              className={cx(denseLook, 'max-w-40 lg:max-w-56')}
            />
          </>
        }
      >
        {({ data, meta }) => (
          <>
            <p className="mb-3 text-muted text-sm">{SEATS_SOLD}</p>
            <Table
              caption="Screens"
              columns={columns}
              rows={data}
              keyOf={({ id }) => id}
              empty={
                meta.total === 0 && (
                  <NothingFound
                    icon={MonitorPlay}
                    noun="screens"
                    isSearching={search !== '' || cinemaId !== ''}
                    firstStep={cinemas.data?.length === 0 ? <CinemaFirst /> : WHAT_A_SCREEN_IS}
                    addLabel={ADD}
                    onAdd={manager.actions.add}
                  />
                )
              }
            />
            <LastPageInstead isPastEnd={data.length === 0} {...meta} />
            {data.length > 0 && (
              <Pagination meta={meta} noun="screens" maxButtons={MAX_PAGE_BUTTONS} className="mt-5" />
            )}
          </>
        )}
      </ManagementPage>
      {closedSeats.item && (
        <ClosedSeatsDialog
          owner={{ screenId: closedSeats.item.id }}
          title={`Seats of ${closedSeats.item.cinema.name}, ${closedSeats.item.name}`}
          {...closedSeats.dialog}
        />
      )}
      <ScreenEditor manager={manager} cinemas={cinemas.data ?? []} chosenCinema={cinemaId} />
    </>
  );
}

function CinemaFirst() {
  return (
    <>
      A screen belongs to a cinema, and there are none yet. <TextLink to="/admin/cinemas">Add a cinema</TextLink> first.
    </>
  );
}

interface ScreenEditorProps {
  manager: Manager<Screen>;
  cinemas: Option[];
  /** Preselected for a new screen: the cinema that the list is filtered by. */
  chosenCinema: string;
}

function ScreenEditor({ manager, cinemas, chosenCinema }: ScreenEditorProps) {
  return (
    <EditorDialog
      manager={manager}
      titles={{ add: 'Add New Screen', edit: 'Edit Screen' }}
      draftOf={(screen) => ({
        cinemaId: screen ? textOf(screen.cinemaId) : chosenCinema,
        name: textOf(screen?.name),
        capacity: textOf(screen?.capacity),
      })}
      inputOf={(draft) => ({
        name: draft.name,
        cinemaId: numberOrNull(draft.cinemaId),
        capacity: numberOrNull(draft.capacity),
      })}
      schema={screenInput}
    >
      {(form) => (
        <>
          <SelectField form={form} name="cinemaId" label="Cinema" placeholder="Select a cinema" options={cinemas} />
          <TextField label="Screen Name" required maxLength={100} autoComplete="off" {...form.field('name')} />
          <TextField
            label="Seating Capacity"
            hint={<CapacityHint capacity={numberOrNull(form.watch('capacity'))} />}
            type="number"
            inputMode="numeric"
            min={1}
            max={MAX_CAPACITY}
            {...form.field('capacity')}
          />
        </>
      )}
    </EditorDialog>
  );
}

function CapacityHint({ capacity }: { capacity: number | null }) {
  const differs = capacity !== null && capacity !== ALL_SEATS.length;
  return (
    <>
      Total number of seats in this screen
      <span className={cx('mt-1 block', differs && 'font-medium text-warning')}>{SEATS_SOLD}</span>
    </>
  );
}
