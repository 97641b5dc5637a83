/** Seats are never cached: live changes keep the map up to date, so these are plain calls and not queries. */
import type { SeatLayout } from '@moviebooking/contract/admin';
import type { Booking, BookingChange, BookingRequest, SeatMapAnswer } from '@moviebooking/contract/bookings';
import { type Answer, api } from '../../lib/api.ts';
import { listQuery } from '../../lib/queries.ts';
import { seatMapPath } from './seat-map-path.ts';

export const fetchSeatMap = (showId: number) => api.get<SeatMapAnswer>(seatMapPath(showId));

/** For administrators: includes the user of each seat. */
export async function fetchSeatLayout(showId: number): Promise<SeatLayout> {
  return (await api.get<Answer<SeatLayout>>(`/admin/shows/${showId}/seats`)).data;
}

/** For administrators: all bookings of one user for one show. */
export const partiesQuery = (showId: number, userId: number) =>
  listQuery<Booking>('/admin/bookings', { showId, userId });

const withKey = (idempotencyKey: string) => ({ headers: { 'Idempotency-Key': idempotencyKey } });

/** Requests with the same key book at most once. */
export async function postBooking(request: BookingRequest, idempotencyKey: string): Promise<Booking> {
  return (await api.post<Answer<Booking>>('/bookings', request, withKey(idempotencyKey))).data;
}

/** Gives back some seats of the booking and takes others, or changes nothing. Requests with the same key do it at most once. */
export async function postChange(bookingId: number, change: BookingChange, idempotencyKey: string): Promise<Booking> {
  return (await api.post<Answer<Booking>>(`/bookings/${bookingId}/change`, change, withKey(idempotencyKey))).data;
}
