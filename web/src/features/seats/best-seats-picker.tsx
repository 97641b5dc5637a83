import { Accessibility, Sparkles } from 'lucide-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import { t } from '../../lib/language.ts';
import { PartyToolbar } from '../../ui/party-toolbar.tsx';
import { hasWheelchairSpace } from './places.ts';
import type { SeatSession } from './seat-session.ts';

/** On a phone the picker gives way to the selection, so the focus moves to the picked seats. */
function showSelection(): void {
  const picked = document.querySelectorAll<HTMLElement>('[data-seat][data-status="selected"]');
  if (!document.activeElement?.checkVisibility()) picked[0]?.focus({ preventScroll: true });
  for (const seat of picked) seat.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

export function BestSeatsPicker({ session }: { session: SeatSession }) {
  const hasSpaces = useStore(session.store, ({ map }) => hasWheelchairSpace(map, [...map.places.keys()]));
  const [withWheelchair, setWithWheelchair] = useState(false);
  return (
    <div className="best-seats-picker">
      <PartyToolbar
        label={t('Best seats for')}
        nameOf={(count) => t('Best seats for {count}', { count })}
        icon={Sparkles}
        onPick={(count) => {
          session.pickBest(count, hasSpaces && withWheelchair);
          requestAnimationFrame(showSelection);
        }}
      />
      {hasSpaces && (
        <button
          type="button"
          aria-label={t('Wheelchair space')}
          aria-pressed={withWheelchair}
          onClick={() => setWithWheelchair(!withWheelchair)}
          className="best-seats-wheelchair"
        >
          <Accessibility aria-hidden className="size-4" />
          {t('Wheelchair')}
        </button>
      )}
    </div>
  );
}
