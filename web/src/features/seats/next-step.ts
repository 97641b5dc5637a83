/** After seats were lost: the same ones while they are free, otherwise the best ones left near them. */
import { t } from '../../lib/language.ts';
import { findBestSeats } from './best-seats.ts';
import type { SeatsState } from './seat-store.ts';
import { isFreeForAll, limitOf, selectionOf, statusOf } from './selection.ts';
import { rangesOf } from './wording.ts';

interface NextStep {
  label: string;
  seats: string[];
}

export function nextStepOf(state: SeatsState): NextStep | null {
  const lost = state.notice?.lost ?? [];
  if (lost.length === 0 || selectionOf(state).length + lost.length > limitOf(state)) return null;
  const isFree = (seat: string) => statusOf(state, seat) === 'available';
  if (lost.every(isFree)) return { label: t('Take {seats} again', { seats: rangesOf(lost) }), seats: lost };
  const best = findBestSeats(lost.length, (seat) => isFreeForAll(state, seat), lost);
  return best && { label: t('Next best: {seats}', { seats: rangesOf(best) }), seats: best };
}
