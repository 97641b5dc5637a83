import type { Screen } from '@moviebooking/contract/catalogue';
import { ALL_SEATS } from '@moviebooking/contract/seats';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { hasCode, messageOf } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ListPlaceholder } from '../../ui/list-placeholder.tsx';
import { AffectedBookings, includedIn } from './affected-bookings.tsx';
import { affectedBookingsQuery, closedSeatsQuery, saveClosedSeats } from './api.ts';
import { ClosedSeatsMap } from './closed-seats-map.tsx';
import { announceChange } from './use-manager.ts';

const CHANGED_MEANWHILE =
  'Somebody else has changed the seats meanwhile. This is how they are now, with your changes. Look at them and save again.';

export const SEATS_SOLD = 'Every screen sells the seats A1 to J10 (100 seats), whatever its capacity.';

interface ClosedSeatsDialogProps {
  isOpen: boolean;
  screen: Screen;
  onClose: () => void;
}

/** Seats of a screen are taken out of service, and put back, on a map of the hall. */
export function ClosedSeatsDialog({ isOpen, screen, onClose }: ClosedSeatsDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={`Seats of ${screen.cinema.name}, ${screen.name}`}
      description={`${SEATS_SOLD} Press a seat to take it out of service: nobody can hold or book it then, and seats that are sold stay sold.`}
      className="scroll-pb-32"
    >
      <LoadedHall screenId={screen.id} onClose={onClose} />
    </Dialog>
  );
}

function LoadedHall({ screenId, onClose }: { screenId: number; onClose: () => void }) {
  const list = useQuery({ ...closedSeatsQuery(screenId), staleTime: 0, gcTime: 0 });
  if (!list.data) return <ListPlaceholder list={list} loadFailure="Failed to load data" />;
  return <Hall screenId={screenId} closedBefore={list.data.seats} readAgain={list.refetch} onClose={onClose} />;
}

interface HallProps {
  screenId: number;
  closedBefore: string[];
  readAgain: () => Promise<unknown>;
  onClose: () => void;
}

/** Only what was pressed here is changed: when somebody else was faster, it is put on top of what they have done. */
function Hall({ screenId, closedBefore, readAgain, onClose }: HallProps) {
  const [pressed, setPressed] = useState<ReadonlySet<string>>(new Set());
  const closed = ALL_SEATS.filter((seat) => closedBefore.includes(seat) !== pressed.has(seat));
  const [problem, setProblem] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const [isSaved, setSaved] = useState(false);
  const affected = useQuery({ ...affectedBookingsQuery(screenId, closed), enabled: closed.length > 0 });

  const toggle = (seat: string) => {
    setProblem(null);
    setSaved(false);
    setPressed((before) => {
      const after = new Set(before);
      if (!after.delete(seat)) after.add(seat);
      return after;
    });
  };
  const save = async () => {
    setSaving(true);
    try {
      const { message, data } = await saveClosedSeats(screenId, closed, closedBefore);
      const bookings = closed.length === 0 ? 0 : (await affected.refetch()).data?.meta.total;
      if (bookings === 0) onClose();
      queryClient.setQueryData(closedSeatsQuery(screenId).queryKey, data);
      setPressed(new Set());
      setSaved(true);
      setSaving(false);
      await announceChange(message);
    } catch (error) {
      const isOther = hasCode(error, 'CHANGED_MEANWHILE');
      if (isOther) await readAgain();
      setProblem(isOther ? CHANGED_MEANWHILE : messageOf(error, 'Failed to save screen'));
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
          {isSaved && 'Saved. '}
          {closed.length === 0 ? 'All 100 seats are in service.' : `${closed.length} of 100 seats out of service.`}
          {closed.length > 0 && affected.data !== undefined && ` ${includedIn(affected.data.meta.total)}`}
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
