/** One's own bookings: fetched, remembered for a day without network, cancelled. */
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { type Answer, api } from '../../lib/api.ts';
import type { ReceivedBooking } from '../../lib/bookings.ts';
import { rememberBookings } from './last-seen.ts';

const historyKey = (userId: number) => ['bookings', 'history', userId];

export const historyQuery = (userId: number) =>
  queryOptions({
    queryKey: historyKey(userId),
    queryFn: async ({ signal }) => {
      const { data } = await api.get<Partial<Answer<ReceivedBooking[]>>>('/bookings/history', { signal });
      const bookings = (data ?? []).map((booking) => ({ ...booking, id: booking.id ?? booking.bookingId }));
      rememberBookings(userId, bookings);
      return bookings;
    },
    // What was booked a moment ago on another page must be here.
    staleTime: 0,
  });

export async function cancelBooking(queryClient: QueryClient, userId: number, bookingId: number): Promise<void> {
  await api.post(`/bookings/cancel/${bookingId}`);
  const updated = queryClient.setQueryData<ReceivedBooking[]>(historyKey(userId), (bookings) =>
    bookings?.map((booking) =>
      booking.id === bookingId ? { ...booking, status: 'CANCELLED', ticketCode: undefined } : booking,
    ),
  );
  if (updated) rememberBookings(userId, updated);
  // The seats are free again: pages that count them ask anew.
  await queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'bookings', refetchType: 'none' });
}

const startOf = (booking: ReceivedBooking) => Date.parse(booking.show.startTime);

export function canCancel(booking: ReceivedBooking, now: number): boolean {
  return booking.status === 'CONFIRMED' && startOf(booking) > now;
}

/** Upcoming ones first, the next show on top; then past ones, the latest on top. */
export function divideByTime(bookings: readonly ReceivedBooking[], now: number) {
  const sorted = bookings.toSorted((a, b) => startOf(a) - startOf(b));
  return {
    upcoming: sorted.filter((booking) => startOf(booking) > now),
    past: sorted.filter((booking) => startOf(booking) <= now).reverse(),
  };
}

export const showStarts = (bookings: readonly ReceivedBooking[]): number[] => bookings.map(startOf);
