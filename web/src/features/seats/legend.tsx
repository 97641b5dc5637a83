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
    <ul aria-label="Legend" className="hall flex-wrap gap-x-6 gap-y-2 text-sm max-sm:grid max-sm:grid-cols-2 sm:flex">
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
