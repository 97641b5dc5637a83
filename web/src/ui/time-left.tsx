import { useEffect, useState } from 'react';
import { t } from '../lib/language.ts';
import { serverNow } from '../lib/server-clock.ts';

const secondsUntil = (end: string): number => Math.max(Math.ceil((Date.parse(end) - serverNow()) / 1000), 0);

/** Counts down, as in "14:59 left". Screen readers read it only when asked. */
export function TimeLeft({ end }: { end: string }) {
  const [left, setLeft] = useState(() => secondsUntil(end));
  useEffect(() => {
    setLeft(secondsUntil(end));
    const timer = setInterval(() => setLeft(secondsUntil(end)), 1000);
    return () => clearInterval(timer);
  }, [end]);
  return (
    <time role="timer" className="whitespace-nowrap font-semibold tabular-nums">
      {t('{time} left', { time: `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}` })}
    </time>
  );
}
