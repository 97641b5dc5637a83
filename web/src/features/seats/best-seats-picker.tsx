import { MAX_SEATS_PER_BOOKING } from '@moviebooking/contract/seats';
import { Sparkles } from 'lucide-react';
import { useId } from 'react';
import type { SeatSession } from './seat-session.ts';

const parties = Array.from({ length: MAX_SEATS_PER_BOOKING }, (_, index) => index + 1);

/** On a phone the seats may be below the screen, or below the panel that has just come up. */
function bringSelectionIntoSight(): void {
  for (const seat of document.querySelectorAll('[data-seat][data-status="selected"]'))
    seat.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

export function BestSeatsPicker({ session }: { session: SeatSession }) {
  const labelId = useId();
  return (
    <fieldset aria-labelledby={labelId} className="flex flex-wrap items-center gap-x-3 gap-y-1.5 max-sm:w-full">
      <span id={labelId} className="flex items-center gap-1.5 font-semibold text-sm">
        <Sparkles aria-hidden className="size-4 text-accent" /> Best seats for
      </span>
      <span className="flex overflow-hidden rounded-md border border-line-strong bg-surface max-sm:w-full">
        {parties.map((count) => (
          <button
            key={count}
            type="button"
            aria-label={`Best seats for ${count}`}
            onClick={() => {
              session.pickBest(count);
              requestAnimationFrame(bringSelectionIntoSight);
            }}
            className="h-11 w-11 border-line-strong border-l font-semibold text-sm tabular-nums -outline-offset-2 transition-colors first:border-l-0 hover:bg-accent-soft hover:text-accent max-sm:w-auto max-sm:grow lg:h-10 lg:w-10"
          >
            {count}
          </button>
        ))}
      </span>
    </fieldset>
  );
}
