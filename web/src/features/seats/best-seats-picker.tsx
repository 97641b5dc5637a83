import { MAX_SEATS_PER_BOOKING } from '@moviebooking/contract/limits';
import { Sparkles } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import type { SeatSession } from './seat-session.ts';

const parties = Array.from({ length: MAX_SEATS_PER_BOOKING }, (_, index) => index + 1);

/** On a phone the picker gives way to the selection, so the focus moves to the picked seats. */
function showSelection(): void {
  const picked = document.querySelectorAll<HTMLElement>('[data-seat][data-status="selected"]');
  if (!document.activeElement?.checkVisibility()) picked[0]?.focus({ preventScroll: true });
  for (const seat of picked) seat.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

/** A toolbar: one tab stop, and arrow keys to move between its buttons. */
export function BestSeatsPicker({ session }: { session: SeatSession }) {
  const labelId = useId();
  const [tabStop, setTabStop] = useState(1);
  const move = ({ key, currentTarget }: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
    const next = tabStop + (step ?? 0);
    if (step === undefined || !parties.includes(next)) return;
    setTabStop(next);
    currentTarget.querySelectorAll('button')[next - 1]?.focus();
  };
  return (
    <div role="toolbar" aria-labelledby={labelId} onKeyDown={move} className="best-seats">
      <span id={labelId} className="best-seats-label">
        <Sparkles aria-hidden className="size-4 text-accent" /> Best seats for
      </span>
      <span className="best-seats-parties">
        {parties.map((count) => (
          <button
            key={count}
            type="button"
            aria-label={`Best seats for ${count}`}
            tabIndex={count === tabStop ? 0 : -1}
            onFocus={() => setTabStop(count)}
            onClick={() => {
              session.pickBest(count);
              requestAnimationFrame(showSelection);
            }}
            className="h-11 w-7 grow border-line-strong border-l font-semibold text-sm tabular-nums -outline-offset-2 transition-colors first:border-l-0 hover:bg-accent-soft hover:text-accent lg:h-10"
          >
            {count}
          </button>
        ))}
      </span>
    </div>
  );
}
