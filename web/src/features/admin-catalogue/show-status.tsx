import { FILLING_FROM } from '@moviebooking/contract/activity';
import { DEFAULT_DURATION_MIN, type Show } from '@moviebooking/contract/catalogue';
import { ALL_SEATS } from '@moviebooking/contract/seats';
import { Badge } from '../../ui/badge.tsx';

export const hasStarted = ({ startTime }: Show): boolean => Date.parse(startTime) < Date.now();

const hasEnded = ({ startTime, movie }: Show): boolean =>
  Date.parse(startTime) + (movie.durationMin ?? DEFAULT_DURATION_MIN) * 60_000 < Date.now();

export const isCancelled = ({ status }: Show): boolean => status === 'CANCELLED';

/** A running show can be cancelled too: a projector can break. */
export const canCancelShow = (show: Show): boolean => !isCancelled(show) && !hasEnded(show);

/** During an upgrade, a server of the last release may respond without soldSeats and sellableSeats. */
export const seatCounts = ({ soldSeats, sellableSeats, availableSeats }: Show) => ({
  sold: soldSeats ?? ALL_SEATS.length - availableSeats,
  sellable: sellableSeats ?? ALL_SEATS.length,
});

/** Cancelled, ended, on now, or how well it sells. */
export function ShowStatus({ show }: { show: Show }) {
  if (isCancelled(show))
    return (
      <span title={show.cancelReason ?? undefined}>
        <Badge tone="danger">CANCELLED</Badge>
        <span className="sr-only"> {show.cancelReason}</span>
      </span>
    );
  if (hasEnded(show)) return <Badge>Ended</Badge>;
  if (hasStarted(show)) return <Badge tone="info">On now</Badge>;
  const { sold, sellable } = seatCounts(show);
  if (sellable === 0) return <Badge>Out of service</Badge>;
  if (show.availableSeats === 0) return <Badge tone="danger">Full</Badge>;
  if (sold >= sellable * FILLING_FROM) return <Badge tone="warning">Filling up</Badge>;
  return <Badge tone="success">On sale</Badge>;
}
