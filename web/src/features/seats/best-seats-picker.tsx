import { MAX_SEATS_PER_BOOKING } from '@moviebooking/contract/limits';
import { Sparkles } from 'lucide-react';
import { useId } from 'react';
import type { SeatSession } from './seat-session.ts';

const parties = Array.from({ length: MAX_SEATS_PER_BOOKING }, (_, index) => index + 1);

/** On a phone the picked seats may be off screen, or behind the selection panel. */
function scrollToSelection(): void {
  for (const seat of document.querySelectorAll('[data-seat][data-status="selected"]'))
    seat.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

export function BestSeatsPicker({ session }: { session: SeatSession }) {
  const labelId = useId();
  return (
    <fieldset
      aria-labelledby={labelId}
      className="flex items-center gap-x-3 lg:rounded-xl lg:border lg:border-line lg:bg-surface lg:p-3 lg:shadow-card"
    >
      <span id={labelId} className="flex shrink-0 items-center gap-1.5 font-semibold text-sm">
        <Sparkles aria-hidden className="size-4 text-accent" /> Best seats for
      </span>
      <span className="flex grow overflow-hidden rounded-md border border-line-strong bg-surface sm:max-lg:grow-0">
        {parties.map((count) => (
          <button
            key={count}
            type="button"
            aria-label={`Best seats for ${count}`}
            onClick={() => {
              session.pickBest(count);
              requestAnimationFrame(scrollToSelection);
            }}
            className="h-11 w-7 grow border-line-strong border-l font-semibold text-sm tabular-nums -outline-offset-2 transition-colors first:border-l-0 hover:bg-accent-soft hover:text-accent sm:max-lg:w-11 lg:h-10"
          >
            {count}
          </button>
        ))}
      </span>
    </fieldset>
  );
}
