import { SEAT_ROWS, SEATS_PER_ROW } from '@moviebooking/contract/seats';
import { Accessibility } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { cx } from '../../lib/cx.ts';
import { PLACE_NAMES, type Place } from '../../lib/places.ts';
import { seatAfterKey } from '../../lib/seat-keys.ts';

const NUMBERS = Array.from({ length: SEATS_PER_ROW }, (_, index) => index + 1);
const MIDDLE = SEATS_PER_ROW / 2;

export type SeatKind = 'closed' | Place;

const NAMES: Record<SeatKind, string> = { closed: 'out of service', ...PLACE_NAMES };

interface ClosedSeatsMapProps {
  closed: ReadonlySet<string>;
  /** Seats that are closed and can't be opened here. */
  fixed: ReadonlySet<string>;
  places: ReadonlyMap<string, Place>;
  /** What a press on a seat toggles. */
  kind: SeatKind;
  onToggle: (seat: string) => void;
}

/** The seat grid as toggle buttons: one tab stop, and arrow keys move between seats. */
export function ClosedSeatsMap({ closed, fixed, places, kind, onToggle }: ClosedSeatsMapProps) {
  const [active, setActive] = useState('A1');
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.altKey || event.metaKey) return;
    const target = seatAfterKey(active, event);
    if (!target) return;
    event.preventDefault();
    setActive(target);
    event.currentTarget.querySelector<HTMLElement>(`[data-seat="${target}"]`)?.focus();
  };
  return (
    <div className="mx-auto w-full max-w-md">
      <p className="mx-auto mb-3 w-4/5 rounded-t-full border-line-strong border-t-4 pt-1 text-center font-semibold text-muted text-xs tracking-[0.42em]">
        SCREEN
      </p>
      {/* biome-ignore lint/a11y: the ARIA grid pattern, which a plain table has no keys for; its seats take the focus */}
      <div role="grid" aria-label="Seats" onKeyDown={move} className="flex flex-col gap-1">
        {SEAT_ROWS.map((row) => (
          // biome-ignore lint/a11y: as above
          <div key={row} role="row" className="flex items-center gap-1">
            {/* biome-ignore lint/a11y: as above */}
            <span role="rowheader" aria-label={`Row ${row}`} className="w-4 shrink-0 font-semibold text-muted text-sm">
              {row}
            </span>
            {NUMBERS.map((number) => {
              const seat = `${row}${number}`;
              const place = places.get(seat);
              const isFixed = kind === 'closed' && fixed.has(seat);
              // What else the seat is.
              const also = kind === 'closed' ? place && NAMES[place] : closed.has(seat) ? NAMES.closed : undefined;
              return (
                // biome-ignore lint/a11y: as above
                <div
                  key={seat}
                  role="gridcell"
                  className={cx('min-w-0 grow basis-0', number === MIDDLE && 'me-2 sm:me-4')}
                >
                  <button
                    type="button"
                    data-seat={seat}
                    aria-label={`Row ${row}, seat ${number}${also ? ` (${also})` : ''}, ${NAMES[kind]}${isFixed ? ' for all shows on this screen' : ''}`}
                    aria-pressed={kind === 'closed' ? isFixed || closed.has(seat) : place === kind}
                    aria-disabled={isFixed}
                    title={fixed.has(seat) ? 'Out of service for all shows on this screen' : undefined}
                    tabIndex={seat === active ? 0 : -1}
                    onFocus={() => setActive(seat)}
                    onClick={() => isFixed || onToggle(seat)}
                    className={cx(
                      'relative flex h-8 w-full items-center justify-center rounded-md border font-semibold text-sm tabular-nums sm:h-9',
                      fixed.has(seat) && 'cursor-not-allowed border-line bg-sunken text-muted line-through',
                      !fixed.has(seat) &&
                        (closed.has(seat)
                          ? 'border-danger border-dashed bg-danger-soft text-danger line-through'
                          : place
                            ? 'border-2 border-info bg-info-soft text-info'
                            : 'border-line-strong bg-surface hover:border-ink hover:bg-sunken'),
                    )}
                  >
                    {place === 'wheelchair' ? <Accessibility aria-hidden className="size-4" /> : number}
                    {place === 'companion' && '+'}
                  </button>
                </div>
              );
            })}
          </div>
        ))}
      </div>
    </div>
  );
}
