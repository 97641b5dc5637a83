import { useEffect } from 'react';
import { brandName } from './brand.ts';

/** Titles the tab "Booking History · MovieBooking", with the brand's name, while the page is shown. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${brandName}`;
  }, [title]);
}
