import { SEAT_ROWS, SEATS_PER_ROW } from '@moviebooking/contract/seats';
import type { KeyboardEvent } from 'react';
import { t } from '../../lib/language.ts';
import { seatAfterKey } from '../../lib/seat-keys.ts';
import { SEATS_BEFORE_AISLE } from './best-seats.ts';
import { Seat } from './seat.tsx';
import type { SeatSession } from './seat-session.ts';

interface SeatGridProps {
  session: SeatSession;
  label: string;
  price: string;
  isAdmin: boolean;
  isBooking: boolean;
  onOpen: (seat: string) => void;
}

const groups = [
  Array.from({ length: SEATS_BEFORE_AISLE }, (_, index) => index + 1),
  Array.from({ length: SEATS_PER_ROW - SEATS_BEFORE_AISLE }, (_, index) => index + 1 + SEATS_BEFORE_AISLE),
];

/** The seats as an ARIA grid: one tab stop, with arrow keys to move between seats. */
export function SeatGrid({ session, label, ...seatProps }: SeatGridProps) {
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.altKey || event.metaKey) return;
    const focused = (event.target as HTMLElement).dataset.seat ?? session.store.getState().activeSeat;
    const target = seatAfterKey(focused, event);
    if (!target) return;
    event.preventDefault();
    session.store.setState({ activeSeat: target });
    event.currentTarget.querySelector<HTMLElement>(`[data-seat="${target}"]`)?.focus();
  };
  /** Runs after the press that moved the focus, because redrawing the tab stop would slow the press down. */
  const noteFocus = () => {
    const { seat } = (document.activeElement as HTMLElement).dataset;
    if (seat) session.store.setState({ activeSeat: seat });
  };
  return (
    // biome-ignore lint/a11y: the ARIA grid pattern, whose arrow keys a plain table lacks; its seats take the focus
    <div
      role="grid"
      aria-label={label}
      className="seat-grid"
      onKeyDown={move}
      onPointerDown={session.beginPress}
      onFocus={() => setTimeout(noteFocus)}
    >
      {SEAT_ROWS.map((row) => (
        // biome-ignore lint/a11y: as above
        <div key={row} role="row" className="seat-row">
          {/* biome-ignore lint/a11y: as above */}
          <span role="rowheader" aria-label={t('Row {row}', { row })} className="seat-row-label">
            {row}
          </span>
          {groups.map((numbers) => (
            <div key={numbers[0]} role="none" className="seat-group">
              {numbers.map((number) => (
                <Seat key={number} seat={`${row}${number}`} session={session} {...seatProps} />
              ))}
            </div>
          ))}
          <span aria-hidden className="seat-row-label" />
        </div>
      ))}
    </div>
  );
}
