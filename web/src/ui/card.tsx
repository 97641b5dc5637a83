import type { ReactNode } from 'react';
import { cx } from '../lib/cx.ts';

export function Card({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={cx('rounded-xl border border-line bg-surface shadow-card', className)}>{children}</div>;
}
