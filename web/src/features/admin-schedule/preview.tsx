import type { PlannedShow, SchedulePreview } from '@moviebooking/contract/scheduling';
import { useMutation } from '@tanstack/react-query';
import { CalendarX, TriangleAlert } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { messageOf } from '../../lib/api.ts';
import { formatRupees } from '../../lib/format.ts';
import { countOf } from '../../lib/numbers.ts';
import { queryClient } from '../../lib/query-client.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { showToast } from '../../ui/toast.tsx';
import { scheduleShows } from './api.ts';

interface PreviewProps {
  preview: SchedulePreview;
  onRefused: (message: string) => void;
}

const keyOf = ({ screenId, startTime }: PlannedShow): string => `${screenId} ${startTime}`;

/** The planned shows, of which any can be taken out. Those that clash are left out, folded away behind their count. */
export function Preview({ preview, onRefused }: PreviewProps) {
  const { shows, clashes, timeZone } = preview;
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set());
  const free = shows.filter(({ clash }) => clash === null);
  const clashing = shows.filter(({ clash }) => clash !== null);
  const chosen = free.filter((show) => !leftOut.has(keyOf(show)));
  const navigate = useNavigate();
  const schedule = useMutation({
    mutationFn: () => scheduleShows(chosen),
    onSuccess: async (message) => {
      showToast(message);
      await queryClient.invalidateQueries();
      void navigate('/admin/shows');
    },
    onError: (error) => onRefused(messageOf(error, 'Failed to schedule the shows. Please try again.')),
  });
  const { when, until } = useMemo(() => timesIn(timeZone), [timeZone]);
  const columns = useMemo(() => columnsFor({ when, until }, leftOut, setLeftOut), [when, until, leftOut]);

  if (shows.length === 0) {
    return (
      <Card className="mt-6">
        <EmptyState icon={CalendarX} title="Nothing to schedule" note="There are no shows in this plan." />
      </Card>
    );
  }
  return (
    <section aria-label="Preview" className="mt-8 flex flex-col gap-5">
      <div className="sticky top-14 z-10 -mx-2 flex flex-wrap items-center justify-between gap-4 bg-canvas px-2 py-3">
        <p role="status" className="font-medium">
          {countOf(shows.length, 'show')},{' '}
          {clashes === 0 ? (
            <span className="text-success">no clashes</span>
          ) : (
            <span className="text-danger">{clashes} with a clash, which will be left out</span>
          )}
          <span className="block font-normal text-muted text-sm">All times in {timeZone}</span>
        </p>
        <Button
          disabled={chosen.length === 0}
          onClick={() => schedule.mutate()}
          busy={schedule.isPending && 'Scheduling...'}
        >
          Schedule {countOf(chosen.length, 'show')}
        </Button>
      </div>
      {clashing.length > 0 && (
        <details className="rounded-xl border border-danger/40 bg-danger-soft/60 px-4 py-3">
          <summary className="cursor-pointer font-semibold text-danger">
            {countOf(clashing.length, 'show')} left out: what is in the way
          </summary>
          <ul className="mt-2 flex flex-col gap-1.5 text-sm">
            {clashing.map((show) => (
              <li key={keyOf(show)} className="flex items-start gap-2">
                <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
                <span>
                  <span className="font-semibold">{when(show)}</span>, {show.screen.cinema.name}, {show.screen.name}:{' '}
                  {show.clash?.message}
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
      {free.length > 0 && <Table caption="Planned shows" columns={columns} rows={free} keyOf={keyOf} />}
    </section>
  );
}

function timesIn(timeZone: string) {
  const day = new Intl.DateTimeFormat('en-IN', { timeZone, weekday: 'short', day: 'numeric', month: 'short' });
  const clock = new Intl.DateTimeFormat('en-IN', { timeZone, hour: 'numeric', minute: '2-digit' });
  return {
    when: ({ startTime }: PlannedShow) => `${day.format(new Date(startTime))}, ${clock.format(new Date(startTime))}`,
    until: ({ endTime }: PlannedShow) => clock.format(new Date(endTime)),
  };
}

function columnsFor(
  { when, until }: ReturnType<typeof timesIn>,
  leftOut: ReadonlySet<string>,
  setLeftOut: (leftOut: ReadonlySet<string>) => void,
): Column<PlannedShow>[] {
  const toggle = (key: string) => {
    const next = new Set(leftOut);
    if (!next.delete(key)) next.add(key);
    setLeftOut(next);
  };
  return [
    {
      header: 'Show',
      isPlain: true,
      cell: (show) => (
        <label className="flex items-center gap-3">
          <input
            type="checkbox"
            checked={!leftOut.has(keyOf(show))}
            onChange={() => toggle(keyOf(show))}
            className="size-4.5 shrink-0"
          />
          <span>
            <span className="block font-semibold">{when(show)}</span>
            <span className="text-[0.8125rem] text-muted">until {until(show)}</span>
          </span>
        </label>
      ),
    },
    { header: 'Movie', cell: ({ movie }) => movie.title },
    {
      header: 'Screen',
      cell: ({ screen }) => (
        <>
          <span className="block">{screen.name}</span>
          <span className="text-[0.8125rem] text-muted">{screen.cinema.name}</span>
        </>
      ),
    },
    { header: 'Price', cell: ({ price }) => <span className="tabular-nums">{formatRupees(price)}</span> },
  ];
}
