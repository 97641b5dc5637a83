import type { Show } from '@moviebooking/contract/catalogue';
import type { PlannedShow } from '@moviebooking/contract/scheduling';
import { useQuery } from '@tanstack/react-query';
import { Check, TriangleAlert } from 'lucide-react';
import { memo, useDeferredValue, useMemo } from 'react';
import { daysShowsQuery } from '../../lib/catalogue-queries.ts';
import { cx } from '../../lib/cx.ts';
import { formatRupees } from '../../lib/format.ts';
import { blockLook, DayGrid, DayRow } from '../../ui/day-grid.tsx';
import { blockStyle, type Scale, scaleOf, spanOf } from '../../ui/day-scale.ts';
import type { Times } from './times.ts';

export const keyOf = ({ screenId, startTime }: PlannedShow): string => `${screenId} ${startTime}`;

const spanOfPlanned = ({ startTime, endTime }: PlannedShow) => ({
  start: Date.parse(startTime),
  end: Date.parse(endTime),
});

interface PlannedDayProps {
  /** 2026-11-15. */
  day: string;
  /** Of this day. */
  shows: PlannedShow[];
  leftOut: ReadonlySet<string>;
  onToggle: (key: string) => void;
  times: Times;
}

/** The planned shows of a day among those that are there already. A press leaves one out, or takes it back in. */
export const PlannedDay = memo(function PlannedDay({ day, shows, leftOut, onToggle, times }: PlannedDayProps) {
  const screens = useMemo(() => [...new Map(shows.map(({ screen }) => [screen.id, screen])).values()], [shows]);
  const cinemaIds = new Set(screens.map(({ cinema }) => cinema.id));
  const cinemaId = cinemaIds.size === 1 ? String(screens[0]?.cinema.id) : '';
  const list = useQuery(daysShowsQuery({ from: day, to: day, cinemaId }));
  const there = useDeferredValue(list.data);
  const isPlanned = new Set(screens.map(({ id }) => id));
  const existing = (there ?? []).filter(({ screenId, status }) => isPlanned.has(screenId) && status !== 'CANCELLED');
  const planned = Map.groupBy(shows, ({ screenId }) => screenId);
  const existingOf = Map.groupBy(existing, ({ screenId }) => screenId);
  const midnight = times.midnightBefore(Date.parse(shows[0]?.startTime ?? ''));
  const scale = scaleOf(midnight, [...shows.map(spanOfPlanned), ...existing.map(spanOf)]);
  return (
    <DayGrid scale={scale} timeName={times.timeName}>
      {screens.map(({ id, name, cinema }) => (
        <DayRow key={id} screenId={id} name={name} note={cinemaIds.size > 1 ? cinema.name : undefined} scale={scale}>
          {existingOf.get(id)?.map((show) => (
            <ExistingBlock key={show.id} show={show} from={scale.from} to={scale.to} times={times} />
          ))}
          {planned.get(id)?.map((show) => (
            <PlannedBlock
              key={keyOf(show)}
              show={show}
              from={scale.from}
              to={scale.to}
              times={times}
              isLeftOut={leftOut.has(keyOf(show))}
              onToggle={onToggle}
            />
          ))}
        </DayRow>
      ))}
    </DayGrid>
  );
});

interface BlockProps extends Scale {
  times: Times;
}

const nameOfSpan = ({ timeName }: Times, { start, end }: { start: number; end: number }) =>
  `${timeName(start)} to ${timeName(end)}`;

const ExistingBlock = memo(function ExistingBlock({ show, from, to, times }: BlockProps & { show: Show }) {
  const span = spanOf(show);
  return (
    <div style={blockStyle({ from, to }, span)} className={cx(blockLook, 'border-line bg-sunken text-muted')}>
      <span className="sr-only">Already there: </span>
      <span className="truncate text-[0.8125rem]">{show.movie.title}</span>
      <span className="truncate text-xs">{nameOfSpan(times, span)}</span>
    </div>
  );
});

interface PlannedBlockProps extends BlockProps {
  show: PlannedShow;
  isLeftOut: boolean;
  onToggle: (key: string) => void;
}

const PlannedBlock = memo(function PlannedBlock({ show, from, to, times, isLeftOut, onToggle }: PlannedBlockProps) {
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
          <span className="sr-only">Clash, left out: </span>
          <span className="truncate">
            {times.timeName(span.start)} {show.movie.title}
          </span>
        </span>
      </div>
    );
  }
  return (
    <label
      title={`${show.movie.title}, ${nameOfSpan(times, span)}, ${formatRupees(show.price)}`}
      style={blockStyle({ from, to }, span)}
      className={cx(
        blockLook,
        'cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2',
        isLeftOut
          ? 'border-line-strong border-dashed bg-surface text-muted line-through'
          : 'border-ink bg-accent-soft text-ink',
      )}
    >
      <input type="checkbox" className="sr-only" checked={!isLeftOut} onChange={() => onToggle(keyOf(show))} />
      {!isLeftOut && <Check aria-hidden className="absolute top-1 right-1 size-3.5" />}
      <span className="truncate font-semibold text-[0.8125rem]">{show.movie.title}</span>
      <span className="truncate text-xs">{nameOfSpan(times, span)}</span>
      <span className="sr-only">, {formatRupees(show.price)}</span>
    </label>
  );
});
