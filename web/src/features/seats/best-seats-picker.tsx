import { Sparkles } from 'lucide-react';
import { PartyToolbar } from '../../ui/party-toolbar.tsx';
import type { SeatSession } from './seat-session.ts';

/** On a phone the picker gives way to the selection, so the focus moves to the picked seats. */
function showSelection(): void {
  const picked = document.querySelectorAll<HTMLElement>('[data-seat][data-status="selected"]');
  if (!document.activeElement?.checkVisibility()) picked[0]?.focus({ preventScroll: true });
  for (const seat of picked) seat.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

export function BestSeatsPicker({ session }: { session: SeatSession }) {
  return (
    <PartyToolbar
      label="Best seats for"
      icon={Sparkles}
      onPick={(count) => {
        session.pickBest(count);
        requestAnimationFrame(showSelection);
      }}
    />
  );
}
