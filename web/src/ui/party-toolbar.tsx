import { MAX_SEATS_PER_BOOKING } from '@moviebooking/contract/limits';
import type { LucideIcon } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';

interface PartyToolbarProps {
  /** The numbers follow it: "Best seats for". */
  label: string;
  /** What the button for this number is called, for screen readers. */
  nameOf: (count: number) => string;
  icon: LucideIcon;
  /** The smallest number of seats to choose. */
  from?: number;
  /** The chosen number, if one stays chosen. */
  chosen?: number | undefined;
  onPick: (count: number) => void;
}

/** Chooses a number of seats. One tab stop, and arrow keys to move between the numbers. */
export function PartyToolbar(props: PartyToolbarProps) {
  const { label, nameOf, icon: Icon, from = 1, chosen, onPick } = props;
  const labelId = useId();
  const [tabStop, setTabStop] = useState(chosen ?? from);
  const parties = Array.from({ length: MAX_SEATS_PER_BOOKING - from + 1 }, (_, index) => from + index);
  const current = parties.includes(tabStop) ? tabStop : from;
  const move = ({ key, currentTarget }: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
    const next = current + (step ?? 0);
    if (step === undefined || !parties.includes(next)) return;
    setTabStop(next);
    currentTarget.querySelectorAll('button')[parties.indexOf(next)]?.focus();
  };
  return (
    <div role="toolbar" aria-labelledby={labelId} onKeyDown={move} className="best-seats">
      <span id={labelId} className="best-seats-label">
        <Icon aria-hidden className="size-4 text-accent" /> {label}
      </span>
      <span className="best-seats-parties">
        {parties.map((count) => (
          <button
            key={count}
            type="button"
            aria-label={nameOf(count)}
            aria-pressed={chosen === undefined ? undefined : chosen === count}
            tabIndex={count === current ? 0 : -1}
            onFocus={() => setTabStop(count)}
            onClick={() => onPick(count)}
            className="h-11 w-7 grow border-line-strong border-s font-semibold text-sm tabular-nums -outline-offset-2 transition-colors first:border-s-0 hover:bg-accent-soft hover:text-accent aria-pressed:bg-primary aria-pressed:text-on-primary lg:h-10"
          >
            {count}
          </button>
        ))}
      </span>
    </div>
  );
}
