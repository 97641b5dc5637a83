import type { ReactNode } from 'react';
import { cx } from '../lib/cx.ts';
import { useFocusFirst } from '../lib/focus.ts';

/**
 * The next step, in the place of the one that had the focus. It takes the focus, so that it is read out and the keyboard
 * goes on from here.
 */
export function Focused({ children, className }: { children: ReactNode; className?: string }) {
  const step = useFocusFirst<HTMLDivElement>();
  return (
    <div ref={step} tabIndex={-1} className={cx('flex flex-col gap-4 text-pretty outline-none', className)}>
      {children}
    </div>
  );
}
