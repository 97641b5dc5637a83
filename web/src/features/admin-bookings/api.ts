import type { AdminUser } from '@moviebooking/contract/accounts';
import type { AuditEntry } from '@moviebooking/contract/admin';
import type { BookingStory } from '@moviebooking/contract/booking-story';
import type { Booking } from '@moviebooking/contract/bookings';
import { api } from '../../lib/api.ts';
import { dataQuery, listQuery, pageQuery } from '../../lib/queries.ts';

const PAGE_SIZE = 50;

export const bookingsQuery = (page: number, filter: Record<string, string>) =>
  pageQuery<Booking>('/admin/bookings', { page, limit: PAGE_SIZE, ...filter });

export const bookingTimelineQuery = (bookingId: string) => ({
  ...dataQuery<BookingStory>(`/admin/bookings/${encodeURIComponent(bookingId)}`),
  staleTime: 0,
});

/** The people who can appear in the audit log. */
export const adminsQuery = listQuery<AdminUser>('/admin/users', { role: 'ADMIN' });
export const staffQuery = listQuery<AdminUser>('/admin/users', { role: 'STAFF' });

export const auditQuery = (page: number, filter: Record<string, string>) =>
  pageQuery<AuditEntry>('/admin/audit', { page, limit: PAGE_SIZE, ...filter });

export async function cancelBooking(bookingId: number, reason: string): Promise<void> {
  await api.post(`/admin/bookings/${bookingId}/cancel`, { reason });
}

/** Exports all bookings that match the filter, not just one page. */
export const fetchBookingsFile = (filter: Record<string, string>) => api.file('/admin/bookings.csv', { query: filter });
