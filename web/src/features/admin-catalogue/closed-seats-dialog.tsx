import type { Screen } from '@moviebooking/contract/catalogue';
import { ALL_SEATS } from '@moviebooking/contract/seats';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { hasCode, messageOf } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, type DialogState } from '../../ui/dialog.tsx';
import { ListPlaceholder } from '../../ui/list-placeholder.tsx';
import { AffectedBookings } from './affected-bookings.tsx';
import { affectedBookingsQuery, closedSeatsQuery, saveClosedSeats } from './api.ts';
import { ClosedSeatsMap } from './closed-seats-map.tsx';
import { announceChange } from './use-manager.ts';
import { describeClosedSeats, SEATS_CHANGED_BY_OTHERS, SEATS_SOLD } from './wording.ts';

/** Takes seats of a screen out of service, or puts them back, on a seat map. */
export function ClosedSeatsDialog({ isOpen, screen, onClose }: DialogState & { screen: Screen }) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={`Seats of ${screen.cinema.name}, ${screen.name}`}
      description={`${SEATS_SOLD} Select a seat to take it out of service. Nobody can hold or book it then, but seats already sold stay sold.`}
      className="scroll-pb-32"
    >
      <ClosedSeats screenId={screen.id} onClose={onClose} />
    </Dialog>
  );
}

function ClosedSeats({ screenId, onClose }: { screenId: number; onClose: () => void }) {
  const list = useQuery({ ...closedSeatsQuery(screenId), staleTime: 0, gcTime: 0 });
  if (!list.data) return <ListPlaceholder list={list} loadFailure="Failed to load data" />;
  return <ClosedSeatsEditor screenId={screenId} savedSeats={list.data.seats} reload={list.refetch} onClose={onClose} />;
}

interface ClosedSeatsEditorProps {
  screenId: number;
  savedSeats: string[];
  reload: () => Promise<unknown>;
  onClose: () => void;
}

/** Remembers only the toggled seats, so that after a conflict they apply on top of the other person's changes. */
function ClosedSeatsEditor({ screenId, savedSeats, reload, onClose }: ClosedSeatsEditorProps) {
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const closed = ALL_SEATS.filter((seat) => savedSeats.includes(seat) !== toggled.has(seat));
  const [problem, setProblem] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const [isSaved, setSaved] = useState(false);
  const affected = useQuery({ ...affectedBookingsQuery(screenId, closed), enabled: closed.length > 0 });

  const toggle = (seat: string) => {
    setProblem(null);
    setSaved(false);
    setToggled((before) => {
      const after = new Set(before);
      if (!after.delete(seat)) after.add(seat);
      return after;
    });
  };
  const save = async () => {
    setSaving(true);
    try {
      const { message, data } = await saveClosedSeats(screenId, closed, savedSeats);
      const bookings = closed.length === 0 ? 0 : (await affected.refetch()).data?.meta.total;
      if (bookings === 0) onClose();
      queryClient.setQueryData(closedSeatsQuery(screenId).queryKey, data);
      setToggled(new Set());
      setSaved(true);
      setSaving(false);
      await announceChange(message);
    } catch (error) {
      const isConflict = hasCode(error, 'CHANGED_MEANWHILE');
      if (isConflict) await reload();
      setProblem(isConflict ? SEATS_CHANGED_BY_OTHERS : messageOf(error, 'Failed to save screen'));
      setSaving(false);
    }
  };
  return (
    <div className="mt-5 flex flex-col gap-5">
      {problem && <Banner tone="danger">{problem}</Banner>}
      <ClosedSeatsMap closed={new Set(closed)} onToggle={toggle} />
      {closed.length > 0 && <AffectedBookings screenId={screenId} seats={closed} bookings={affected} />}
      <div className="sticky -bottom-6 -mx-6 -mb-6 flex flex-wrap items-center gap-x-6 gap-y-3 border-line border-t bg-raised px-6 py-4">
        <p role="status" className="min-w-44 grow basis-0 text-muted text-sm">
          {describeClosedSeats(closed.length, affected.data?.meta.total, isSaved)}
        </p>
        <div className="ml-auto flex gap-3">
          {!isSaved && (
            <Button variant="secondary" onClick={onClose}>
              Cancel
            </Button>
          )}
          <Button busy={isSaving && 'Saving...'} onClick={isSaved ? onClose : () => void save()}>
            {isSaved ? 'Done' : 'Save'}
          </Button>
        </div>
      </div>
    </div>
  );
}
