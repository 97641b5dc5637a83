import { ACCESSIBILITY_NAMES, type Accessibility } from '@moviebooking/contract/accessibility';
import { Accessibility as Icon } from 'lucide-react';
import { cx } from '../../lib/cx.ts';
import { t, translationOf } from '../../lib/language.ts';

interface AccessibilityTileProps {
  labels: readonly Accessibility[];
  /** '' means all showtimes. */
  chosen: Accessibility | '';
  onChoose: (chosen: string) => void;
}

/** A native select under a tile as narrow as those of the days. */
export function AccessibilityTile({ labels, chosen, onChoose }: AccessibilityTileProps) {
  return (
    <div
      className={cx(
        'relative flex h-14 w-13.5 shrink-0 flex-col items-center justify-center gap-0.5 rounded-lg border has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2',
        chosen
          ? 'border-primary bg-primary text-on-primary'
          : 'border-line bg-surface text-accent hover:border-line-strong',
      )}
    >
      <Icon aria-hidden className="size-5" />
      <span aria-hidden className="font-semibold text-[0.6875rem] leading-3.5">
        {chosen || t('All')} ▾
      </span>
      <select
        aria-label={t('Accessibility')}
        value={chosen}
        onChange={({ target }) => onChoose(target.value)}
        className="absolute inset-0 size-full cursor-pointer opacity-0"
      >
        <option value="">{t('All showtimes')}</option>
        {labels.map((label) => (
          <option key={label} value={label}>
            {translationOf(ACCESSIBILITY_NAMES[label])} ({label})
          </option>
        ))}
      </select>
    </div>
  );
}
