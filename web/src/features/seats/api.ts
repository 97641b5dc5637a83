/** A show's seats are never served from a cache, so these are plain calls; live changes keep the map up to date. */
import type { SeatLayout } from '@moviebooking/contract/admin';
import type { Booking, BookingRequest, SeatMapAnswer } from '@moviebooking/contract/bookings';
import { type Answer, api } from '../../lib/api.ts';
import { listQuery } from '../../lib/queries.ts';

export const seatMapPath = (showId: number | string) => `/bookings/seats/${showId}`;

export const fetchSeatMap = (showId: number) => api.get<SeatMapAnswer>(seatMapPath(showId));

/** For administrators: with the user of each seat. */
export async function fetchSeatLayout(showId: number): Promise<SeatLayout> {
  return (await api.get<Answer<SeatLayout>>(`/admin/shows/${showId}/seats`)).data;
}

/** All bookings of one user for one show, for administrators. */
export const partiesQuery = (showId: number, userId: number) =>
  listQuery<Booking>('/admin/bookings', { showId, userId });

/** The same key never books twice. */
export async function postBooking(request: BookingRequest, idempotencyKey: string): Promise<Booking> {
  const headers = { 'Idempotency-Key': idempotencyKey };
  return (await api.post<Answer<Booking>>('/bookings', request, { headers })).data;
}
