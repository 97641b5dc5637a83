import type { SeatMarks } from '@moviebooking/contract/catalogue';
import { ALL_SEATS } from '@moviebooking/contract/seats';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { hasCode, messageOf } from '../../lib/api.ts';
import type { Place } from '../../lib/places.ts';
import { queryClient } from '../../lib/query-client.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, type DialogState } from '../../ui/dialog.tsx';
import { ListPlaceholder } from '../../ui/list-placeholder.tsx';
import { Segments } from '../../ui/segments.tsx';
import { AffectedBookings } from './affected-bookings.tsx';
import {
  affectedBookingsQuery,
  closedSeatsQuery,
  type SeatOwner,
  saveClosedSeats,
  saveSeatMarks,
  seatMarksQuery,
} from './api.ts';
import { ClosedSeatsMap, type SeatKind } from './closed-seats-map.tsx';
import { announceChange } from './use-manager.ts';
import {
  CLOSING_FOR_SCREEN,
  CLOSING_FOR_SHOW,
  describeClosedSeats,
  describePlaces,
  SEATS_CHANGED_BY_OTHERS,
} from './wording.ts';

const KINDS: { value: SeatKind; label: string }[] = [
  { value: 'closed', label: 'Out of service' },
  { value: 'wheelchair', label: 'Wheelchair' },
  { value: 'companion', label: 'Companion' },
];

/**
 * Takes seats of a screen or of one show out of service, or puts them back, on a seat map. Of a screen, marks wheelchair spaces and
 * companion seats too.
 */
export function ClosedSeatsDialog({
  isOpen,
  owner,
  title,
  onClose,
}: DialogState & { owner: SeatOwner; title: string }) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={title}
      description={'showId' in owner ? CLOSING_FOR_SHOW : CLOSING_FOR_SCREEN}
      className="scroll-pb-32"
    >
      <ClosedSeats owner={owner} onClose={onClose} />
    </Dialog>
  );
}

function ClosedSeats({ owner, onClose }: { owner: SeatOwner; onClose: () => void }) {
  const list = useQuery({ ...closedSeatsQuery(owner), staleTime: 0, gcTime: 0 });
  const screenId = 'screenId' in owner ? owner.screenId : undefined;
  const marks = useQuery({ ...seatMarksQuery(screenId), staleTime: 0, gcTime: 0 });
  // A server of the last release has no marks.
  if (!list.data || marks.isLoading) return <ListPlaceholder list={list} loadFailure="Failed to load data" />;
  const { seats, screenSeats = [] } = list.data;
  const reload = () => Promise.all([list.refetch(), marks.data && marks.refetch()]);
  return (
    <ClosedSeatsEditor
      {...{ owner, onClose, screenSeats, reload }}
      savedSeats={seats}
      savedMarks={marks.data ?? null}
    />
  );
}

interface ClosedSeatsEditorProps {
  owner: SeatOwner;
  savedSeats: string[];
  /** Seats that the screen of the show closes for all its shows. */
  screenSeats: string[];
  /** Null for a show, which has those of its screen. */
  savedMarks: SeatMarks | null;
  reload: () => Promise<unknown>;
  onClose: () => void;
}

/** Remembers only the toggled seats, so that after a conflict they apply on top of the other person's changes. */
function ClosedSeatsEditor({ owner, savedSeats, screenSeats, savedMarks, reload, onClose }: ClosedSeatsEditorProps) {
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const [marked, setMarked] = useState<ReadonlyMap<string, Place | null>>(new Map());
  const [kind, setKind] = useState<SeatKind>('closed');
  const places = placesOf(savedMarks, marked);
  const closed = ALL_SEATS.filter((seat) => savedSeats.includes(seat) !== toggled.has(seat));
  const [problem, setProblem] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const [isSaved, setSaved] = useState(false);
  const affected = useQuery({ ...affectedBookingsQuery(owner, closed), enabled: closed.length > 0 });

  const toggle = (seat: string) => {
    setProblem(null);
    setSaved(false);
    if (kind !== 'closed') {
      setMarked(new Map(marked).set(seat, places.get(seat) === kind ? null : kind));
      return;
    }
    setToggled((before) => {
      const after = new Set(before);
      if (!after.delete(seat)) after.add(seat);
      return after;
    });
  };
  const save = async () => {
    setSaving(true);
    try {
      if (savedMarks && marked.size > 0) {
        const seatsOf = (place: Place) => ALL_SEATS.filter((seat) => places.get(seat) === place);
        const marks = { wheelchair: seatsOf('wheelchair'), companion: seatsOf('companion') };
        const saved = await saveSeatMarks(savedMarks.screenId, marks, savedMarks);
        queryClient.setQueryData(seatMarksQuery(savedMarks.screenId).queryKey, saved.data);
        setMarked(new Map());
        if (toggled.size === 0) {
          onClose();
          await announceChange(saved.message);
          return;
        }
      }
      const { message, data } = await saveClosedSeats(owner, closed, savedSeats);
      const bookings = closed.length === 0 ? 0 : (await affected.refetch()).data?.meta.total;
      if (bookings === 0) onClose();
      queryClient.setQueryData(closedSeatsQuery(owner).queryKey, data);
      setToggled(new Set());
      setSaved(true);
      setSaving(false);
      // A dialog that stays open says itself that the seats are saved; a toast would cover its button on a phone.
      await announceChange(bookings === 0 ? message : undefined);
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
      {savedMarks && <Segments label="Mark seats as" value={kind} onChange={setKind} options={KINDS} />}
      <ClosedSeatsMap {...{ kind, places }} closed={new Set(closed)} fixed={new Set(screenSeats)} onToggle={toggle} />
      {closed.length > 0 && <AffectedBookings owner={owner} seats={closed} bookings={affected} />}
      <div className="sticky -bottom-6 -mx-6 -mb-6 flex flex-wrap items-center gap-x-6 gap-y-3 border-line border-t bg-raised px-6 py-4">
        <p role="status" className="min-w-44 grow basis-0 text-muted text-sm">
          {describeClosedSeats(new Set([...closed, ...screenSeats]).size, affected.data?.meta.total, isSaved)}
          {places.size > 0 && ` ${describePlaces(places)}`}
        </p>
        <div className="ms-auto flex gap-3">
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

/** The saved places with the changes made here. */
function placesOf(saved: SeatMarks | null, marked: ReadonlyMap<string, Place | null>): ReadonlyMap<string, Place> {
  const all = new Map<string, Place | null>([
    ...(saved?.wheelchair ?? []).map((seat) => [seat, 'wheelchair'] as const),
    ...(saved?.companion ?? []).map((seat) => [seat, 'companion'] as const),
    ...marked,
  ]);
  return new Map([...all].flatMap(([seat, place]) => (place ? [[seat, place] as const] : [])));
}
