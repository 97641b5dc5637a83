import type { ReactNode } from 'react';
import { cx } from '../lib/cx.ts';
import { useFocusFirst } from '../lib/focus.ts';

/** Content that replaces the focused step. It takes the focus, so screen readers read it and the keyboard continues here. */
export function Focused({ children, className }: { children: ReactNode; className?: string }) {
  const step = useFocusFirst<HTMLDivElement>();
  return (
    <div ref={step} tabIndex={-1} className={cx('flex flex-col gap-4 text-pretty outline-none', className)}>
      {children}
    </div>
  );
}
