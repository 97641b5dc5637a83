import { CircleAlert, Info, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../lib/cx.ts';

type Tone = 'danger' | 'info';

const tones: Record<Tone, { look: string; icon: LucideIcon }> = {
  danger: { look: 'border-danger/40 bg-danger-soft text-danger', icon: CircleAlert },
  info: { look: 'border-info/40 bg-info-soft text-info', icon: Info },
};

/** A message that stays. Screen readers announce a danger immediately and the others politely. */
export function Banner({ tone, children, className }: { tone: Tone; children: ReactNode; className?: string }) {
  const { look, icon: Icon } = tones[tone];
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={cx('flex items-start gap-3 rounded-md border px-4 py-3 font-medium text-[0.9375rem]', look, className)}
    >
      <Icon aria-hidden className="mt-px size-5 shrink-0" />
      <div className="min-w-0">{children}</div>
    </div>
  );
}

/** Renders nothing while there is no problem. */
export function ProblemBanner({ problem, ...rest }: { problem: string | null | undefined; className?: string }) {
  if (!problem) return null;
  return (
    <Banner tone="danger" {...rest}>
      {problem}
    </Banner>
  );
}
