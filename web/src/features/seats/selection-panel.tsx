import { MAX_SEATS_PER_BOOKING } from '@moviebooking/contract/seats';
import { Armchair, WifiOff, X } from 'lucide-react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/shallow';
import { formatRupees } from '../../lib/format.ts';
import { useOnline } from '../../lib/online.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { HoldCountdown } from './hold-countdown.tsx';
import { type SeatSession, totalOf } from './seat-session.ts';
import { holdEndOf, selectionOf, unheldOf } from './selection.ts';

interface SelectionPanelProps {
  session: SeatSession;
  price: number;
  onBook: () => void;
}

/** What is selected and what it costs: beside the map where there is room, else at the bottom of the screen. */
export function SelectionPanel({ session, price, onBook }: SelectionPanelProps) {
  const { store } = session;
  const seats = useStore(store, useShallow(selectionOf));
  const holdEnd = useStore(store, holdEndOf);
  const isUnheld = useStore(store, (state) => unheldOf(state).length > 0);
  const isBooking = useStore(store, (state) => state.isBooking);
  const isOnline = useOnline();
  if (seats.length === 0) return <NothingSelected />;
  return (
    <section
      aria-label="Your selection"
      className="sticky bottom-0 z-20 -mx-4 border-line border-t bg-raised px-4 pt-3 pb-[max(1rem,env(safe-area-inset-bottom))] shadow-popup transition-[opacity,translate] duration-250 ease-out starting:translate-y-6 starting:opacity-0 sm:-mx-6 sm:px-6 lg:top-20 lg:bottom-auto lg:mx-0 lg:rounded-xl lg:border lg:p-5 lg:shadow-card"
    >
      <ul aria-label="Selected seats" className="flex flex-wrap gap-1.5">
        {seats.map((seat) => (
          <li key={seat}>
            <button
              type="button"
              aria-label={`Deselect seat ${seat}`}
              aria-disabled={isBooking || undefined}
              onClick={() => session.toggle(seat)}
              className="inline-flex h-9 items-center gap-1 rounded-full bg-accent-soft pr-2 pl-3 font-semibold text-accent text-sm transition-[background-color,scale] duration-200 hover:bg-line starting:scale-75 lg:h-8"
            >
              {seat}
              <X aria-hidden className="size-3.5" />
            </button>
          </li>
        ))}
      </ul>
      <div className="mt-2.5 flex items-end justify-between gap-4 lg:mt-4 lg:block">
        <p className="text-muted text-sm">{`${seats.length} seat(s) selected (max ${MAX_SEATS_PER_BOOKING})`}</p>
        <p className="flex items-baseline justify-between gap-3 lg:mt-3 lg:border-line lg:border-t lg:pt-3">
          <span className="text-sm max-lg:sr-only">Total</span>
          <span className="font-semibold text-xl tabular-nums">{formatRupees(totalOf(price, seats.length))}</span>
        </p>
      </div>
      <div className="mt-3 grid gap-2.5 max-lg:grid-cols-2 max-lg:items-center">
        {isUnheld ? (
          <p className="flex items-center gap-2 text-sm text-warning">
            <WifiOff aria-hidden className="size-4 shrink-0" />
            {isOnline ? 'Not held yet: you can still book.' : 'Not held yet: waiting for the network.'}
          </p>
        ) : (
          holdEnd !== null && <HoldCountdown end={holdEnd} announce={session.announce} />
        )}
        <Button size="lg" onClick={onBook} busy={isBooking && 'Booking...'} className="max-lg:last:col-start-2">
          Book Seats
        </Button>
      </div>
    </section>
  );
}

function NothingSelected() {
  return (
    <Card className="sticky top-20 p-6 text-center max-lg:hidden">
      <span className="mx-auto flex size-14 items-center justify-center rounded-full bg-accent-soft text-accent">
        <Armchair aria-hidden className="size-6" strokeWidth={1.75} />
      </span>
      <p className="mt-4 font-semibold">Where would you like to sit?</p>
      <p className="mt-1.5 text-pretty text-muted text-sm">
        Choose up to {MAX_SEATS_PER_BOOKING} seats. They are held for you while you decide, and nobody else can take
        them.
      </p>
    </Card>
  );
}
