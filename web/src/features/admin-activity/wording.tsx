import type { ActivityItem } from '@moviebooking/contract/activity';
import { ALL_SEATS } from '@moviebooking/contract/seats';
import { formatRupees } from '../../lib/format.ts';
import { countOf } from '../../lib/numbers.ts';

export function ActivityHeadline({ item }: { item: ActivityItem }) {
  const { kind, customerName, show, seats, capacity, total } = item;
  const name = <strong className="font-semibold">{kind === 'FILLING' ? show.movieTitle : customerName}</strong>;
  switch (kind) {
    case 'BOOKED':
      return (
        <>
          {name} booked {countOf(seats, 'seat')}
          {total !== null && ` for ${formatRupees(total)}`}
        </>
      );
    case 'CANCELLED':
      return (
        <>
          {name}'s booking was cancelled, freeing {countOf(seats, 'seat')}
        </>
      );
    case 'FILLING':
      return (
        <>
          {name} is filling up: {seats} of {capacity ?? ALL_SEATS.length} seats sold
        </>
      );
  }
}
