import { ACCESSIBILITY_NAMES, type Accessibility } from '@moviebooking/contract/accessibility';
import { translationOf } from '../lib/language.ts';

/** Short for the eye, in full for screen readers. Servers of the last release send none. */
export function AccessibilityLabels({ labels = [] }: { labels: readonly Accessibility[] | undefined }) {
  if (labels.length === 0) return null;
  return (
    <span className="inline-flex flex-wrap gap-0.75">
      {labels.map((label) => (
        <span
          key={label}
          title={translationOf(ACCESSIBILITY_NAMES[label])}
          className="rounded-xs border border-line-strong px-0.75 font-semibold text-[0.625rem] text-muted leading-3.5"
        >
          <span aria-hidden>{label}</span>
          <span className="sr-only"> {translationOf(ACCESSIBILITY_NAMES[label])} </span>
        </span>
      ))}
    </span>
  );
}
