import { useEffect } from 'react';

/** Titles the tab "Booking History · MovieBooking" while the page is shown. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · MovieBooking`;
  }, [title]);
}
