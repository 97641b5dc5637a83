import type { BookingTimeline } from '@moviebooking/contract/booking-timeline';
import type { Booking } from '@moviebooking/contract/bookings';
import { api } from '../../lib/api.ts';
import { dataQuery, pageQuery } from '../../lib/queries.ts';

const PAGE_SIZE = 50;

export const bookingsQuery = (page: number, filter: Record<string, string>) =>
  pageQuery<Booking>('/admin/bookings', { page, limit: PAGE_SIZE, ...filter });

export const bookingTimelineQuery = (bookingId: string) => ({
  ...dataQuery<BookingTimeline>(`/admin/bookings/${encodeURIComponent(bookingId)}`),
  staleTime: 0,
});

export async function cancelBooking(bookingId: number, reason: string): Promise<void> {
  await api.post(`/admin/bookings/${bookingId}/cancel`, { reason });
}

/** Exports all bookings that match the filter, not just one page. */
export const fetchBookingsFile = (filter: Record<string, string>) => api.file('/admin/bookings.csv', { query: filter });
