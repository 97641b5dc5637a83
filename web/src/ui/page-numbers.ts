import type { PageMeta } from '@moviebooking/contract/http';
import { t } from '../lib/language.ts';
import { formatNumber } from '../lib/numbers.ts';

/** "Showing 11 to 20 of 3,239 shows". */
export function rangeCaption({ page, limit, total }: PageMeta, noun: string): string {
  const first = Math.min((page - 1) * limit + 1, total);
  const from = formatNumber(first);
  const to = formatNumber(Math.min(page * limit, total));
  const all = formatNumber(total);
  return t('Showing {from} to {to} of {all} {noun}', { from, to, all, noun });
}

/**
 * The numbered buttons; null is a gap. With a limit, these are the first pages. Without one, they are the first, the last,
 * the current page and its neighbours, and a gap never hides just one page.
 */
export function pageNumbers(page: number, totalPages: number, limit?: number): (number | null)[] {
  const all = Array.from({ length: totalPages }, (_, index) => index + 1);
  if (limit !== undefined) return all.slice(0, limit);
  const shown = all.filter((n) => n === 1 || n === totalPages || Math.abs(n - page) <= 1);
  return shown.flatMap((n, index) => {
    const gap = n - (shown[index - 1] ?? 0) - 1;
    if (gap === 0) return [n];
    return gap === 1 ? [n - 1, n] : [null, n];
  });
}
