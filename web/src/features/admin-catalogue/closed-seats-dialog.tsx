import type { Screen } from '@moviebooking/contract/catalogue';
import { inSeatOrder } from '@moviebooking/contract/seats';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../lib/api.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ListPlaceholder } from '../../ui/list-placeholder.tsx';
import { closedSeatsQuery, saveClosedSeats } from './api.ts';
import { HallMap } from './hall-map.tsx';
import { announceChange } from './use-manager.ts';

export const SEATS_SOLD = 'Every screen sells the seats A1 to J10, whatever its capacity.';

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
    >
      <LoadedHall screenId={screen.id} onClose={onClose} />
    </Dialog>
  );
}

function LoadedHall({ screenId, onClose }: { screenId: number; onClose: () => void }) {
  const list = useQuery({ ...closedSeatsQuery(screenId), staleTime: 0, gcTime: 0 });
  if (!list.data) return <ListPlaceholder list={list} loadFailure="Failed to load data" />;
  return <Hall screenId={screenId} closedBefore={list.data.seats} onClose={onClose} />;
}

interface HallProps {
  screenId: number;
  closedBefore: string[];
  onClose: () => void;
}

function Hall({ screenId, closedBefore, onClose }: HallProps) {
  const [closed, setClosed] = useState<ReadonlySet<string>>(() => new Set(closedBefore));
  const [problem, setProblem] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);

  const toggle = (seat: string) => {
    setProblem(null);
    setClosed((before) => {
      const after = new Set(before);
      if (!after.delete(seat)) after.add(seat);
      return after;
    });
  };
  const save = async () => {
    setSaving(true);
    try {
      const message = await saveClosedSeats(screenId, inSeatOrder(closed));
      onClose();
      await announceChange(message);
    } catch (error) {
      setProblem(messageOf(error, 'Failed to save screen'));
      setSaving(false);
    }
  };
  return (
    <div className="mt-5 flex flex-col gap-5">
      {problem && <Banner tone="danger">{problem}</Banner>}
      <HallMap closed={closed} onToggle={toggle} />
      <p role="status" className="text-center text-muted text-sm">
        {closed.size === 0 ? 'All 100 seats are in service.' : `${closed.size} of 100 seats out of service.`}
      </p>
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button busy={isSaving && 'Saving...'} onClick={() => void save()}>
          Save
        </Button>
      </div>
    </div>
  );
}
