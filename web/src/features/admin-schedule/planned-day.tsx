import type { Show } from '@moviebooking/contract/catalogue';
import type { PlannedShow } from '@moviebooking/contract/scheduling';
import { useQuery } from '@tanstack/react-query';
import { Check, TriangleAlert } from 'lucide-react';
import { memo, useDeferredValue, useEffect, useMemo, useRef } from 'react';
import { daysShowsQuery } from '../../lib/catalogue-queries.ts';
import { formatClock, midnightOf } from '../../lib/cinema-times.ts';
import { cx } from '../../lib/cx.ts';
import { formatRupees } from '../../lib/format.ts';
import { blockLook, DayGrid, DayRow } from '../../ui/day-grid.tsx';
import { blockStyle, type Scale, type Span, scaleOf, shareOf, spanOf } from '../../ui/day-scale.ts';
import { useGradually } from '../../ui/use-gradually.ts';

export const plannedShowKey = ({ screenId, startTime }: PlannedShow): string => `${screenId} ${startTime}`;

const spanOfPlanned = ({ startTime, endTime }: PlannedShow) => ({
  start: Date.parse(startTime),
  end: Date.parse(endTime),
});

interface PlannedDayProps {
  /** 2026-11-15. */
  day: string;
  shows: PlannedShow[];
  skipped: ReadonlySet<string>;
  onToggle: (key: string) => void;
}

const NONE: never[] = [];

/** A day's planned shows among the existing ones. Clicking a planned show skips it, or includes it again. */
export const PlannedDay = memo(function PlannedDay({ day, shows, skipped, onToggle }: PlannedDayProps) {
  const planned = useMemo(() => Map.groupBy(shows, ({ screenId }) => screenId), [shows]);
  const screens = useMemo(() => [...planned.values()].flatMap(([first]) => (first ? [first.screen] : [])), [planned]);
  const isOneCinema = new Set(screens.map(({ cinema }) => cinema.id)).size === 1;
  const cinemaId = isOneCinema ? String(screens[0]?.cinema.id) : '';
  const list = useQuery(daysShowsQuery({ from: day, to: day, cinemaId }));
  const loaded = useDeferredValue(list.data);
  const existing = useMemo(() => {
    const ofScreens = loaded?.filter(({ screenId, status }) => planned.has(screenId) && status !== 'CANCELLED') ?? [];
    return Map.groupBy(ofScreens, ({ screenId }) => screenId);
  }, [loaded, planned]);
  const { from, to } = useMemo(
    () => scaleOf(midnightOf(day), [...shows.map(spanOfPlanned), ...[...existing.values()].flat().map(spanOf)]),
    [day, shows, existing],
  );
  const first = Math.min(...shows.map((show) => spanOfPlanned(show).start));
  const grid = useRef<HTMLDivElement>(null);
  // On a phone the grid is wider than the page, and may start hours before the first planned show.
  useEffect(() => {
    const row = grid.current?.querySelector('[data-row]');
    grid.current?.firstElementChild?.scrollTo({ left: shareOf({ from, to }, first) * (row?.clientWidth ?? 0) });
  }, [from, to, first]);
  return (
    <div ref={grid}>
      <DayGrid scale={{ from, to }}>
        {useGradually(screens, ({ id }) => id).map(({ id, name, cinema }) => {
          const ofScreen = planned.get(id) ?? NONE;
          return (
            <PlannedRow
              key={id}
              screenId={id}
              name={name}
              note={isOneCinema ? undefined : cinema.name}
              planned={ofScreen}
              existing={existing.get(id) ?? NONE}
              skipped={ofScreen
                .map(plannedShowKey)
                .filter((key) => skipped.has(key))
                .join()}
              {...{ from, to, onToggle }}
            />
          );
        })}
      </DayGrid>
    </div>
  );
});

