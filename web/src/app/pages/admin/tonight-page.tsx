import { useQuery } from '@tanstack/react-query';
import { Maximize, Moon } from 'lucide-react';
import { useMemo, useRef } from 'react';
import { linesQuery } from '../../../features/admin-catalogue/api.ts';
import { tonightQuery } from '../../../features/admin-tonight/api.ts';
import { pathOf } from '../../../features/admin-tonight/board.ts';
import { SEAT_COLOURS } from '../../../features/admin-tonight/hall-tile.tsx';
import { TonightBoard } from '../../../features/admin-tonight/tonight-board.tsx';
import { describeEvening } from '../../../features/admin-tonight/wording.ts';
import { formatTime } from '../../../lib/cinema-times.ts';
import { Button } from '../../../ui/button.tsx';
import { ListPlaceholder } from '../../../ui/list-placeholder.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { EmptyState } from '../../../ui/states.tsx';

const LEGEND = { '-': 'Free', h: 'Held', b: 'Booked', c: 'Checked in' };

/** Every hall of the day at once, for a display on the wall. */
export function TonightPage() {
  const tonight = useQuery(tonightQuery);
  const lines = useQuery(linesQuery);
  const page = useRef<HTMLDivElement>(null);
  const waiting = useMemo(
    () => new Map(lines.data?.lines.map(({ showId, waiting }) => [showId, waiting])),
    [lines.data],
  );
  return (
    <div ref={page} className="bg-canvas fullscreen:overflow-auto fullscreen:p-4">
      <PageHeader
        isDense
        title="Tonight"
        subtitle={tonight.data && describeEvening(tonight.data.halls)}
        actions={
          <>
            {tonight.data && tonight.isError && (
              <p role="status" className="text-sm text-warning">
                Can't refresh. Showing seats from {formatTime(tonight.dataUpdatedAt)}.
              </p>
            )}
            <Legend />
            {document.fullscreenEnabled && (
              <Button variant="secondary" size="dense" onClick={() => void page.current?.requestFullscreen()}>
                <Maximize aria-hidden className="size-4.5" />
                Full screen
              </Button>
            )}
          </>
        }
      />
      {!tonight.data ? (
        <ListPlaceholder list={tonight} loadFailure="Failed to load tonight's shows" />
      ) : tonight.data.halls.length === 0 ? (
        <EmptyState icon={Moon} title="No shows today" note="Shows appear here on the day they start." />
      ) : (
        <TonightBoard halls={tonight.data.halls} waiting={waiting} />
      )}
    </div>
  );
}

function Legend() {
  return (
    <ul aria-label="Legend" className="flex flex-wrap gap-x-4 text-muted text-sm">
      {Object.entries(LEGEND).map(([state, label]) => (
        <li key={state} className="flex items-center gap-1.5">
          <svg viewBox="-0.1 -0.1 1 1" aria-hidden className="size-3.5">
            <path d={pathOf(state, state)} className={SEAT_COLOURS[state]} />
          </svg>
          {label}
        </li>
      ))}
    </ul>
  );
}
