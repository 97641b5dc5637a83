import { t } from './language.ts';

/** "C4", "C4 and C5" or "C4, C5 and C6". */
export function listOf(seats: readonly string[]): string {
  const [last = '', ...others] = seats.toReversed();
  return others.length === 0 ? last : t('{seats} and {last}', { seats: others.toReversed().join(', '), last });
}
