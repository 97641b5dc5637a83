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
export function Badge({
  tone = 'neutral',
  isSmall,
  children,
}: {
  tone?: Tone;
  isSmall?: boolean;
  children: ReactNode;
}) {
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1.5 whitespace-nowrap rounded-full border border-transparent font-semibold',
        isSmall ? 'px-1.5 text-[0.6875rem] leading-4' : 'px-2.5 py-0.5 text-[0.8125rem]',
        tones[tone],
      )}
    >
      {children}
    </span>
  );
}
