import type { Show } from '@moviebooking/contract/catalogue';
import { useQuery } from '@tanstack/react-query';
import { CalendarDays, ChevronLeft, ChevronRight, List } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { saveItem } from '../../../features/admin-catalogue/api.ts';
import { DraggableShows } from '../../../features/admin-catalogue/draggable-shows.tsx';
import { ShowEditor } from '../../../features/admin-catalogue/show-editor.tsx';
import type { Slot } from '../../../features/admin-catalogue/show-slot.ts';
import { isCancelled } from '../../../features/admin-catalogue/show-status.tsx';
import { useManager } from '../../../features/admin-catalogue/use-manager.ts';
import { useAddress } from '../../../lib/address.ts';
import { hasCode, messageOf } from '../../../lib/api.ts';
import { allCinemasQuery, allMoviesQuery, allScreensQuery, daysShowsQuery } from '../../../lib/catalogue-queries.ts';
import {
  addDays,
  dayOf,
  foreignZone,
  formatLongDate,
  formatTime,
  midnightOf,
  noonOf,
  useTimeZone,
} from '../../../lib/cinema-times.ts';
import { countOf } from '../../../lib/numbers.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { Banner } from '../../../ui/banner.tsx';
import { ButtonLink, IconButton } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { DayFilter } from '../../../ui/day-filter.tsx';
import { scaleOf, spanOf } from '../../../ui/day-scale.ts';
import { filterLook } from '../../../ui/field.tsx';
import { ListPlaceholder } from '../../../ui/list-placeholder.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Select } from '../../../ui/select.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { showToast } from '../../../ui/toast.tsx';

const LOAD_FAILURE = 'Failed to load data';
const dayIn = (text: string): string => (/^\d{4}-\d\d-\d\d$/.test(text) && Date.parse(text) >= 0 ? text : '');

/** One cinema's day: screens down, hours across, by the clock of the cinemas. Shows are moved and added where they are to be. */
export function DayPage() {
  const timeZone = useTimeZone();
  const address = useAddress();
  const manager = useManager<Show>('show');
  const [newSlot, setNewSlot] = useState<Slot | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const cinemas = useQuery(allCinemasQuery);
  const allScreens = useQuery(allScreensQuery);
  const movies = useQuery(allMoviesQuery);
  const day = dayIn(address.value('date')) || dayOf(Date.now());
  const zone = foreignZone(noonOf(day));
  const cinemaId = address.value('cinemaId') || String(cinemas.data?.[0]?.id ?? '');
  const list = useQuery({
    ...daysShowsQuery({ from: day, to: day, cinemaId }),
    enabled: cinemaId !== '' && timeZone !== undefined,
  });
  const current = useMemo(
    () => ({
      day,
      screens: (allScreens.data ?? []).filter((screen) => String(screen.cinemaId) === cinemaId),
      shows: list.data?.filter((show) => !isCancelled(show)),
    }),
    [day, cinemaId, allScreens.data, list.data],
  );
  // Hundreds of blocks are drawn without holding up the next input.
  const { shows, screens, ...shown } = useDeferredValue(current);
  const scale = useMemo(() => scaleOf(midnightOf(shown.day), (shows ?? []).map(spanOf)), [shown.day, shows]);

  async function move(drawn: Show, { screenId, start }: Slot): Promise<void> {
    // The grid is drawn a moment after the list has come.
    const show = list.data?.find(({ id }) => id === drawn.id) ?? drawn;
    setProblem(null);
    const bookings = show._count.bookings;
    const question = `${countOf(bookings, 'booking')} will move to ${formatTime(start)}. Move the show?`;
    if (bookings > 0 && !window.confirm(question)) return;
    try {
      const { movieId, price } = show;
      const message = await saveItem('show', show, {
        ...{ movieId, screenId, price },
        startTime: new Date(start).toISOString(),
      });
      if (message) showToast(message);
    } catch (error) {
      // Who reads that somebody else was faster can move it at once.
      if (hasCode(error, 'CHANGED_MEANWHILE')) await queryClient.invalidateQueries();
      setProblem(messageOf(error, 'Failed to save show'));
    }
    await queryClient.invalidateQueries();
  }

  const failed = [cinemas, allScreens, movies, list].find(({ isLoadingError }) => isLoadingError);
  const movieOptions = (movies.data ?? []).map(({ id, title }) => ({ value: String(id), label: title }));
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
              label="The day before"
              onClick={() => address.setFilters({ date: addDays(day, -1) })}
              className="lg:size-9!"
            />
            <DayFilter label="Day" value={day} onChange={(date) => address.setFilters({ date })} />
            <IconButton
              icon={ChevronRight}
              label="The day after"
              onClick={() => address.setFilters({ date: addDays(day, 1) })}
              className="lg:size-9!"
            />
            <div className="flex items-center gap-2 max-sm:w-full">
              <Select
                label="Cinema"
                isLabelHidden
                options={(cinemas.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
                value={cinemaId}
                onChange={(chosen) => address.setFilters({ cinemaId: chosen })}
                className={filterLook}
              />
              <ButtonLink to="/admin/shows" variant="secondary" size="sm" className="max-sm:h-11!">
                <List aria-hidden className="-ml-0.5 size-4" /> List
              </ButtonLink>
            </div>
          </div>
        }
      />
      {problem && (
        <Banner tone="danger" className="mb-3">
          {problem}
        </Banner>
      )}
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
            note="This cinema has no screen yet, so nothing can be scheduled in it."
            action={<ButtonLink to={`/admin/screens?cinemaId=${cinemaId}`}>Add a screen</ButtonLink>}
          />
        </Card>
      ) : (
        <DraggableShows
          screens={screens}
          shows={shows}
          scale={scale}
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
        movieOptions={movieOptions}
        screens={allScreens.data ?? []}
        chosenMovie=""
        chosenScreen={newSlot ? String(newSlot.screenId) : ''}
        chosenStart={newSlot ? new Date(newSlot.start).toISOString() : undefined}
      />
    </>
  );
}
