import { SEAT_ROWS, SEATS_PER_ROW, seatAt, seatIndex } from '@moviebooking/contract/seats';

const PAGE_ROWS = 5;

/** The seat that a key moves to, by the ARIA grid pattern; null for other keys. Ignores the aisle. */
export function seatAfterKey(seat: string, { key, ctrlKey }: { key: string; ctrlKey: boolean }): string | null {
  const place = seatIndex(seat);
  const row = Math.floor(place / SEATS_PER_ROW);
  const column = place % SEATS_PER_ROW;
  const targets: Record<string, string> = {
    ArrowLeft: at(row, column - 1),
    ArrowRight: at(row, column + 1),
    ArrowUp: at(row - 1, column),
    ArrowDown: at(row + 1, column),
    PageUp: at(row - PAGE_ROWS, column),
    PageDown: at(row + PAGE_ROWS, column),
    Home: at(ctrlKey ? 0 : row, 0),
    End: at(ctrlKey ? SEAT_ROWS.length : row, SEATS_PER_ROW),
  };
  return targets[key] ?? null;
}

function at(row: number, column: number): string {
  const within = (value: number, count: number) => Math.min(Math.max(value, 0), count - 1);
  return seatAt(within(row, SEAT_ROWS.length) * SEATS_PER_ROW + within(column, SEATS_PER_ROW));
}
