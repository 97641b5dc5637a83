import { CircleAlert, Info, TriangleAlert, X } from 'lucide-react';
import { useDeferredValue } from 'react';
import { useStore } from 'zustand';
import { cx } from '../../lib/cx.ts';
import { keepingFocus } from '../../lib/focus.ts';
import type { SeatSession } from './seat-session.ts';

const tones = {
  danger: { look: 'border-danger/50 bg-danger-soft text-danger', icon: CircleAlert },
  warning: { look: 'border-warning/40 bg-warning-soft text-warning', icon: TriangleAlert },
  info: { look: 'border-info/40 bg-info-soft text-info', icon: Info },
};

/**
 * Floats over the title or, once the page is scrolled, right below the navigation bar: nothing moves under a finger, and
 * neither the navigation nor a seat is covered.
 */
export function SeatNotice({ session }: { session: SeatSession }) {
  const notice = useStore(session.store, (state) => state.notice);
  const announcement = useDeferredValue(useStore(session.store, (state) => state.announcement));
  const { look, icon: Icon } = tones[notice?.tone ?? 'info'];
  return (
    <div className="pointer-events-none sticky top-18 z-20 -mt-19 mb-19 flow-root h-0">
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {notice && (
        <div
          key={notice.text}
          role={notice.tone === 'danger' ? 'alert' : undefined}
          className={cx(
            'pointer-events-auto mx-auto flex w-fit max-w-full items-center lg:max-w-176 gap-2 rounded-lg border py-1 pr-1 pl-3 font-medium text-sm shadow-popup sm:gap-3 sm:pl-4 sm:text-[0.9375rem] transition-[opacity,translate] duration-200 ease-out starting:-translate-y-2 starting:opacity-0',
            look,
          )}
        >
          <Icon aria-hidden className="size-5 shrink-0" />
          <p className="py-2">{notice.text}</p>
          <button
            type="button"
            aria-label="Dismiss"
            onClick={keepingFocus(session.dismissNotice)}
            className="inline-flex size-11 shrink-0 items-center justify-center rounded-md hover:bg-ink/8"
          >
            <X aria-hidden className="size-4.5" />
          </button>
        </div>
      )}
    </div>
  );
}
