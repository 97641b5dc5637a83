import type { Screen, Show } from '@moviebooking/contract/catalogue';
import { Plus } from 'lucide-react';
import type { MouseEvent } from 'react';
import { cx } from '../../lib/cx.ts';
import { formatTime } from '../../lib/format.ts';
import { countOf } from '../../lib/numbers.ts';
import { IconButton } from '../../ui/button.tsx';
import { durationOf, HOUR_MS, hoursOf, type Place, placeOf, type Scale, shareOf, snap, startOf } from './day-places.ts';
import { useMoving } from './use-moving.ts';

const NEW_SHOW_STEP_MIN = 15;

interface DayGridProps {
  screens: Screen[];
  shows: Show[];
  scale: Scale;
  onMove: (show: Show, place: Place) => void;
  onOpen: (show: Show) => void;
  onAdd: (place: Place) => void;
}

/** The first hour at which nothing runs on the screen. */
function firstFree(screenId: number, shows: Show[], { from }: Scale): number {
  const ends = shows.filter((show) => show.screenId === screenId).map((show) => startOf(show) + durationOf(show));
  return snap(Math.max(from, ...ends), NEW_SHOW_STEP_MIN);
}

export function DayGrid({ screens, shows, scale, onMove, onOpen, onAdd }: DayGridProps) {
  const { moving, clash, handlersOf } = useMoving({ shows, screens, scale, onDrop: onMove, onOpen });
  const hours = hoursOf(scale);
  const addWhereClicked = (screenId: number) => (event: MouseEvent<HTMLElement>) => {
    if (event.target !== event.currentTarget) return;
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const start = scale.from + ((event.clientX - left) / width) * (scale.to - scale.from);
    onAdd({ screenId, start: snap(start, NEW_SHOW_STEP_MIN) });
  };
  const announcement = moving
    ? `${formatTime(moving.place.start)}, ${screens.find(({ id }) => id === moving.place.screenId)?.name}${clash ? `: clashes with ${clash.movie.title}, ${formatTime(clash.startTime)}` : ''}`
    : '';
  return (
    <>
      <p className="mb-2 text-muted text-sm">
        Drag a show, or choose it and press the arrow keys, then Enter. Press a free place to add one.
      </p>
      <div className="overflow-x-auto rounded-xl border border-line bg-surface shadow-card">
        <div className="min-w-240">
          <div aria-hidden className="ml-36 flex border-line border-b text-muted text-xs">
            {hours.map((hour) => (
              <span key={hour} className="grow basis-0 border-line border-l py-1.5 pl-1">
                {formatTime(hour)}
              </span>
            ))}
          </div>
          {screens.map((screen) => (
            <section
              key={screen.id}
              aria-label={screen.name}
              className="flex h-16 border-line border-b last:border-b-0"
            >
              <div className="sticky left-0 z-2 flex w-36 shrink-0 items-center justify-between gap-1 border-line border-r bg-surface pl-3">
                <span className="min-w-0 truncate font-medium text-sm">{screen.name}</span>
                <IconButton
                  icon={Plus}
                  label={`Add a show on ${screen.name}`}
                  title="Add a show"
                  onClick={() => onAdd({ screenId: screen.id, start: firstFree(screen.id, shows, scale) })}
                />
              </div>
              {/* biome-ignore lint/a11y/noStaticElementInteractions: the button beside the screen's name does the same */}
              {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above */}
              <div
                data-row
                onClick={addWhereClicked(screen.id)}
                style={{ backgroundSize: `${100 / hours.length}% 100%` }}
                className="relative grow cursor-copy bg-[linear-gradient(to_right,var(--color-line)_1px,transparent_1px)]"
              >
                {shows
                  .filter((show) => show.screenId === screen.id)
                  .map((show) => (
                    <ShowBlock
                      key={show.id}
                      show={show}
                      scale={scale}
                      screens={screens}
                      place={moving?.show.id === show.id ? moving.place : null}
                      hasClash={moving?.show.id === show.id && clash !== undefined}
                      isInTheWay={clash?.id === show.id}
                      handlers={handlersOf(show)}
                    />
                  ))}
              </div>
            </section>
          ))}
        </div>
      </div>
      <p role="status" className={cx('mt-2 min-h-6 font-medium text-sm', clash ? 'text-danger' : 'text-muted')}>
        {announcement}
      </p>
    </>
  );
}

interface ShowBlockProps {
  show: Show;
  scale: Scale;
  screens: Screen[];
  /** Where it is being moved to. */
  place: Place | null;
  hasClash: boolean;
  isInTheWay: boolean;
  handlers: ReturnType<ReturnType<typeof useMoving>['handlersOf']>;
}

/**
 * It stays in its own row while it moves, so that it keeps the focus; only its looks go elsewhere. Its time is drawn by the
 * stylesheet, because its name says it already.
 */
function ShowBlock({ show, scale, screens, place, hasClash, isInTheWay, handlers }: ShowBlockProps) {
  const { start, screenId } = place ?? placeOf(show);
  const end = start + durationOf(show);
  const rowOf = (id: number) => screens.findIndex((screen) => screen.id === id);
  const rowsAway = rowOf(screenId) - rowOf(show.screenId);
  return (
    <button
      type="button"
      {...handlers}
      aria-label={`${show.movie.title}, ${formatTime(start)} to ${formatTime(end)}, ${countOf(show._count.bookings, 'booking')}`}
      style={{
        left: `${shareOf(scale, start) * 100}%`,
        width: `${(durationOf(show) / HOUR_MS / hoursOf(scale).length) * 100}%`,
        translate: `0 ${rowsAway * 4}rem`,
      }}
      className={cx(
        'absolute inset-y-1 flex select-none flex-col justify-center overflow-hidden rounded-md border px-2 text-left leading-tight',
        place ? 'z-3 cursor-grabbing! shadow-popup' : 'cursor-grab!',
        hasClash || isInTheWay
          ? 'border-danger bg-danger-soft text-danger'
          : 'border-line-strong bg-accent-soft text-ink hover:border-ink',
      )}
    >
      <span className="truncate font-semibold text-[0.8125rem]">{show.movie.title}</span>
      <span data-start={formatTime(start)} className="truncate text-xs before:content-[attr(data-start)]" />
    </button>
  );
}
