import { countOf } from '../../lib/numbers.ts';

export function describeClashes(clashes: number): string {
  if (clashes === 0) return 'no clashes';
  return clashes === 1 ? '1 clash, which will be skipped' : `${clashes} clashes, which will be skipped`;
}

export const describeSkippedShows = (shows: number): string =>
  `${countOf(shows, 'show')} skipped: see what is in the way`;
