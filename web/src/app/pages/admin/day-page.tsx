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
import { moveQuestion } from '../../../features/admin-catalogue/wording.ts';
import { useAddress } from '../../../lib/address.ts';
import { hasCode, messageOf } from '../../../lib/api.ts';
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
import { queryClient } from '../../../lib/query-client.ts';
import { ProblemBanner } from '../../../ui/banner.tsx';
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

/** One day of a cinema in its own time zone: a row per screen, a column per hour. Shows can be moved and added. */
export function DayPage() {
  const timeZone = useTimeZone();
  const address = useAddress();
  const manager = useManager<Show>('show');
  const [newSlot, setNewSlot] = useState<Slot | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const cinemas = useQuery(cinemaOptionsQuery);
  const allScreens = useQuery(allScreensQuery);
  const movies = useQuery(movieOptionsQuery);
  const day = dayIn(address.value('date')) || dayOf(Date.now());
  const zone = foreignZone(noonOf(day));
  const cinemaId = address.value('cinemaId') || (cinemas.data?.[0]?.value ?? '');
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
  // Rendering hundreds of blocks must not block the next input.
  const { shows, screens, ...shown } = useDeferredValue(current);
  const scale = useMemo(() => scaleOf(midnightOf(shown.day), (shows ?? []).map(spanOf)), [shown.day, shows]);

  async function move(drawn: Show, { screenId, start }: Slot): Promise<void> {
    // The grid is deferred: the list may be newer than what was dragged.
    const show = list.data?.find(({ id }) => id === drawn.id) ?? drawn;
    setProblem(null);
    const bookings = show._count.bookings;
    if (bookings > 0 && !window.confirm(moveQuestion(bookings, start))) return;
    try {
      const { movieId, price } = show;
      const message = await saveItem('show', show, {
        ...{ movieId, screenId, price },
        startTime: new Date(start).toISOString(),
      });
      if (message) showToast(message);
    } catch (error) {
      // Reload before saying that someone else was faster, so that the user can move it again immediately.
      if (hasCode(error, 'CHANGED_MEANWHILE')) await queryClient.invalidateQueries();
      setProblem(messageOf(error, 'Failed to save show'));
    }
    await queryClient.invalidateQueries();
  }

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
              <Select
                label="Cinema"
                isLabelHidden
                options={cinemas.data ?? []}
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
            note="This cinema has no screens yet. Add one to schedule shows."
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
        movies={movies.data ?? []}
        screens={allScreens.data ?? []}
        chosenMovie=""
        chosenScreen={newSlot ? String(newSlot.screenId) : ''}
        chosenStart={newSlot ? new Date(newSlot.start).toISOString() : undefined}
      />
    </>
  );
}
