import { useEffect } from 'react';

export const ANNOUNCEMENTS = 'announcements';

/**
 * Has screen readers say a text that appears, unless it is empty. The main region contains the live region, because text is
 * spoken only if the region was there before it.
 */
export function useAnnouncement(text: string): void {
  useEffect(() => {
    const region = document.getElementById(ANNOUNCEMENTS);
    if (!region) return;
    region.textContent = text;
    return () => {
      region.textContent = '';
    };
  }, [text]);
}
