import type { Show } from '@moviebooking/contract/catalogue';
import { useQuery } from '@tanstack/react-query';
import { CalendarDays, ChevronLeft, ChevronRight, List } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { DraggableShows } from '../../../features/admin-catalogue/draggable-shows.tsx';
import { ShowEditor } from '../../../features/admin-catalogue/show-editor.tsx';
import type { Slot } from '../../../features/admin-catalogue/show-slot.ts';
import { isCancelled } from '../../../features/admin-catalogue/show-status.tsx';
import { useManager } from '../../../features/admin-catalogue/use-manager.ts';
import { useShowMoves } from '../../../features/admin-catalogue/use-show-moves.ts';
import { useAddress } from '../../../lib/address.ts';
import {
  allScreensQuery,
  cinemaOptionsQuery,
  daysShowsQuery,
  movieOptionsQuery,
} from '../../../lib/catalogue-queries.ts';
import {
  addDays,
  dayOf,
  foreignZone,
  formatLongDate,
  midnightOf,
  noonOf,
  useTimeZone,
} from '../../../lib/cinema-times.ts';
import { AddressSelect } from '../../../ui/address-select.tsx';
import { ProblemBanner } from '../../../ui/banner.tsx';
import { ButtonLink, IconButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { DayFilter } from '../../../ui/day-filter.tsx';
import { scaleOf, spanOf } from '../../../ui/day-scale.ts';
import { ListPlaceholder } from '../../../ui/list-placeholder.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { EmptyState } from '../../../ui/states.tsx';

const LOAD_FAILURE = 'Failed to load data';
const dayIn = (text: string): string => (/^\d{4}-\d\d-\d\d$/.test(text) && Date.parse(text) >= 0 ? text : '');

const toggle = (ids: Set<number>, id: number): Set<number> =>
  new Set(ids.has(id) ? [...ids].filter((other) => other !== id) : [...ids, id]);

/** One day of all cinemas or one, in their time zone: a row per screen, a column per hour. Shows can be moved and added. */
export function DayPage() {
  const timeZone = useTimeZone();
  const address = useAddress();
  const manager = useManager<Show>('show');
  const [newSlot, setNewSlot] = useState<Slot | null>(null);
  const [collapsed, setCollapsed] = useState(new Set<number>());
  const cinemas = useQuery(cinemaOptionsQuery);
  const allScreens = useQuery(allScreensQuery);
  const movies = useQuery(movieOptionsQuery);
  const day = dayIn(address.value('date')) || dayOf(Date.now());
  const zone = foreignZone(noonOf(day));
  const cinemaId = address.value('cinemaId');
  const list = useQuery({
    ...daysShowsQuery({ from: day, to: day, cinemaId }),
    enabled: timeZone !== undefined,
  });
  const { problem, last, move, undo } = useShowMoves(list);
  const current = useMemo(
    () => ({
      day,
      screens: (allScreens.data ?? [])
        .filter((screen) => cinemaId === '' || String(screen.cinemaId) === cinemaId)
        .toSorted((a, b) => a.cinema.name.localeCompare(b.cinema.name)),
      shows: list.data?.filter((show) => !isCancelled(show)),
    }),
    [day, cinemaId, allScreens.data, list.data],
  );
  // Rendering hundreds of blocks must not block the next input.
  const { shows, screens, ...shown } = useDeferredValue(current);
  const scale = useMemo(() => scaleOf(midnightOf(shown.day), (shows ?? []).map(spanOf)), [shown.day, shows]);

  const failed = [cinemas, allScreens, movies, list].find(({ isLoadingError }) => isLoadingError);
  return (
    <>
      <PageHeader
        isDense
        title="Day view"
        subtitle={`${formatLongDate(noonOf(day))}${zone && `, all times in ${zone}`}`}
        actions={
          <div className="flex flex-wrap items-center gap-2 max-sm:gap-y-1">
            <IconButton
              icon={ChevronLeft}
              label="Previous day"
              onClick={() => address.setFilters({ date: addDays(day, -1) })}
              className="lg:size-9!"
            />
            <DayFilter label="Day" value={day} onChange={(date) => address.setFilters({ date })} />
            <IconButton
              icon={ChevronRight}
              label="Next day"
              onClick={() => address.setFilters({ date: addDays(day, 1) })}
              className="lg:size-9!"
            />
            <div className="flex items-center gap-2 max-sm:w-full">
              <AddressSelect name="cinemaId" label="Cinema" all="All Cinemas" options={cinemas.data ?? []} />
              <ButtonLink to="/admin/shows" variant="secondary" size="sm" className="max-sm:h-11!">
                <List aria-hidden className="-ms-0.5 size-4" /> List
              </ButtonLink>
            </div>
          </div>
        }
      />
      <ProblemBanner problem={problem} className="mb-3" />
      {failed ? (
        <ListPlaceholder list={failed} loadFailure={LOAD_FAILURE} />
      ) : cinemas.data?.length === 0 ? (
        <Card>
          <EmptyState
            icon={CalendarDays}
            title="No cinemas yet"
            note="Add a cinema and its screens first."
            action={<ButtonLink to="/admin/cinemas">Add a cinema</ButtonLink>}
          />
        </Card>
      ) : !shows || !allScreens.data ? (
        <ListPlaceholder list={list} loadFailure={LOAD_FAILURE} />
      ) : screens.length === 0 ? (
        <Card>
          <EmptyState
            icon={CalendarDays}
            title="No screens here"
            note="There are no screens yet. Add one to schedule shows."
            action={
              <ButtonLink to={cinemaId ? `/admin/screens?cinemaId=${cinemaId}` : '/admin/screens'}>
                Add a screen
              </ButtonLink>
            }
          />
        </Card>
      ) : (
        <DraggableShows
          screens={screens}
          shows={shows}
          scale={scale}
          collapsed={collapsed}
          onCollapse={(id) => setCollapsed((before) => toggle(before, id))}
          last={last}
          onUndo={(move) => void undo(move)}
          onMove={(show, slot) => void move(show, slot)}
          onOpen={manager.actions.edit}
          onAdd={(slot) => {
            setNewSlot(slot);
            manager.actions.add();
          }}
        />
      )}
      <ShowEditor
        manager={manager}
        movies={movies.data ?? []}
        screens={allScreens.data ?? []}
        chosenMovie=""
        chosenScreen={newSlot ? String(newSlot.screenId) : ''}
        chosenStart={newSlot ? new Date(newSlot.start).toISOString() : undefined}
      />
    </>
  );
}
