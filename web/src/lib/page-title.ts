import { useEffect } from 'react';

/** "Booking History · MovieBooking" in the tab, for as long as the page is shown. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · MovieBooking`;
  }, [title]);
}
