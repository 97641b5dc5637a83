import { cx } from '../lib/cx.ts';
import { formatPercent } from '../lib/numbers.ts';

/** From this share on, the bar's colour warns that little is left. */
const NEARLY_FULL = 0.8;

/** Shows how full something is, as a bar and as text. */
export function FillBar({ taken, of, className }: { taken: number; of: number; className?: string }) {
  const share = of === 0 ? 0 : taken / of;
  return (
    <span className={cx('flex items-center gap-2', className)}>
      <span aria-hidden className="h-2 min-w-10 grow overflow-hidden rounded-full bg-line">
        <span
          style={{ width: `${Math.min(1, share) * 100}%` }}
          className={cx('block h-full rounded-full', share >= NEARLY_FULL ? 'bg-accent' : 'bg-primary')}
        />
      </span>
      <span className="w-9 shrink-0 text-end text-sm tabular-nums">{formatPercent(Math.round(share * 100) / 100)}</span>
      <span className="sr-only">
        , {taken} of {of} seats
      </span>
    </span>
  );
}
