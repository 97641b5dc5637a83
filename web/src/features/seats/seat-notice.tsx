import { CircleAlert, Info, TriangleAlert, X } from 'lucide-react';
import { useDeferredValue } from 'react';
import { useStore } from 'zustand';
import { cx } from '../../lib/cx.ts';
import { keepingFocus } from '../../lib/focus.ts';
import { t } from '../../lib/language.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { nextStepOf } from './next-step.ts';
import type { SeatSession } from './seat-session.ts';

const tones = {
  danger: { look: 'border-danger/50 bg-danger-soft text-danger', icon: CircleAlert },
  warning: { look: 'border-warning/40 bg-warning-soft text-warning', icon: TriangleAlert },
  info: { look: 'border-info/40 bg-info-soft text-info', icon: Info },
};

/** Read out by screen readers. Also while the user waits in line and the seats are hidden. */
export function SeatAnnouncements({ session }: { session: SeatSession }) {
  const announcement = useDeferredValue(useStore(session.store, (state) => state.announcement));
  return (
    <p role="status" className="sr-only">
      {announcement}
    </p>
  );
}

export function SeatNotice({ session }: { session: SeatSession }) {
  const notice = useStore(session.store, (state) => state.notice);
  const nextLabel = useStore(session.store, (state) => nextStepOf(state)?.label);
  const takeNext = () => {
    const seats = nextStepOf(session.store.getState())?.seats ?? [];
    session.take(seats);
    document.querySelector<HTMLElement>(`[data-seat="${seats[0]}"]`)?.focus({ preventScroll: true });
  };
  if (!notice) return null;
  const { look, icon: Icon } = tones[notice.tone];
  return (
    <div key={notice.text} role={notice.tone === 'danger' ? 'alert' : undefined} className={cx('seat-notice', look)}>
      <Icon aria-hidden className="size-5 shrink-0" />
      <div className="flex grow flex-wrap items-center gap-x-2">
        <p className="grow basis-28 py-2">{notice.text}</p>
        {nextLabel && (
          <Button variant="secondary" onClick={takeNext}>
            {nextLabel}
          </Button>
        )}
      </div>
      <IconButton
        icon={X}
        label={t('Dismiss')}
        onClick={keepingFocus(session.dismissNotice)}
        className="hover:bg-ink/8"
      />
    </div>
  );
}
