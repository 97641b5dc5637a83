import { MAX_SEATS_PER_BOOKING } from '@moviebooking/contract/limits';
import { Armchair, WifiOff, X } from 'lucide-react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/shallow';
import { formatRupees } from '../../lib/format.ts';
import { t } from '../../lib/language.ts';
import { useOnline } from '../../lib/online.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { HoldCountdown } from './hold-countdown.tsx';
import { type SeatSession, totalOf } from './seat-session.ts';
import { freeCountOf, holdEndOf, selectionOf, unheldOf } from './selection.ts';
import { deselectSeat, rangesOf } from './wording.ts';

interface SelectionPanelProps {
  session: SeatSession;
  price: number;
  onBook: () => void;
}

/** Moves the focus before the chip disappears: to the next chip or, after the last one, to the seat. */
function focusNext(chip: HTMLElement, seat: string): void {
  const item = chip.parentElement;
  const next = (item?.nextElementSibling ?? item?.previousElementSibling)?.querySelector('button');
  (next ?? document.querySelector<HTMLElement>(`[data-seat="${seat}"]`))?.focus();
}

/** The selection and its total: next to the map if there is room, else at the bottom of the screen. */
export function SelectionPanel({ session, price, onBook }: SelectionPanelProps) {
  const { store } = session;
  const seats = useStore(store, useShallow(selectionOf));
  const holdEnd = useStore(store, holdEndOf);
  const isUnheld = useStore(store, (state) => unheldOf(state).length > 0);
  const isBooking = useStore(store, (state) => state.submission !== null);
  const isOnline = useOnline();
  const deselect = (seat: string, chip: HTMLElement) => {
    if (isBooking) return;
    focusNext(chip, seat);
    session.toggle(seat);
  };
  const isSoldOut = useStore(store, (state) => freeCountOf(state) === 0);
  if (seats.length === 0) return isSoldOut ? null : <NothingSelected />;
  return (
    <section aria-label={t('Your selection')} className="selection-panel">
      <p className="selection-ranges">{rangesOf(seats)}</p>
      <ul aria-label={t('Selected seats')} className="selection-chips">
        {seats.map((seat) => (
          <li key={seat}>
            <button
              type="button"
              aria-label={deselectSeat(seat)}
              aria-disabled={isBooking || undefined}
              onClick={({ currentTarget }) => deselect(seat, currentTarget)}
              className="inline-flex h-8 items-center gap-1 rounded-full bg-primary pe-2 ps-3 font-semibold text-on-primary text-sm transition-[background-color,scale] duration-200 hover:bg-primary-hover starting:scale-75"
            >
              {seat}
              <X aria-hidden className="size-3.5" />
            </button>
          </li>
        ))}
      </ul>
      <p className="selection-count">
        {t('{count} seat(s) selected (max {max})', { count: seats.length, max: MAX_SEATS_PER_BOOKING })}
      </p>
      <p className="selection-times">{`${seats.length} × ${formatRupees(price)}`}</p>
      <p className="selection-total">
        <span className="text-sm max-lg:sr-only">{t('Total')}</span>
        <span className="font-semibold tabular-nums lg:text-xl">{formatRupees(totalOf(price, seats.length))}</span>
      </p>
      {isUnheld ? (
        <p className="selection-unheld">
          <WifiOff aria-hidden className="size-4 shrink-0" />
          {isOnline ? t('Not held yet, but you can still book.') : t('Not held yet: waiting for the network.')}
        </p>
      ) : (
        holdEnd !== null && <HoldCountdown end={holdEnd} announce={session.announce} />
      )}
      <Button size="lg" onClick={onBook} busy={isBooking && t('Booking...')} className="selection-book">
        {t('Book Seats')}
      </Button>
    </section>
  );
}

function NothingSelected() {
  return (
    <Card className="p-6 text-center max-lg:hidden">
      <span className="mx-auto flex size-14 items-center justify-center rounded-full bg-accent-soft text-accent">
        <Armchair aria-hidden className="size-6" strokeWidth={1.75} />
      </span>
      <p className="mt-4 font-semibold">{t('Where would you like to sit?')}</p>
      <p className="mt-1.5 text-pretty text-muted text-sm">
        {t("Choose up to {max} seats. We'll hold them for you while you decide.", { max: MAX_SEATS_PER_BOOKING })}
      </p>
    </Card>
  );
}