interface PlannedRowProps extends Scale {
  screenId: number;
  name: string;
  note: string | undefined;
  planned: PlannedShow[];
  existing: Show[];
  /** The keys of its skipped shows as one string, so that a click re-renders only its own row. */
  skipped: string;
  onToggle: (key: string) => void;
}

const PlannedRow = memo(function PlannedRow(props: PlannedRowProps) {
  const { screenId, name, note, planned, existing, skipped, onToggle, ...block } = props;
  const keys = skipped.split(',');
  const clashes = planned.filter(({ clash }) => clash).map(spanOfPlanned);
  return (
    <DayRow screenId={screenId} name={name} note={note} scale={block}>
      {existing.map((show) => (
        <ExistingBlock
          key={show.id}
          show={show}
          isBlocking={clashes.some(({ start, end }) => start < spanOf(show).end && end > spanOf(show).start)}
          {...block}
        />
      ))}
      {planned.map((show) => (
        <PlannedBlock
          key={plannedShowKey(show)}
          show={show}
          isSkipped={keys.includes(plannedShowKey(show))}
          onToggle={onToggle}
          {...block}
        />
      ))}
    </DayRow>
  );
});

const nameOfSpan = ({ start, end }: Span) => `${formatClock(start)} to ${formatClock(end)}`;

interface ExistingBlockProps extends Scale {
  show: Show;
  /** A planned show clashes with it and takes the lower half of the row. */
  isBlocking: boolean;
}

function ExistingBlock({ show, from, to, isBlocking }: ExistingBlockProps) {
  const span = spanOf(show);
  return (
    <div
      title={`${show.movie.title}, ${nameOfSpan(span)}`}
      style={{ ...blockStyle({ from, to }, span), ...(isBlocking && { bottom: '50%' }) }}
      className={cx(blockLook, 'border-line bg-sunken text-muted')}
    >
      <span className="sr-only">Already scheduled: </span>
      {isBlocking ? (
        <span className="truncate text-xs">
          {nameOfSpan(span)} {show.movie.title}
        </span>
      ) : (
        <>
          <span className="truncate text-[0.8125rem]">{show.movie.title}</span>
          <span className="truncate text-xs">{nameOfSpan(span)}</span>
        </>
      )}
    </div>
  );
}

interface PlannedBlockProps extends Scale {
  show: PlannedShow;
  isSkipped: boolean;
  onToggle: (key: string) => void;
}

function PlannedBlock({ show, from, to, isSkipped, onToggle }: PlannedBlockProps) {
  const span = spanOfPlanned(show);
  if (show.clash) {
    return (
      <div
        title={show.clash.message}
        style={{ ...blockStyle({ from, to }, span), top: '50%' }}
        className={cx(blockLook, 'border-danger bg-danger-soft text-danger')}
      >
        <span className="flex items-center gap-1 truncate font-semibold text-xs">
          <TriangleAlert aria-hidden className="size-3.5 shrink-0" />
          <span className="sr-only">Clash, skipped: </span>
          <span className="truncate">
            {formatClock(span.start)} {show.movie.title}
          </span>
        </span>
      </div>
    );
  }
  return (
    <label
      title={`${show.movie.title}, ${nameOfSpan(span)}, ${formatRupees(show.price)}`}
      style={blockStyle({ from, to }, span)}
      className={cx(
        blockLook,
        'cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2',
        isSkipped
          ? 'border-line-strong border-dashed bg-surface text-muted line-through'
          : 'border-ink bg-accent-soft text-ink',
      )}
    >
      <input type="checkbox" className="sr-only" checked={!isSkipped} onChange={() => onToggle(plannedShowKey(show))} />
      {!isSkipped && <Check aria-hidden className="absolute top-1 end-1 size-3.5" />}
      <span className="truncate font-semibold text-[0.8125rem]">{show.movie.title}</span>
      <span className="truncate text-xs">{nameOfSpan(span)}</span>
      <span className="sr-only">, {formatRupees(show.price)}</span>
    </label>
  );
}
