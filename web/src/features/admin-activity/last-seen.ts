/** The time of the newest activity that has been seen in this browser. */
import { create } from 'zustand';
import { storage } from '../../lib/storage.ts';

const KEY = 'activity-seen';

export const useLastSeen = create(() => ({ until: storage.getItem(KEY) ?? '' }));

export function markSeen(until: string): void {
  if (until <= useLastSeen.getState().until) return;
  storage.setItem(KEY, until);
  useLastSeen.setState({ until });
}
