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
    <ul aria-label="Legend" className="flex flex-wrap gap-x-5 gap-y-1 text-muted text-sm">
      {(isAdmin ? forAdmins : forCustomers).map(([status, label]) => (
        <li key={status} className="flex items-center gap-1.5">
          <span data-status={status} data-for={isAdmin ? 'admins' : undefined} className="seat seat-sample">
            <SeatShape />
          </span>
          {label}
        </li>
      ))}
    </ul>
  );
}
