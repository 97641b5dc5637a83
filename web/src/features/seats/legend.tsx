import { SeatShape } from './seat-shape.tsx';
import type { SeatStatus } from './selection.ts';

const forCustomers: [SeatStatus, string][] = [
  ['available', 'Available'],
  ['selected', 'Selected'],
  ['blocked', 'Blocked by others'],
  ['booked', 'Booked'],
];

const forAdmins: [SeatStatus, string][] = [
  ['available', 'Available'],
  ['blocked', 'Blocked by others'],
  ['booked', 'Booked (hover for details)'],
];

export function Legend({ isAdmin }: { isAdmin: boolean }) {
  return (
    <ul
      aria-label="Legend"
      className="grid grid-cols-[auto_auto] justify-center gap-x-6 gap-y-2 border-line border-t px-4 pt-4 text-sm sm:flex sm:flex-wrap"
    >
      {(isAdmin ? forAdmins : forCustomers).map(([status, label]) => (
        <li key={status} className="flex items-center gap-2">
          <span data-status={status} className="seat seat-sample">
            <SeatShape />
          </span>
          {label}
        </li>
      ))}
    </ul>
  );
}
