import type { ReactNode } from 'react';
import { cx } from '../lib/cx.ts';

type Tone = 'success' | 'danger' | 'warning' | 'info' | 'neutral';

const tones: Record<Tone, string> = {
  success: 'bg-success-soft text-success',
  danger: 'bg-danger-soft text-danger',
  warning: 'bg-warning-soft text-warning',
  info: 'bg-info-soft text-info',
  neutral: 'bg-sunken text-ink',
};

/** A status, or a chip such as a seat id. */
export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1.5 whitespace-nowrap rounded-full border border-transparent px-2.5 py-0.5 font-semibold text-[0.8125rem]',
        tones[tone],
      )}
    >
      {children}
    </span>
  );
}
