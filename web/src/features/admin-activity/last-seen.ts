/** Up to when this browser's administrator has looked at what happened. */
import { create } from 'zustand';
import { storage } from '../../lib/storage.ts';

const KEY = 'activity-seen';

export const useLastSeen = create(() => ({ until: storage.getItem(KEY) ?? '' }));

export function markSeen(until: string): void {
  if (until <= useLastSeen.getState().until) return;
  storage.setItem(KEY, until);
  useLastSeen.setState({ until });
}
