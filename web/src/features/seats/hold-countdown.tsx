import { useEffect, useRef, useState } from 'react';
import { t } from '../../lib/language.ts';
import { serverNow } from '../../lib/server-clock.ts';

const CIRCLE = 2 * Math.PI * 16;
const WARN_BELOW_S = 60;
const ANNOUNCED_AT_S: [number, string][] = [
  [20, t('20 seconds left to confirm your seats.')],
  [60, t('One minute left to confirm your seats.')],
];

const secondsUntil = (end: number) => Math.max(Math.ceil((end - serverNow()) / 1000), 0);

/** Counts down to the end of the hold. Each new seat extends the hold, which fills the ring again. */
export function HoldCountdown({ end, announce }: { end: number; announce: (text: string) => void }) {
  const [{ full, left }, setClock] = useState(() => ({ full: secondsUntil(end), left: secondsUntil(end) }));
  useEffect(() => {
    setClock({ full: secondsUntil(end), left: secondsUntil(end) });
    const timer = setInterval(() => setClock((clock) => ({ ...clock, left: secondsUntil(end) })), 1000);
    return () => clearInterval(timer);
  }, [end]);
  // A busy browser skips seconds.
  const before = useRef(left);
  useEffect(() => {
    const passed = ANNOUNCED_AT_S.find(([at]) => left <= at && at < before.current);
    before.current = left;
    if (passed && left > 0) announce(passed[1]);
  }, [left, announce]);

  const isShort = left <= WARN_BELOW_S;
  const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
  return (
    <p data-short={isShort} className="selection-hold">
      <svg
        viewBox="0 0 40 40"
        aria-hidden
        focusable="false"
        className="size-5 shrink-0 -rotate-90 lg:size-6 fill-none stroke-4 stroke-current"
      >
        <circle cx="20" cy="20" r="16" className="opacity-20" />
        <circle
          cx="20"
          cy="20"
          r="16"
          strokeLinecap="round"
          strokeDasharray={CIRCLE}
          strokeDashoffset={CIRCLE * (1 - left / (full || 1))}
        />
        {/* A clock's hands: a full ring alone looks like a radio button. */}
        <path d="M20 20h8m-8 0v6" strokeLinecap="round" />
      </svg>
      <span className="font-medium max-lg:sr-only">
        {isShort ? t('Time almost up: confirm now to get these seats') : t('Held for you')}
      </span>
      <time role="timer" className="font-semibold text-base tabular-nums lg:ms-auto">
        {time}
      </time>
    </p>
  );
}
