import type { PlannedShow, SchedulePreview } from '@moviebooking/contract/scheduling';
import { useMutation } from '@tanstack/react-query';
import { CalendarX, ChevronLeft, ChevronRight, TriangleAlert } from 'lucide-react';
import { useDeferredValue, useMemo } from 'react';
import { useNavigate } from 'react-router';
import { messageOf } from '../../lib/api.ts';
import { dayOf, foreignZone, formatDateTime, formatDay, noonOf } from '../../lib/cinema-times.ts';
import { countOf } from '../../lib/numbers.ts';
import { markAllStale } from '../../lib/query-client.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { filterLook } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { showToast } from '../../ui/toast.tsx';
import { scheduleShows } from './api.ts';
import { PlannedDay, plannedShowKey } from './planned-day.tsx';
import { describeClashes, describeSkippedShows } from './wording.ts';

interface PreviewProps {
  preview: SchedulePreview;
  /** The keys of skipped shows. The page keeps them and the day, because a refusal reloads the preview. */
  skipped: ReadonlySet<string>;
  onToggle: (key: string) => void;
  /** 2026-11-15, or empty for the first day. */
  day: string;
  onDay: (day: string) => void;
  onRefused: (message: string) => void;
}

/** The planned shows day by day, each of which can be skipped. Clashing shows are always skipped, and listed behind their count. */
export function Preview({ preview, skipped, onToggle, day, onDay, onRefused }: PreviewProps) {
  const { shows, clashes } = preview;
  const days = useMemo(
    () => [...Map.groupBy(shows, ({ startTime }) => dayOf(startTime))].map(([day, of]) => ({ day, of })),
    [shows],
  );
  const dayIndex = Math.max(
    0,
    days.findIndex((other) => other.day === day),
  );
  const shown = useDeferredValue<(typeof days)[number] | undefined>(days[dayIndex], undefined);
  const chosen = shows.filter((show) => show.clash === null && !skipped.has(plannedShowKey(show)));
  const navigate = useNavigate();
  const schedule = useMutation({
    mutationFn: () => scheduleShows(chosen),
    onSuccess: async (message) => {
      await markAllStale();
      showToast(message);
      void navigate('/admin/shows');
    },
    onError: (error) => onRefused(messageOf(error, 'Failed to schedule the shows. Please try again.')),
  });

  if (days.length === 0) {
    return (
      <Card className="mt-6">
        <EmptyState icon={CalendarX} title="Nothing to schedule" note="No shows fall on these days. Try other days." />
      </Card>
    );
  }
  const zone = foreignZone(noonOf(days[dayIndex]?.day ?? ''));
  const goToDay = (index: number) => onDay(days[index]?.day ?? '');
  const labelOf = ({ day, of }: (typeof days)[number]) => `${formatDay(noonOf(day))}: ${countOf(of.length, 'show')}`;
  return (
    <section aria-label="Preview" className="mt-8 flex flex-col gap-4">
      <div
        data-second-bar
        className="sticky top-14 z-10 -mx-2 flex flex-wrap items-center justify-between gap-4 bg-canvas px-2 py-3"
      >
        <p role="status" className="font-medium">
          {countOf(shows.length, 'show')},{' '}
          <span className={clashes === 0 ? 'text-success' : 'text-danger'}>{describeClashes(clashes)}</span>
          {zone && <span className="block font-normal text-muted text-sm">All times in {zone}</span>}
        </p>
        <Button
          disabled={chosen.length === 0}
          onClick={() => schedule.mutate()}
          busy={schedule.isPending && 'Scheduling...'}
        >
          Schedule {countOf(chosen.length, 'show')}
        </Button>
      </div>
      {clashes > 0 && <Clashes shows={shows.filter(({ clash }) => clash !== null)} />}
      <div className="flex flex-wrap items-center gap-2">
        <div className="flex min-w-0 items-center gap-2 max-sm:w-full">
          <IconButton
            icon={ChevronLeft}
            label="Previous day"
            disabled={dayIndex === 0}
            onClick={() => goToDay(dayIndex - 1)}
            className="disabled:opacity-60"
          />
          <Select
            label="Day"
            isLabelHidden
            options={days.map((of) => ({ value: of.day, label: labelOf(of) }))}
            value={days[dayIndex]?.day ?? ''}
            onChange={onDay}
            className={filterLook}
          />
          <IconButton
            icon={ChevronRight}
            label="Next day"
            disabled={dayIndex === days.length - 1}
            onClick={() => goToDay(dayIndex + 1)}
            className="disabled:opacity-60"
          />
        </div>
        <p className="text-muted text-sm">Click a show to skip it. Grey shows are already scheduled.</p>
      </div>
      {shown && <PlannedDay day={shown.day} shows={shown.of} skipped={skipped} onToggle={onToggle} />}
    </section>
  );
}

function Clashes({ shows }: { shows: PlannedShow[] }) {
  return (
    <details className="rounded-xl border border-danger/40 bg-danger-soft/60 px-4 py-3">
      <summary className="cursor-pointer font-semibold text-danger">{describeSkippedShows(shows.length)}</summary>
      <ul className="mt-2 flex flex-col gap-1.5 text-sm">
        {shows.map((show) => (
          <li key={plannedShowKey(show)} className="flex items-start gap-2">
            <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
            <span>
              <span className="font-semibold">{formatDateTime(show.startTime)}</span>, {show.screen.cinema.name},{' '}
              {show.screen.name}: {show.clash?.message}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
